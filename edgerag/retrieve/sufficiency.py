"""Is there an answer at all? The probability that a handbook addresses the question.

HERO-QA, layer 5, as a calibrated logistic regression instead of a threshold on one score:

    odds = exp(b + w_1 logit + w_2 coverage + w_3 logit coverage + p^3 (w_4 ln standing - w_5 lag))
    relevance = odds / (1 + odds)

    lag       = l - logit,   l the best logit of this and the more promising handbooks
    standing  = promise / the promise of the most promising handbook
    p         = max(l, 0) / l_max, at most 1: how plainly the question is answered somewhere

No single sign can do it. The cross-encoder's logit of a true answer depends on how the question is worded,
but all handbooks are asked in the same words: where one answers plainly, one that stands far behind is
silent, and where none does, standing behind means nothing. Only the more promising handbooks count for l,
since they are read first and evidence is shown as soon as it is read.

Fitted by `packaging/fit_relevance.py` on questions of which it is known who addresses them, asked of whole
libraries, of one handbook alone, and of libraries from which all that address them are removed.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from edgerag.index.lexical import terms
from edgerag.retrieve.coverage import coverage
from edgerag.retrieve.rerank import HIGHEST_LOGIT, LOWEST_LOGIT, Reranked

INTERCEPT = 0.04
LOGIT_WEIGHT = 0.73
COVERAGE_WEIGHT = 3.67
PRODUCT_WEIGHT = -0.59
STANDING_WEIGHT = 2.25
LAG_WEIGHT = 0.37
"""Printed by `packaging/fit_relevance.py`."""

LEAST_COVERAGE = 1 / 3
"""A chunk with less of what is asked, and in which the cross-encoder sees no answer (a logit below 0),
does not answer it, however alone it stands in the library.

Of 184 handbooks known to hold an answer one had less coverage; of those known to be silent most had.
"""
LEAST_STANDING = 0.05
"""Less makes no difference."""
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
    best_logit: float
    """The best logit of this and the more promising handbooks."""


def signs_of(
    read: Sequence[Reranked], term_weights: Mapping[str, float], standing: float, best_logit: float
) -> Signs:
    """Collect the signs from what the cross-encoder read of one handbook.

    Args:
        read: The reranked chunks.
        term_weights: The question's terms and how rare each is.
        standing: See `Signs`.
        best_logit: The best logit of the handbooks read before; minus infinity if this is the first.
    """
    chunks = [reranked.candidate.chunk for reranked in read]
    logit = max((reranked.logit for reranked in read), default=float("-inf"))
    return Signs(
        logit=logit,
        coverage=max((coverage(term_weights, terms(chunk.indexed_text)) for chunk in chunks), default=0.0),
        standing=standing,
        best_logit=max(logit, best_logit),
    )


def relevance(signs: Signs) -> float:
    """Give the probability that the handbook addresses the question."""
    weights = (LOGIT_WEIGHT, COVERAGE_WEIGHT, PRODUCT_WEIGHT, STANDING_WEIGHT, -LAG_WEIGHT)
    score = INTERCEPT + sum(weight * term for weight, term in zip(weights, regressors(signs), strict=True))
    probability = 1 / (1 + math.exp(-score))
    return min(probability, SUFFICIENT / 2) if is_beside_the_point(signs) else probability


def regressors(signs: Signs) -> tuple[float, float, float, float, float]:
    """Give what the weights multiply: logit, coverage, their product, and how the handbook stands in p^3."""
    logit, best = max(signs.logit, LOWEST_LOGIT), max(signs.best_logit, LOWEST_LOGIT)
    plainness = min(max(best, 0.0) / HIGHEST_LOGIT, 1.0) ** 3
    standing = math.log(max(signs.standing, LEAST_STANDING))
    return logit, signs.coverage, logit * signs.coverage, plainness * standing, plainness * (best - logit)


def is_beside_the_point(signs: Signs) -> bool:
    """Whether too little of what is asked is there, see `LEAST_COVERAGE`."""
    return signs.coverage < LEAST_COVERAGE and signs.logit < 0
