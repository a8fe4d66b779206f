"""How right the relation model is, on pairs held out.

accuracy      of the five relations, and of the first four among the pairs that are comparable: not apart
conflict      P(differs) + P(opposite) as a share of P(not apart): area under the curve (AUC) against same
              and more, among the comparable
apart         P(apart): AUC against the rest
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from jaxtyping import Float32, Float64, Int64

from edgerag.evaluate.metrics import area_under_roc, ratio
from relation.judged import RELATIONS, Relation

CONFLICTS: Final = tuple(RELATIONS.index(name) for name in ("differs", "opposite"))
APART: Final = RELATIONS.index("apart")
"""The last, so that those before it are the comparable."""

Logits = Float32[np.ndarray, "pair relation"]


def numbers_of(relations: Sequence[Relation]) -> Int64[np.ndarray, " pair"]:
    """Give relations as numbers."""
    return np.array([RELATIONS.index(relation) for relation in relations], dtype=np.int64)


def measured(logits: Logits, truth: Int64[np.ndarray, " pair"]) -> str:
    """Say how right logits are."""
    p = softmax(logits)
    is_comparable, is_conflict = truth != APART, np.isin(truth, CONFLICTS)
    conflict = p[:, CONFLICTS].sum(axis=1) / p[:, :APART].sum(axis=1)
    of_all = ratio(float((p.argmax(axis=1) == truth).sum()), len(truth))
    right = (p[:, :APART].argmax(axis=1) == truth) & is_comparable
    of_comparable = ratio(float(right.sum()), float(is_comparable.sum()))
    return (
        f"pairs {len(truth)} | accuracy {of_all:.3f} | of comparable {of_comparable:.3f}"
        f" | conflict AUC {area_under_roc(conflict[is_comparable], is_conflict[is_comparable]):.3f}"
        f" | apart AUC {area_under_roc(p[:, APART], ~is_comparable):.3f}"
    )


def softmax(logits: Logits) -> Float64[np.ndarray, "pair relation"]:
    """Give the probabilities."""
    powers = np.exp((logits - logits.max(axis=1, keepdims=True)).astype(np.float64))
    return powers / powers.sum(axis=1, keepdims=True)


def both_ways(logits: Logits) -> Logits:
    """Give the mean of the logits of either order, which follow one another."""
    return logits.reshape(-1, 2, len(RELATIONS)).mean(axis=1)
