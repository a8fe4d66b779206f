"""Measures of rankings, decisions and labels, each with a bootstrap confidence interval.

Rankings of one question (g = grades in the order of the ranking, 0 where not judged; G = all
positive grades of the question, descending; k = cut-off; relevant = grade of 1 or more):

    nDCG@k   = DCG(g) / DCG(G),  DCG(x) = sum over i = 1..k of (2^x_i - 1) / log2(i + 1)
    recall@k = relevant among the first k / all relevant
    MRR@k    = 1 / rank of the first relevant among the first k, else 0

The nDCG is that of Burges et al., "Learning to Rank using Gradient Descent", ICML 2005 (ranx
calls it `ndcg_burges`). A question without a relevant document scores 0 in all three.

Decisions: precision = tp / (tp + fp), recall = tp / (tp + fn), F1 = 2 tp / (2 tp + fp + fn).
AUC is the probability that a random positive scores above a random negative, ties counting half.

Intervals: the percentile bootstrap (Efron and Tibshirani, "An Introduction to the Bootstrap",
1993, section 13.3), 95 %, over questions: what is drawn again is a question with all that was
measured on it, because its handbooks' answers are not independent of each other.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import msgspec
import numpy as np
from jaxtyping import Bool, Float64, Int64

RESAMPLES = 1000
SEED = 20130501
"""Fixed, so that the same results give the same interval."""
CONFIDENCE = 0.95

Statistic = Callable[[Int64[np.ndarray, " draw"]], float]
"""Computes a measure from the units with these positions, some of them drawn more than once."""


class Measure(msgspec.Struct, frozen=True):
    """A value and its 95 % confidence interval; NaN (null in JSON) where nothing could be measured."""

    value: float
    low: float
    high: float


def ndcg(grades: Sequence[float], judged: Sequence[float], k: int) -> float:
    """Score the order of a ranking; 1 for the best possible order, 0 if nothing is relevant.

    Args:
        grades: the grade of each ranked document, best first, 0 where not judged.
        judged: every grade of the question, in any order.
        k: how many documents count.
    """
    ideal = _dcg(sorted((grade for grade in judged if grade >= 1), reverse=True)[:k])
    return _dcg([grade if grade >= 1 else 0.0 for grade in grades[:k]]) / ideal if ideal else 0.0


def recall(grades: Sequence[float], judged: Sequence[float], k: int) -> float:
    """Give the share of the relevant documents that are among the first `k`; arguments as for `ndcg`."""
    n_relevant = sum(grade >= 1 for grade in judged)
    return sum(grade >= 1 for grade in grades[:k]) / n_relevant if n_relevant else 0.0


def reciprocal_rank(grades: Sequence[float], k: int) -> float:
    """Give 1 / rank of the first relevant document among the first `k`, else 0."""
    return next((1.0 / rank for rank, grade in enumerate(grades[:k], start=1) if grade >= 1), 0.0)


def area_under_roc(scores: Float64[np.ndarray, " case"], positive: Bool[np.ndarray, " case"]) -> float:
    """Give the probability that a positive outscores a negative (Mann-Whitney); NaN without both kinds."""
    n_positive = int(positive.sum())
    n_negative = len(positive) - n_positive
    if not n_positive or not n_negative:
        return math.nan
    _, place, counts = np.unique(scores, return_inverse=True, return_counts=True)
    mean_rank = np.cumsum(counts) - (counts - 1) / 2
    rank_sum = float(mean_rank[place][positive].sum())
    return (rank_sum - n_positive * (n_positive + 1) / 2) / (n_positive * n_negative)


def ratio(part: float, whole: float) -> float:
    """Divide; NaN where there is nothing to take a share of."""
    return part / whole if whole else math.nan


def f1(true_positive: float, false_positive: float, false_negative: float) -> float:
    """Give the harmonic mean of precision and recall; NaN if the class neither occurs nor is predicted."""
    return ratio(2 * true_positive, 2 * true_positive + false_positive + false_negative)


def f1_of_class(confusion: Int64[np.ndarray, "gold predicted"], of: int) -> float:
    """Give the F1 of class number `of`; rows and columns begin with the same classes in the same order."""
    true_positive = confusion[of, of]
    return f1(true_positive, confusion[:, of].sum() - true_positive, confusion[of].sum() - true_positive)


def mean_measure(values: Sequence[float]) -> Measure:
    """Average one value per question."""
    array = np.asarray(values, dtype=np.float64)
    return bootstrap(len(array), lambda draw: float(array[draw].mean()))


def share_measure(counts: Sequence[tuple[int, int]]) -> Measure:
    """Divide the sum of the parts by the sum of the wholes, from one (part, whole) per question."""
    array = np.asarray(counts, dtype=np.int64).reshape(-1, 2)

    def share(draw: Int64[np.ndarray, " draw"]) -> float:
        part, whole = array[draw].sum(axis=0)
        return ratio(float(part), float(whole))

    return bootstrap(len(array), share)


def bootstrap(n_units: int, statistic: Statistic) -> Measure:
    """Measure all units once, and resamples of them for the interval; draws that give NaN are left out."""
    if n_units == 0:
        return Measure(math.nan, math.nan, math.nan)
    value = float(statistic(np.arange(n_units)))
    random = np.random.default_rng(SEED)
    drawn = np.array([statistic(random.integers(n_units, size=n_units)) for _ in range(RESAMPLES)])
    defined = drawn[~np.isnan(drawn)]
    if math.isnan(value) or not len(defined):
        return Measure(value, math.nan, math.nan)
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(defined, [tail, 1 - tail])
    return Measure(value, float(low), float(high))


def _dcg(grades: Sequence[float]) -> float:
    return sum((2.0**grade - 1) / math.log2(rank + 1) for rank, grade in enumerate(grades, start=1))
