"""How well classes are told apart."""

from __future__ import annotations

import numpy as np
from jaxtyping import Bool, Int64

from edgerag.evaluate.metrics import f1


def macro_f1(truth: Int64[np.ndarray, " row"], guess: Int64[np.ndarray, " row"]) -> float:
    """Give the mean F1 of the classes that occur."""
    return float(np.mean([f1_of(truth == one, guess == one) for one in np.unique(truth)]))


def f1_of(truth: Bool[np.ndarray, " row"], guess: Bool[np.ndarray, " row"]) -> float:
    """Give the F1 of one class."""
    return f1(float((truth & guess).sum()), float((guess & ~truth).sum()), float((truth & ~guess).sum()))
