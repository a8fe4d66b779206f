"""How two answers relate: does the judge give the label that people gave?

    accuracy           pairs with the gold label / all pairs
    f1_LABEL           F1 of one label against all others
    conflict_macro_f1  mean of the F1 of "conflict" (CONTRADICTORY or DIVERGENT) and of "the rest"
    false_consistent   conflicting gold pairs called CONSISTENT / all of them
    false_agreement    conflicting gold pairs called CONSISTENT or COMPLEMENTARY / all of them
    false_alarm        CONSISTENT gold pairs called a conflict / all CONSISTENT gold pairs
    false_conflict     CONSISTENT and COMPLEMENTARY gold pairs called a conflict / all of them
    not_checked        share of pairs that the judge left open

NOT CHECKED is a miss of every label. In `conflict_macro_f1` it belongs to the rest, because no
conflict was flagged: a judge that leaves everything open has no F1 of conflict, and shows in `not_checked`.
Where the data says which capability a pair tests, or which group it belongs to, accuracy is given for each.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from jaxtyping import Bool, Int64
from msgspec import structs

from edgerag.domain.reports import CONFLICTS, Label
from edgerag.evaluate.datasets.pairs import LabelledPair
from edgerag.evaluate.metrics import Measure, bootstrap, f1_of_class, mean_measure, share_measure
from edgerag.evaluate.results import Group, Groups, Measurements, Progress, named_confusion

GOLD = (Label.ABSENT, Label.CONSISTENT, Label.COMPLEMENTARY, Label.DIVERGENT, Label.CONTRADICTORY)
SAID = (*GOLD, Label.NOT_CHECKED)

AGREEMENTS: Final = frozenset({Label.CONSISTENT, Label.COMPLEMENTARY})

Cells = Int64[np.ndarray, "pair 2"]
"""Position of the gold label in `GOLD` and of the predicted one in `SAID`."""
Judge = Callable[[LabelledPair], Label]
"""Labels two texts that answer one question, without looking at the gold label."""


def evaluate_pairs(pairs: Sequence[LabelledPair], judge: Judge, progress: Progress) -> Measurements:
    """Compare the judge's labels with the gold labels; labels that never occur in the gold are left out."""
    said: list[Label] = []
    for done, pair in enumerate(pairs):
        progress("comparing pairs", done, len(pairs))
        said.append(judge(pair))
    progress("comparing pairs", len(pairs), len(pairs))
    measured = measure_labels([pair.label for pair in pairs], said)
    return structs.replace(measured, groups=accuracy_of_groups(pairs, said))


def measure_labels(gold: Sequence[Label], said: Sequence[Label]) -> Measurements:
    """Measure predicted labels, the pairs in the same order."""
    cells = cells_from(list(zip(gold, said, strict=True)))
    measures = {
        "accuracy": mean_measure([float(one is other) for one, other in zip(gold, said, strict=True)]),
        "conflict_macro_f1": _over(cells, conflict_macro_f1),
    }
    measures |= {
        f"f1_{label.value}": _f1_of(cells, number) for number, label in enumerate(GOLD) if label in set(gold)
    }
    measures |= errors(cells)
    names = [label.value for label in SAID]
    return Measurements(len(cells), measures, named_confusion(count_labels(cells), names[:-1], names))


def accuracy_of_groups(pairs: Sequence[LabelledPair], said: Sequence[Label]) -> Groups:
    """Give the accuracy on each capability and each group of pairs, as far as the data names any."""
    named = {
        "capability": [pair.capability for pair in pairs],
        "group": [pair.group for pair in pairs],
    }
    if named["group"] == named["capability"]:
        del named["group"]
    return {what: _accuracy_of(names, pairs, said) for what, names in named.items() if any(names)}


def errors(cells: Cells) -> dict[str, Measure]:
    """Measure the wrong verdicts that could hurt, and those that were not given."""
    consistent = frozenset({Label.CONSISTENT})
    return {
        "false_consistent": share_called(cells, CONFLICTS, consistent),
        "false_agreement": share_called(cells, CONFLICTS, AGREEMENTS),
        "false_alarm": share_called(cells, consistent, CONFLICTS),
        "false_conflict": share_called(cells, AGREEMENTS, CONFLICTS),
        "not_checked": share_called(cells, frozenset(GOLD), frozenset({Label.NOT_CHECKED})),
    }


def share_called(cells: Cells, gold: frozenset[Label], said: frozenset[Label]) -> Measure:
    """Give the share of the pairs with such gold labels that were called so."""
    of_gold, of_said = among(cells[:, 0], gold), among(cells[:, 1], said)
    return share_measure(list(zip((of_gold & of_said).tolist(), of_gold.tolist(), strict=True)))


def among(numbers: Int64[np.ndarray, " pair"], labels: frozenset[Label]) -> Bool[np.ndarray, " pair"]:
    """Say which of the positions in `SAID` are those of `labels`."""
    return np.isin(numbers, [SAID.index(label) for label in labels])


def cells_from(labels: Sequence[tuple[Label, Label]]) -> Cells:
    """Give gold and predicted labels by their positions in `GOLD` and in `SAID`."""
    return np.array([[GOLD.index(g), SAID.index(s)] for g, s in labels], dtype=np.int64).reshape(-1, 2)


def _accuracy_of(
    names: Sequence[str], pairs: Sequence[LabelledPair], said: Sequence[Label]
) -> dict[str, Group]:
    right: dict[str, list[float]] = {}
    for name, pair, label in zip(names, pairs, said, strict=True):
        right.setdefault(name, []).append(float(pair.label is label))
    return {
        name: Group(len(right[name]), {"accuracy": mean_measure(right[name])})
        for name in sorted(right)
        if name
    }


def _over(cells: Cells, of_confusion: Callable[[Int64[np.ndarray, "gold said"]], float]) -> Measure:
    return bootstrap(len(cells), lambda draw: of_confusion(count_labels(cells[draw])))


def _f1_of(cells: Cells, number: int) -> Measure:
    return _over(cells, lambda confusion: f1_of_class(confusion, number))


def conflict_macro_f1(confusion: Int64[np.ndarray, "gold said"]) -> float:
    """Fold a confusion matrix of `GOLD` x `SAID` into conflict and the rest, and average their F1."""
    conflict = np.array([label in CONFLICTS for label in SAID])
    gold = conflict[: len(GOLD)]
    folded = np.array(
        [[confusion[rows][:, columns].sum() for columns in (conflict, ~conflict)] for rows in (gold, ~gold)]
    )
    return (f1_of_class(folded, 0) + f1_of_class(folded, 1)) / 2


def count_labels(cells: Int64[np.ndarray, "pair 2"]) -> Int64[np.ndarray, "gold said"]:
    """Count pairs by gold and predicted label; a row of `cells` is the position in `GOLD` and in `SAID`."""
    counts = np.zeros((len(GOLD), len(SAID)), dtype=np.int64)
    np.add.at(counts, (cells[:, 0], cells[:, 1]), 1)
    return counts
