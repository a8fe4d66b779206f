"""Who is silent: does the program know which handbooks address a question?

The positive class is PRESENT, a handbook that addresses the question. Labels between
PRESENT and ABSENT (the topic is named but not treated) are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from edgerag.evaluate.datasets import AbsenceSet
from edgerag.evaluate.metrics import Measure, area_under_roc, bootstrap, f1, ratio
from edgerag.evaluate.results import Measurements, Progress, named_confusion

PRESENT, ABSENT = "PRESENT", "ABSENT"

Relevance = Callable[[str], Mapping[str, float]]
"""Gives each handbook's probability of addressing a question, by handbook name; missing means 0."""


def evaluate_absence(
    data: AbsenceSet, relevance: Relevance, threshold: float, progress: Progress
) -> Measurements:
    """Measure the decisions that `relevance >= threshold` means "addresses the question"."""
    scores: list[float] = []
    present: list[bool] = []
    asked: list[int] = []
    for number, question in enumerate(data.questions):
        progress("asking questions", number, len(data.questions))
        probabilities = relevance(question.question)
        for handbook, label in question.labels.items():
            if label in (PRESENT, ABSENT):
                scores.append(probabilities.get(handbook, 0.0))
                present.append(label == PRESENT)
                asked.append(number)
    progress("asking questions", len(data.questions), len(data.questions))
    return _measured(np.array(scores), np.array(present), np.array(asked), len(data.questions), threshold)


def _measured(
    scores: np.ndarray, present: np.ndarray, asked: np.ndarray, n_questions: int, threshold: float
) -> Measurements:
    said = scores >= threshold
    outcomes = np.stack([present & said, ~present & said, present & ~said, ~present & ~said], axis=1)
    counts = np.zeros((n_questions, 4), dtype=np.int64)
    np.add.at(counts, asked, outcomes.astype(np.int64))
    cases = [np.flatnonzero(asked == number) for number in range(n_questions)]

    def area(draw: np.ndarray) -> float:
        drawn = np.concatenate([cases[number] for number in draw])
        return area_under_roc(scores[drawn], present[drawn])

    def of_counts(measure: Callable[[float, float, float], float]) -> Measure:
        return bootstrap(n_questions, lambda draw: measure(*counts[draw].sum(axis=0)[:3].astype(float)))

    hit, false_alarm, missed, silent = counts.sum(axis=0)
    confusion = np.array([[hit, missed], [false_alarm, silent]])
    return Measurements(
        n_questions,
        {
            "precision": of_counts(lambda tp, fp, _fn: ratio(tp, tp + fp)),
            "recall": of_counts(lambda tp, _fp, fn: ratio(tp, tp + fn)),
            "f1": of_counts(f1),
            "auc": bootstrap(n_questions, area),
        },
        named_confusion(confusion, (PRESENT, ABSENT), (PRESENT, ABSENT)),
    )
