from __future__ import annotations

import pytest

from edgerag.evaluate.datasets.multihop import HopQuestion
from edgerag.evaluate.multihop import evaluate_multihop


def test_by_hand() -> None:
    questions = (HopQuestion("1", "who?", ["a", "b"]), HopQuestion("2", "where?", ["c", "d", "e"]))
    program = {"who?": ["a", "x", "y", "z", "b", "c"], "where?": ["d", "x"]}
    words = {"who?": ["x", "y", "z", "u", "v", "a"], "where?": ["c", "d", "e"]}
    measured = evaluate_multihop(questions, program.__getitem__, words.__getitem__, lambda *_: None)
    values = {name: measure.value for name, measure in measured.measures.items()}
    # The program: 2 of 2 and 1 of 3. The words: a supporting paragraph on the sixth place is too late.
    assert values == pytest.approx({"recall@5": 2 / 3, "bm25_recall@5": 1 / 2})
    assert measured.n == 2
