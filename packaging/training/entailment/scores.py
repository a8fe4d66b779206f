"""How right probabilities are: on pairs held out and on labelled disagreements; and what calibrates them.

Arrays of probabilities have one row a pair, in the order of the labels; those of disagreements one row for
each way of reading the pair.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from jaxtyping import Float32, Int64

from disagreements import Disagreement
from edgerag.evaluate.metrics import area_under_roc
from entailment.labels import Meaning, Pair
from entailment.tuning_pairs import OF_DISAGREEMENT, TUNING_SOURCES
from measures import macro_f1

Probabilities = Float32[np.ndarray, "pair label"]
BothWays = Float32[np.ndarray, "pair way label"]

TEMPERATURES: Final = np.arange(0.7, 4.0, 0.05)
"""From surer to much less sure than the model is; a twentieth more makes no difference that one could see."""
LEAST: Final = 1e-9
"""A smaller probability counts as this."""


def labels_of(pairs: Sequence[Pair]) -> Int64[np.ndarray, " pair"]:
    """Give the labels as numbers."""
    return np.array([pair.label for pair in pairs], dtype=np.int64)


def accuracy(probabilities: Probabilities, labels: Int64[np.ndarray, " pair"]) -> float:
    """Give the share of pairs whose label is the most probable."""
    return float((probabilities.argmax(axis=1) == labels).mean())


def report_disagreement(title: str, rows: Sequence[Disagreement], scores: BothWays) -> None:
    """Print how well conflict is told from agreement, and all three labels, for each source."""
    for source in (*TUNING_SOURCES, ""):
        mine = np.array([source in ("", row.source) for row in rows])
        line = of_disagreement(
            [row for row, is_mine in zip(rows, mine, strict=True) if is_mine], scores[mine]
        )
        if line:
            print(f"{title} | {source or 'all'} | {line}", flush=True)


def of_disagreement(rows: Sequence[Disagreement], scores: BothWays) -> str:
    """Measure by contradict / (contradict + entail) of both ways; empty if no pair agrees or conflicts."""
    mean = scores.mean(axis=1)
    labels = np.array([OF_DISAGREEMENT[row.label] for row in rows], dtype=np.int64)
    two = labels != Meaning.NEUTRAL
    if not two.any():
        return ""
    contradict, entail = mean[two, Meaning.CONTRADICT], mean[two, Meaning.ENTAIL]
    conflict = (contradict / (contradict + entail)).astype(np.float64)
    truth = labels[two] == Meaning.CONTRADICT
    binary = macro_f1(truth.astype(np.int64), (conflict > 0.5).astype(np.int64))
    three = macro_f1(labels, mean.argmax(axis=1))
    area = area_under_roc(conflict, truth)
    return f"{two.sum()} | macro-F1 {binary:.3f} | AUC {area:.3f} | labels macro-F1 {three:.3f}"


def temperature_of(probabilities: Probabilities, labels: Int64[np.ndarray, " pair"]) -> float:
    """Find what to divide the logits by for the least log loss."""
    logits = np.log(probabilities + LEAST)

    def loss(temperature: float) -> float:
        scaled = logits / temperature
        log_p = scaled - np.log(np.exp(scaled).sum(axis=1, keepdims=True))
        return float(-log_p[np.arange(len(labels)), labels].mean())

    return min(TEMPERATURES.tolist(), key=loss)
