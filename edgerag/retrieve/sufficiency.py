"""Is there an answer at all? The probability that a handbook addresses the question.

HERO-QA, layer 5, as a calibrated logistic regression instead of a threshold on one score:

    relevance = 1 / (1 + exp(-(b + sum over signs of w_i x_i)))

Fitted by `packaging/fit_relevance.py` on questions whose answers are known to be in a handbook or not.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from edgerag.index.lexical import terms
from edgerag.retrieve.coverage import coverage
from edgerag.retrieve.rerank import LOWEST_LOGIT, Reranked

INTERCEPT = -4.8
LOGIT_WEIGHT = 0.65
COVERAGE_WEIGHT = 3.3
"""Printed by `packaging/fit_relevance.py`."""

SUFFICIENT = 0.5
"""From this relevance on a handbook is answered from."""
HOPELESS = 0.05
"""Below this relevance not even reading the whole handbook is worth the time."""


@dataclass(frozen=True, slots=True)
class Signs:
    """What speaks for a handbook."""

    logit: float
    """The cross-encoder's best; minus infinity if it read nothing."""
    coverage: float
    """The largest share of the question's term weight in one chunk, 0 to 1."""


def signs_of(read: Sequence[Reranked], term_weights: Mapping[str, float]) -> Signs:
    """Collect the signs from what the cross-encoder read of one handbook.

    Args:
        read: The reranked chunks.
        term_weights: The question's terms and how rare each is.
    """
    chunks = [reranked.candidate.chunk for reranked in read]
    return Signs(
        logit=max((reranked.logit for reranked in read), default=float("-inf")),
        coverage=max((coverage(term_weights, terms(chunk.indexed_text)) for chunk in chunks), default=0.0),
    )


def relevance(signs: Signs) -> float:
    """Give the probability that the handbook addresses the question."""
    logit = max(signs.logit, LOWEST_LOGIT)
    z = INTERCEPT + LOGIT_WEIGHT * logit + COVERAGE_WEIGHT * signs.coverage
    return 1 / (1 + math.exp(-z))
