"""Vectors of two models never mix."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from threading import Event

import numpy as np
import pytest
from jaxtyping import Float32

from edgerag import paths
from edgerag.config import Config
from edgerag.engine.ask import Engine
from edgerag.errors import ModelError
from edgerag.index.sync import Indexes
from edgerag.intake import Embedding, Indexed, embed_again, index_again
from edgerag.store.library import Library


def test_a_question_is_refused_until_vectors_are_made_anew(
    own_sample_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EDGERAG_HOME", str(own_sample_home))
    with Library.open(paths.library_file()) as library:
        library.change_embedder("another-model", 8)
    with Engine.open(Config(), extractive=True) as engine, pytest.raises(ModelError, match="another-model"):
        next(engine.ask("What dose of adrenaline?", keep=False))


class Axes:
    """An embedder of eight dimensions: which letter a text begins with."""

    name = "axes"
    dimensions = 8

    def encode(self, texts: Sequence[str]) -> Float32[np.ndarray, "text dim"]:
        return np.eye(8, dtype=np.float32)[[ord(text[:1] or "a") % 8 for text in texts]]

    def encode_query(self, question: str) -> Float32[np.ndarray, " dim"]:
        row: Float32[np.ndarray, " dim"] = self.encode([question])[0]
        return row


def test_vectors_made_anew_replace_every_old_one(
    own_sample_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EDGERAG_HOME", str(own_sample_home))
    with Library.open(paths.library_file()) as library:
        indexes = Indexes.open(library, paths.lexical_folder())
        assert list(embed_again(library, indexes, Axes(), Event()))[-1] == (4, 4)
        assert library.embedder == "axes"
        assert library.waiting_for_vectors() == ()
        assert indexes.check() == ()
        for book in library.handbooks():
            assert library.vectors(book.id).shape == (book.n_chunks, 8)


def test_indexing_one_handbook_again_serves_all_that_wait_for_the_new_embedder(
    own_sample_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EDGERAG_HOME", str(own_sample_home))
    with Library.open(paths.library_file()) as library:
        indexes = Indexes.open(library, paths.lexical_folder())
        first, *_ = library.handbooks()
        events = list(index_again([first.id], library, indexes, Axes(), Event()))
        assert [type(event) for event in events].count(Indexed) == 4
        assert isinstance(events[0], Embedding)
        assert indexes.check() == ()
        assert indexes.standing().library == indexes.standing().words
        again = list(index_again([first.id], library, indexes, Axes(), Event()))
        assert [type(event) for event in again].count(Indexed) == 1
