"""Is there an answer at all? The probability that a handbook addresses the question.

HERO-QA, layer 5, as a calibrated logistic regression instead of a threshold on one score:

    odds = exp(b + w_1 logit + w_2 coverage + w_3 ln standing),   relevance = odds / (1 + odds)

No single sign can do it. The cross-encoder's logit of a true answer depends on how the question is
worded; the standing corrects for that, since all handbooks are asked in the same words. But someone is always
the best, even if all are silent: then the logit and the coverage are low.

Fitted by `packaging/fit_relevance.py` on questions of which it is known who addresses them, some of them
asked of one handbook alone, whose standing is 1.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from edgerag.index.lexical import terms
from edgerag.retrieve.coverage import coverage
from edgerag.retrieve.rerank import LOWEST_LOGIT, Reranked

INTERCEPT = 0.76
LOGIT_WEIGHT = 0.34
COVERAGE_WEIGHT = 3.71
STANDING_WEIGHT = 4.35
"""Printed by `packaging/fit_relevance.py`."""

LEAST_COVERAGE = 1 / 3
"""A chunk with less of what is asked, and in which the cross-encoder sees no answer (a logit below 0),
does not answer it, however alone it stands in the library.

Of 184 handbooks known to hold an answer one had less coverage; of those known to be silent most had.
"""
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
    standing: float
    """The handbook's promise as a share of the most promising handbook's, 0 to 1."""


def signs_of(read: Sequence[Reranked], term_weights: Mapping[str, float], standing: float) -> Signs:
    """Collect the signs from what the cross-encoder read of one handbook.

    Args:
        read: The reranked chunks.
        term_weights: The question's terms and how rare each is.
        standing: See `Signs`.
    """
    chunks = [reranked.candidate.chunk for reranked in read]
    return Signs(
        logit=max((reranked.logit for reranked in read), default=float("-inf")),
        coverage=max((coverage(term_weights, terms(chunk.indexed_text)) for chunk in chunks), default=0.0),
        standing=standing,
    )


def relevance(signs: Signs) -> float:
    """Give the probability that the handbook addresses the question."""
    logit = max(signs.logit, LOWEST_LOGIT)
    odds = signs.standing**STANDING_WEIGHT * math.exp(
        INTERCEPT + LOGIT_WEIGHT * logit + COVERAGE_WEIGHT * signs.coverage
    )
    probability = odds / (1 + odds)
    is_beside_the_point = signs.coverage < LEAST_COVERAGE and signs.logit < 0
    return min(probability, SUFFICIENT / 2) if is_beside_the_point else probability
