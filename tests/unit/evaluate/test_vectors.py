from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from jaxtyping import Float32

from edgerag.evaluate.corpus import corpus_handbooks
from edgerag.evaluate.datasets.corpora import Document
from edgerag.evaluate.vectors import BATCH, embedded


class LengthEmbedder:
    """Makes a vector of a text's length; stops after a number of calls, as a power cut would."""

    name = "length"
    dimensions = 2

    def __init__(self, calls: int = 1000) -> None:
        self.calls = calls
        self.n_encoded = 0

    def encode(self, texts: Sequence[str]) -> Float32[np.ndarray, "text dim"]:
        if not self.calls:
            raise KeyboardInterrupt
        self.calls -= 1
        self.n_encoded += len(texts)
        angles = np.array([len(text) for text in texts], dtype=np.float32)
        return np.stack([np.cos(angles), np.sin(angles)], axis=1)

    def encode_query(self, question: str) -> Float32[np.ndarray, " dim"]:
        return np.asarray(self.encode([question])[0])


def test_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    rows = [Document(str(number), "x" * (number + 1)) for number in range(2 * BATCH + 5)]
    (corpus,) = corpus_handbooks(rows, chunk_words=160, overlap_words=32)
    whole = embedded(corpus.parsed, LengthEmbedder(), tmp_path / "whole", lambda n: None)
    with pytest.raises(KeyboardInterrupt):
        embedded(corpus.parsed, LengthEmbedder(calls=1), tmp_path / "part", lambda n: None)
    with (tmp_path / "part").open("ab") as torn:
        torn.write(b"\0\0\0")
    again = LengthEmbedder()
    told: list[int] = []
    resumed = embedded(corpus.parsed, again, tmp_path / "part", told.append)
    assert again.n_encoded == BATCH + 5
    assert told[-1] == len(corpus.parsed.chunks)
    np.testing.assert_array_equal(resumed, whole)
