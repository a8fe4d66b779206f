"""How far the judge of the compare stage is to be trusted.

    accuracy                 pairs with the gold label / all pairs
    macro_f1                 mean F1 of the labels that occur in the gold
    relation_macro_f1        the same, with both labels of conflict taken for one
    conflict_macro_f1        mean F1 of "conflict" (CONTRADICTORY or DIVERGENT) and of "the rest"
    kappa                    (p_o - p_e) / (1 - p_e), Cohen 1960: p_o the share of equal labels, p_e the
                             share that two readers with these label counts would reach by chance
    conflict_recall          conflicting gold pairs called a conflict / all conflicting gold pairs
    false_consistent         conflicting gold pairs called CONSISTENT / all of them
    false_agreement          conflicting gold pairs called CONSISTENT or COMPLEMENTARY / all of them
    sure_false_agreement     CONTRADICTORY gold pairs called so, surely (see `SURE`) / all of them
    false_alarm              CONSISTENT gold pairs called a conflict / all CONSISTENT gold pairs
    false_conflict           CONSISTENT and COMPLEMENTARY gold pairs called a conflict / all of them
    not_checked              pairs left open / all pairs
    calibration_error        sum over ten bins of probability of  share of pairs * |share right - mean
                             probability|, over the pairs that were not left open
    order_agreement          pairs whose label is the same with the texts swapped / all pairs
    latency_ms               mean time of a pair, in milliseconds
    precision_, recall_, f1_ of each label

NOT CHECKED is a miss of every label. A name in brackets restricts a measure to one source of the
pairs; "without" leaves a layer of the judge out, and "gained by" is what it adds, on the same pairs. Without
the typed comparison a label is given from the models alone: HERO-QA's judge of labels only, against the
structured one. Without similarity no model is asked at all. In a source
that has texts which do not answer, every pair is first screened for absence.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from jaxtyping import Float64, Int64

from edgerag.compare.comparison import Comparison
from edgerag.compare.pair import NO_LAYERS, Layers
from edgerag.domain.reports import CONFLICTS, Label, Layer
from edgerag.evaluate.datasets.pairs import LabelledPair
from edgerag.evaluate.metrics import Measure, bootstrap, f1_of_class, ratio
from edgerag.evaluate.pairs import (
    AGREEMENTS,
    GOLD,
    SAID,
    Cells,
    among,
    cells_from,
    conflict_macro_f1,
    count_labels,
    errors,
    share_called,
)
from edgerag.evaluate.results import Measurements, Progress, named_confusion

SURE: Final = 0.7
"""The probability from which on the judge counts as sure of itself."""
_BINS: Final = 10
_ABLATED: Final = (Layer.TYPED, Layer.ENTAILMENT, Layer.SIMILARITY, Layer.RELATION)

Judge = Callable[[str, str, str, Layers], Comparison]
"""Judges two texts as answers to a question, without some of its layers."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A labelled pair, and what the judge said about it."""

    pair: LabelledPair
    said: Comparison
    swapped: Label
    """Its label with the texts in the other order."""
    latency_ms: float


def judge_pairs(pairs: Sequence[LabelledPair], judge: Judge, progress: Progress) -> list[Judged]:
    """Judge every pair in both orders."""
    return [_judged(pair, judge, done, len(pairs), progress) for done, pair in enumerate(pairs)]


def evaluate_judge(
    judged: Sequence[Judged], judge: Judge, progress: Progress, layers: Sequence[Layer] = _ABLATED
) -> Measurements:
    """Measure all that the module names; the pairs are judged again without each layer."""
    pairs = [one.pair for one in judged]
    measures = measure(judged)
    for source in sorted({one.pair.source_dataset for one in judged} - {""}):
        of_source = [one for one in judged if one.pair.source_dataset == source]
        measures |= {f"{name} [{source}]": value for name, value in brief(_cells_of(of_source)).items()}
    for layer in layers:
        progress(f"judging without the {layer}", 0, 0)
        cells = cells_from([(p.label, judge(p.question, p.a, p.b, frozenset({layer})).label) for p in pairs])
        measures |= {f"{name} without {layer}": value for name, value in brief(cells).items()}
        gain = gained(_cells_of(judged), cells)
        measures |= {f"{name} gained by {layer}": value for name, value in gain.items()}
    names = [label.value for label in SAID]
    confusion = named_confusion(count_labels(_cells_of(judged)), names[:-1], names)
    return Measurements(len(judged), measures, confusion)


def measure(judged: Sequence[Judged]) -> dict[str, Measure]:
    """Measure what the judge said."""
    cells = _cells_of(judged)
    probability = np.array([one.said.probability for one in judged], dtype=np.float64)
    same = np.array([one.said.label is one.swapped for one in judged], dtype=np.float64)
    latency_ms = np.array([one.latency_ms for one in judged], dtype=np.float64)
    measures = brief(cells)
    measures["kappa"] = _over(cells, kappa)
    measures["sure_false_agreement"] = bootstrap(
        len(cells), lambda draw: _sure_false_agreement(cells[draw], probability[draw])
    )
    measures["calibration_error"] = bootstrap(
        len(cells), lambda draw: calibration_error(probability[draw], cells[draw])
    )
    measures["order_agreement"] = bootstrap(len(cells), lambda draw: float(same[draw].mean()))
    measures["latency_ms"] = bootstrap(len(cells), lambda draw: float(latency_ms[draw].mean()))
    for number, label in enumerate(GOLD):
        if (cells[:, 0] == number).any():
            measures |= _of_label(cells, number, label)
    return measures


def kappa(confusion: Int64[np.ndarray, "gold said"]) -> float:
    """Cohen's kappa of a matrix of counts whose rows and columns begin with the same labels."""
    n = confusion.sum()
    if n == 0:
        return math.nan
    rows, columns = confusion.sum(axis=1) / n, confusion.sum(axis=0) / n
    k = min(confusion.shape)
    observed = confusion.diagonal().sum() / n
    chance = float(rows[:k] @ columns[:k])
    return ratio(observed - chance, 1 - chance)


def calibration_error(probability: Float64[np.ndarray, " pair"], cells: Cells) -> float:
    """Expected calibration error over ten bins of equal width; pairs left open are left out."""
    open_ = cells[:, 1] == SAID.index(Label.NOT_CHECKED)
    probability, right = probability[~open_], (cells[:, 0] == cells[:, 1])[~open_]
    if not len(right):
        return math.nan
    bins = np.minimum((probability * _BINS).astype(np.int64), _BINS - 1)
    gaps = [
        (bins == number).mean() * abs(right[bins == number].mean() - probability[bins == number].mean())
        for number in np.unique(bins)
    ]
    return float(sum(gaps))


def _judged(pair: LabelledPair, judge: Judge, done: int, n: int, progress: Progress) -> Judged:
    progress("judging pairs", done, n)
    begin = time.perf_counter()
    said = judge(pair.question, pair.a, pair.b, NO_LAYERS)
    latency_ms = 1000 * (time.perf_counter() - begin)
    return Judged(pair, said, judge(pair.question, pair.b, pair.a, NO_LAYERS).label, latency_ms)


def _cells_of(judged: Sequence[Judged]) -> Cells:
    return cells_from([(one.pair.label, one.said.label) for one in judged])


def brief(cells: Cells) -> dict[str, Measure]:
    """Measure what every part of the data and every ablation is measured by."""
    return {
        "accuracy": bootstrap(len(cells), lambda draw: _mean(cells[draw, 0] == cells[draw, 1])),
        "macro_f1": _over(cells, _macro_f1),
        "relation_macro_f1": _over(cells, _relation_macro_f1),
        "conflict_macro_f1": _over(cells, conflict_macro_f1),
        "conflict_recall": share_called(cells, CONFLICTS, CONFLICTS),
    } | errors(cells)


def gained(whole: Cells, without: Cells) -> dict[str, Measure]:
    """Measure how much better a judge is than a lesser one on the same pairs."""

    def difference(of_cells: Callable[[Cells], float]) -> Measure:
        return bootstrap(len(whole), lambda draw: of_cells(whole[draw]) - of_cells(without[draw]))

    return {
        "accuracy": difference(lambda cells: _mean(cells[:, 0] == cells[:, 1])),
        "macro_f1": difference(lambda cells: _macro_f1(count_labels(cells))),
        "conflict_macro_f1": difference(lambda cells: conflict_macro_f1(count_labels(cells))),
    }


def _sure_false_agreement(cells: Cells, probability: Float64[np.ndarray, " pair"]) -> float:
    contradictory = cells[:, 0] == GOLD.index(Label.CONTRADICTORY)
    agreed = among(cells[:, 1], AGREEMENTS) & (probability >= SURE)
    return ratio(float((contradictory & agreed).sum()), float(contradictory.sum()))


def _of_label(cells: Cells, number: int, label: Label) -> dict[str, Measure]:
    def precision(confusion: Int64[np.ndarray, "gold said"]) -> float:
        return ratio(confusion[number, number], confusion[:, number].sum())

    def recall(confusion: Int64[np.ndarray, "gold said"]) -> float:
        return ratio(confusion[number, number], confusion[number].sum())

    return {
        f"precision_{label.value}": _over(cells, precision),
        f"recall_{label.value}": _over(cells, recall),
        f"f1_{label.value}": _over(cells, lambda confusion: f1_of_class(confusion, number)),
    }


def _macro_f1(confusion: Int64[np.ndarray, "gold said"]) -> float:
    occurring = [number for number in range(len(GOLD)) if confusion[number].sum()]
    return _mean(np.array([f1_of_class(confusion, number) for number in occurring]))


def _relation_macro_f1(confusion: Int64[np.ndarray, "gold said"]) -> float:
    """Fold DIVERGENT into CONTRADICTORY, and average."""
    one, other = GOLD.index(Label.DIVERGENT), GOLD.index(Label.CONTRADICTORY)
    folded = confusion.copy()
    for axis in (folded, folded.T):
        axis[other] += axis[one]
        axis[one] = 0
    return _macro_f1(folded)


def _over(cells: Cells, of_confusion: Callable[[Int64[np.ndarray, "gold said"]], float]) -> Measure:
    return bootstrap(len(cells), lambda draw: of_confusion(count_labels(cells[draw])))


def _mean(values: np.ndarray) -> float:
    return float(values.mean()) if len(values) else math.nan
