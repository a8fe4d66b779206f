from __future__ import annotations

import pytest

from edgerag.evaluate.absence import evaluate_absence
from edgerag.evaluate.datasets.absence import AbsenceQuestion, AbsenceSet

QUESTIONS = (
    AbsenceQuestion("1", "rotor", {"A": "PRESENT", "B": "ABSENT", "C": "MENTIONED", "D": "TOPIC_ONLY"}),
    AbsenceQuestion("2", "fever", {"A": "PRESENT", "B": "PRESENT", "C": "ABSENT"}),
)
SCORES = {"rotor": {"A": 0.9, "B": 0.6, "C": 0.99, "D": 0.7}, "fever": {"A": 0.5, "B": 0.2}}


def test_by_hand() -> None:
    measured = evaluate_absence(AbsenceSet((), QUESTIONS), SCORES.__getitem__, 0.5, lambda *_: None)
    values = {name: measure.value for name, measure in measured.measures.items()}
    # At 0.5: A and B said present for "rotor", A for "fever". B of "fever" missed; C of "rotor" not scored.
    # D of "rotor", which only treats the topic, is one more false alarm where it counts as silent.
    assert values == pytest.approx(
        {"precision": 2 / 3, "recall": 2 / 3, "f1": 2 / 3, "f1_topic_only": 4 / 7, "auc": 4 / 6}
    )
    assert measured.confusion == {
        "PRESENT": {"PRESENT": 2, "ABSENT": 1},
        "ABSENT": {"PRESENT": 1, "ABSENT": 1},
    }
    assert measured.n == 2


def test_interval_is_over_questions() -> None:
    measured = evaluate_absence(AbsenceSet((), QUESTIONS), SCORES.__getitem__, 0.5, lambda *_: None)
    # Only two questions: a resample is one of them twice, or both.
    assert measured.measures["f1"].low == pytest.approx(2 / 3)
    assert measured.measures["f1"].high == pytest.approx(2 / 3)
    assert (measured.measures["precision"].low, measured.measures["precision"].high) == (0.5, 1.0)
