from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from edgerag.evaluate.remembering import Remembering


class Counting:
    """A reranker that counts what it reads."""

    name = "counting"

    def __init__(self) -> None:
        self.read: list[str] = []

    def score(self, query: str, passages: Sequence[str]) -> np.ndarray:
        self.read += passages
        return np.array([len(passage) for passage in passages], dtype=np.float32)


def test_no_passage_is_read_twice_for_one_question() -> None:
    counting = Counting()
    reranker = Remembering(counting)
    assert reranker.score("q", ["a", "bb", "a"]).tolist() == [1, 2, 1]
    assert reranker.score("q", ["bb", "ccc"]).tolist() == [2, 3]
    assert counting.read == ["a", "bb", "ccc"]
    reranker.score("another", ["a"])
    assert counting.read == ["a", "bb", "ccc", "a"]
