"""Who is silent: does the program know which handbooks address a question?

The positive class is PRESENT, a handbook that addresses the question. What lies between PRESENT and ABSENT
is left out, but for one measure: `f1_topic_only` counts TOPIC_ONLY, a handbook that treats the topic without
answering the question, as silent.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from jaxtyping import Int64

from edgerag.evaluate.datasets.absence import AbsenceSet
from edgerag.evaluate.metrics import Measure, area_under_roc, bootstrap, f1, ratio
from edgerag.evaluate.results import Measurements, Progress, named_confusion

PRESENT, TOPIC_ONLY, ABSENT = "PRESENT", "TOPIC_ONLY", "ABSENT"

Relevance = Callable[[str], Mapping[str, float]]
"""Gives each handbook's probability of addressing a question, by handbook name; missing means 0."""


def evaluate_absence(
    data: AbsenceSet, relevance: Relevance, threshold: float, progress: Progress
) -> Measurements:
    """Measure the decisions that `relevance >= threshold` means "addresses the question"."""
    cases: list[_Case] = []
    for number, question in enumerate(data.questions):
        progress("asking questions", number, len(data.questions))
        probabilities = relevance(question.question)
        cases += [
            _Case(number, label, probabilities.get(handbook, 0.0))
            for handbook, label in question.labels.items()
            if label in (PRESENT, TOPIC_ONLY, ABSENT)
        ]
    progress("asking questions", len(data.questions), len(data.questions))
    return _measured(cases, len(data.questions), threshold)


class _Case(NamedTuple):
    question: int
    label: str
    probability: float


def _measured(cases: Sequence[_Case], n_questions: int, threshold: float) -> Measurements:
    clear = [case for case in cases if case.label != TOPIC_ONLY]
    counts, counts_with_topics = (_counts(some, n_questions, threshold) for some in (clear, cases))
    scores = np.array([case.probability for case in clear])
    present = np.array([case.label == PRESENT for case in clear])
    asked = np.array([case.question for case in clear])
    rows = [np.flatnonzero(asked == number) for number in range(n_questions)]

    def area(draw: np.ndarray) -> float:
        drawn = np.concatenate([rows[number] for number in draw])
        return area_under_roc(scores[drawn], present[drawn])

    def of_counts(measure: Callable[[float, float, float], float], counts: np.ndarray = counts) -> Measure:
        return bootstrap(n_questions, lambda draw: measure(*counts[draw].sum(axis=0)[:3].astype(float)))

    hit, false_alarm, missed, silent = counts.sum(axis=0)
    confusion = np.array([[hit, missed], [false_alarm, silent]])
    return Measurements(
        n_questions,
        {
            "precision": of_counts(lambda tp, fp, _fn: ratio(tp, tp + fp)),
            "recall": of_counts(lambda tp, _fp, fn: ratio(tp, tp + fn)),
            "f1": of_counts(f1),
            "f1_topic_only": of_counts(f1, counts_with_topics),
            "auc": bootstrap(n_questions, area),
        },
        named_confusion(confusion, (PRESENT, ABSENT), (PRESENT, ABSENT)),
    )


def _counts(cases: Sequence[_Case], n_questions: int, threshold: float) -> Int64[np.ndarray, "question 4"]:
    """Count per question: answers found, false alarms, answers missed, silence kept."""
    counts = np.zeros((n_questions, 4), dtype=np.int64)
    for case in cases:
        is_present, is_said = case.label == PRESENT, case.probability >= threshold
        counts[case.question, 2 * (not is_said) + (not is_present)] += 1
    return counts
