from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from edgerag.errors import SelfTestError
from edgerag.index.graph import Graph
from edgerag.index.lexical import LexicalIndex, LexicalRankings
from edgerag.index.vectors import VectorIndex
from edgerag.selftest import stores
from edgerag.selftest.outcomes import Task


def test_sqlite_finds_the_nearest_vector(task: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    passed = stores.check_vectors(task)
    assert passed.version.startswith("SQLite 3.")
    real = VectorIndex.search

    def turned(index: VectorIndex, query: np.ndarray, k: int) -> object:
        return real(index, np.roll(query, 1), k)

    monkeypatch.setattr(VectorIndex, "search", turned)
    Path(task.scratch, "library.db").unlink()
    with pytest.raises(SelfTestError, match="nearest vector"):
        stores.check_vectors(task)


def test_tantivy_finds_a_word(task: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    assert stores.check_words(task).version == "0.27.0"
    real = LexicalIndex.search

    def other_word(index: LexicalIndex, question: str, k: int) -> LexicalRankings:
        return real(index, "paracetamol", k)

    monkeypatch.setattr(LexicalIndex, "search", other_word)
    with pytest.raises(SelfTestError, match="tourniquet"):
        stores.check_words(task)


def test_kuzu_finds_a_relation(task: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    assert stores.check_graph(task).version == "0.11.3"
    monkeypatch.setattr(Graph, "neighbourhood", lambda graph, entity, hops: {entity: 0})
    with pytest.raises(SelfTestError, match="relation"):
        stores.check_graph(task)
