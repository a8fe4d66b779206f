from __future__ import annotations

import math
import warnings
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edgerag.evaluate.metrics import (
    area_under_roc,
    bootstrap,
    f1,
    f1_of_class,
    mean_measure,
    ndcg,
    ratio,
    recall,
    reciprocal_rank,
    share_measure,
)

GRADES = st.lists(st.integers(0, 3), min_size=1, max_size=15)


def test_ndcg_by_hand() -> None:
    # Gains 2^3-1 = 7 and 2^1-1 = 1. Ranked: grade 1, unjudged, grade 3.
    dcg = 1 / math.log2(2) + 7 / math.log2(4)
    ideal = 7 / math.log2(2) + 1 / math.log2(3)
    assert ndcg([1, 0, 3], [3, 1, 0], k=10) == pytest.approx(dcg / ideal)
    assert ndcg([1, 0, 3], [3, 1, 0], k=2) == pytest.approx(1 / ideal)


def test_ndcg_is_zero_where_nothing_is_relevant() -> None:
    assert ndcg([0, 0], [0], k=10) == 0.0
    assert recall([0, 0], [], k=10) == 0.0


def test_recall_and_reciprocal_rank_by_hand() -> None:
    assert recall([0, 2, 0, 1], [2, 1, 1, 0], k=3) == pytest.approx(1 / 3)
    assert reciprocal_rank([0, 0, 2, 3], k=10) == pytest.approx(1 / 3)
    assert reciprocal_rank([0, 0, 2, 3], k=2) == 0.0


@settings(deadline=None)
@given(GRADES)
def test_best_order_has_ndcg_one(grades: list[int]) -> None:
    expected = 1.0 if any(grades) else 0.0
    assert ndcg(sorted(grades, reverse=True), grades, k=10) == pytest.approx(expected)


@pytest.mark.slow  # ranx compiles itself for 15 to 50 s
@pytest.mark.parametrize("k", [3, 10])
def test_agrees_with_ranx(k: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from ranx import Qrels, Run, evaluate

        random = np.random.default_rng(5)
        qrels, run = _random_judgements(random)
        names = [f"ndcg_burges@{k}", f"recall@{k}", f"mrr@{k}"]
        expected = evaluate(Qrels(qrels), Run(run), names)
    ours: dict[str, list[float]] = {name: [] for name in names}
    for question, judged in qrels.items():
        order = sorted(run[question], key=lambda document: -run[question][document])
        grades = [judged.get(document, 0) for document in order]
        values = (
            ndcg(grades, list(judged.values()), k),
            recall(grades, list(judged.values()), k),
            reciprocal_rank(grades, k),
        )
        for name, value in zip(names, values, strict=True):
            ours[name].append(value)
    assert {name: np.mean(values) for name, values in ours.items()} == pytest.approx(expected)


def _random_judgements(
    random: np.random.Generator,
) -> tuple[dict[str, dict[str, int]], dict[str, dict[str, float]]]:
    """Make 20 questions over 30 documents, of which 12 are judged 0 to 3 and 25 are ranked."""
    qrels: dict[str, dict[str, int]] = {}
    run: dict[str, dict[str, float]] = {}
    for question in range(20):
        judged = random.permutation(30)[:12]
        ranked = random.permutation(30)[:25]
        grades = random.integers(0, 4, size=12)
        qrels[f"q{question}"] = {f"d{d}": int(grade) for d, grade in zip(judged, grades, strict=True)}
        run[f"q{question}"] = {f"d{d}": 1.0 / (rank + 1) for rank, d in enumerate(ranked)}
    return qrels, run


def test_f1_by_hand() -> None:
    assert f1(8, 2, 4) == pytest.approx(2 * 0.8 * (2 / 3) / (0.8 + 2 / 3))
    assert math.isnan(f1(0, 0, 0))
    assert math.isnan(ratio(0, 0))


def test_f1_of_a_class_reads_rows_as_gold() -> None:
    confusion = np.array([[3, 1, 1], [2, 4, 0]])
    assert f1_of_class(confusion, 0) == pytest.approx(f1(3, 2, 2))
    assert f1_of_class(confusion, 1) == pytest.approx(f1(4, 1, 2))


def test_area_under_roc_by_hand() -> None:
    scores = np.array([0.9, 0.5, 0.5, 0.1])
    positive = np.array([True, True, False, False])
    assert area_under_roc(scores, positive) == pytest.approx((1 + 1 + 0.5 + 1) / 4)
    assert math.isnan(area_under_roc(scores, np.array([True] * 4)))


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(-5, 5), st.booleans()), min_size=2, max_size=20))
def test_area_under_roc_is_the_share_of_pairs_in_order(cases: Sequence[tuple[int, bool]]) -> None:
    positives = [score for score, positive in cases if positive]
    negatives = [score for score, positive in cases if not positive]
    scores = np.array([float(score) for score, _ in cases])
    area = area_under_roc(scores, np.array([positive for _, positive in cases]))
    if not positives or not negatives:
        assert math.isnan(area)
        return
    wins = sum((p > n) + (p == n) / 2 for p in positives for n in negatives)
    assert area == pytest.approx(wins / (len(positives) * len(negatives)))


@settings(max_examples=10, deadline=None)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_interval_holds_the_mean_and_stays_within_the_values(values: list[float]) -> None:
    measure = mean_measure(values)
    assert min(values) - 1e-9 <= measure.low <= measure.value + 1e-9
    assert measure.value - 1e-9 <= measure.high <= max(values) + 1e-9


def test_interval_is_the_same_every_time_and_about_as_wide_as_theory_says() -> None:
    values = np.random.default_rng(1).normal(0.5, 0.2, size=400).tolist()
    measure = mean_measure(values)
    assert measure == mean_measure(values)
    assert measure.high - measure.low == pytest.approx(2 * 1.96 * 0.2 / math.sqrt(400), rel=0.1)


def test_share_pools_the_questions() -> None:
    assert share_measure([(1, 1), (0, 3)]).value == pytest.approx(1 / 4)


def test_nothing_measured_is_not_zero() -> None:
    assert math.isnan(share_measure([]).value)
    assert math.isnan(share_measure([(0, 0)]).value)
    assert math.isnan(bootstrap(0, lambda draw: 1.0).low)
