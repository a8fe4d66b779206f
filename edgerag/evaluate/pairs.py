"""How two answers relate: does the judge give the label that people gave?

    f1_LABEL           F1 of one label against all others
    conflict_macro_f1  mean of the F1 of "conflict" (CONTRADICTORY or DIVERGENT) and of "the rest"
    not_checked        share of pairs that the judge left open

NOT CHECKED is a miss of every label. In `conflict_macro_f1` it belongs to the rest, because no
conflict was flagged: a judge that leaves everything open has no F1 of conflict, and shows in `not_checked`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from jaxtyping import Int64

from edgerag.domain.reports import CONFLICTS, Label
from edgerag.evaluate.datasets import LabelledPair
from edgerag.evaluate.metrics import Measure, bootstrap, f1_of_class, ratio
from edgerag.evaluate.results import Measurements, Progress, named_confusion

GOLD = (Label.ABSENT, Label.CONSISTENT, Label.COMPLEMENTARY, Label.DIVERGENT, Label.CONTRADICTORY)
SAID = (*GOLD, Label.NOT_CHECKED)

Judge = Callable[[LabelledPair], Label]
"""Labels two texts that answer one question, without looking at the gold label."""


def evaluate_pairs(pairs: Sequence[LabelledPair], judge: Judge, progress: Progress) -> Measurements:
    """Compare the judge's labels with the gold labels; labels that never occur in the gold are left out."""
    said: list[Label] = []
    for done, pair in enumerate(pairs):
        progress("comparing pairs", done, len(pairs))
        said.append(judge(pair))
    progress("comparing pairs", len(pairs), len(pairs))
    return measure_labels([pair.label for pair in pairs], said)


def measure_labels(gold: Sequence[Label], said: Sequence[Label]) -> Measurements:
    """Measure predicted labels, the pairs in the same order."""
    cells = np.array(
        [[GOLD.index(g), SAID.index(s)] for g, s in zip(gold, said, strict=True)], dtype=np.int64
    )
    cells = cells.reshape(-1, 2)

    def bootstrapped(of_confusion: Callable[[Int64[np.ndarray, "gold said"]], float]) -> Measure:
        return bootstrap(len(cells), lambda draw: of_confusion(count_labels(cells[draw])))

    def of_label(number: int) -> Measure:
        return bootstrapped(lambda confusion: f1_of_class(confusion, number))

    measures = {"conflict_macro_f1": bootstrapped(conflict_macro_f1)}
    occurring = set(gold)
    measures |= {
        f"f1_{label.value}": of_label(number) for number, label in enumerate(GOLD) if label in occurring
    }
    measures["not_checked"] = bootstrapped(_not_checked)
    names = [label.value for label in SAID]
    return Measurements(len(cells), measures, named_confusion(count_labels(cells), names[:-1], names))


def conflict_macro_f1(confusion: Int64[np.ndarray, "gold said"]) -> float:
    """Fold a confusion matrix of `GOLD` x `SAID` into conflict and the rest, and average their F1."""
    conflict = np.array([label in CONFLICTS for label in SAID])
    gold = conflict[: len(GOLD)]
    folded = np.array(
        [[confusion[rows][:, columns].sum() for columns in (conflict, ~conflict)] for rows in (gold, ~gold)]
    )
    return (f1_of_class(folded, 0) + f1_of_class(folded, 1)) / 2


def _not_checked(confusion: Int64[np.ndarray, "gold said"]) -> float:
    return ratio(confusion[:, SAID.index(Label.NOT_CHECKED)].sum(), confusion.sum())


def count_labels(cells: Int64[np.ndarray, "pair 2"]) -> Int64[np.ndarray, "gold said"]:
    """Count pairs by gold and predicted label; a row of `cells` is the position in `GOLD` and in `SAID`."""
    counts = np.zeros((len(GOLD), len(SAID)), dtype=np.int64)
    np.add.at(counts, (cells[:, 0], cells[:, 1]), 1)
    return counts
