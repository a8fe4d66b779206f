"""Is there an answer at all? The probability that a handbook addresses the question.

HERO-QA, layer 5, as a calibrated logistic regression instead of a threshold on one score:

    odds = exp(b - w_1 doubt + p (w_2 ln standing - w_3 lag))
    relevance = odds / (1 + odds)

    doubt     = max(4 - logit, 0) (1 - coverage)
    lag       = l - logit,   l the best logit of this and the more promising handbooks
    standing  = promise / the promise of the most promising handbook
    p         = 1 / (1 + exp(8 - l)): how plainly the question is answered somewhere

No single sign can do it. The cross-encoder may doubt a passage that holds all that is asked, and like one
that holds little of it; both together are a bad sign. Its logit of a true answer depends on how the question
is worded, but all handbooks are asked in the same words: where one answers plainly, one that stands far
behind is silent, and where none does, standing behind means nothing. Only the more promising handbooks count
for l, since they are read first and evidence is shown as soon as it is read.

b and w_1 are greater where the question asks for a value, such as a dose. Values stand in tables and lists,
which the cross-encoder reads badly even if the answer is there; but then the words of the question are there
too, while a table of other doses has its logit without them. Where no chunk names the medicine and the
condition asked about, nothing is read and there is nothing to weigh.

Fitted by `packaging/training/fit_relevance.py` on questions of which it is known who addresses them, asked of
whole libraries, of one handbook alone, and of libraries from which all that address them are removed.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from edgerag.index.lexical import terms
from edgerag.language.questions import Asked
from edgerag.retrieve.coverage import coverage
from edgerag.retrieve.rerank import LOWEST_LOGIT, Reranked

INTERCEPT, VALUE_INTERCEPT = 1.13, 5.43
DOUBT_WEIGHT, VALUE_DOUBT_WEIGHT = 0.23, 1.23
STANDING_WEIGHT = 1.53
LAG_WEIGHT = 1.36
"""Printed by `packaging/training/fit_relevance.py`."""

CLEAR_LOGIT, PLAIN_LOGIT = 4.0, 8.0
"""The logits from which the cross-encoder has no doubt, and at which a question counts half as plainly
answered: of 0 to 6.5 and of 6 to 9 the best in cross-validation, on a flat top."""
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
    asks_value: bool
    """Whether the question asks for a value."""


def signs_of(
    asked: Asked,
    read: Sequence[Reranked],
    term_weights: Mapping[str, float],
    standing: float,
    best_logit: float,
) -> Signs:
    """Collect the signs from what the cross-encoder read of one handbook.

    Args:
        asked: The question.
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
        asks_value=asked.asks_value,
    )


def relevance(signs: Signs) -> float:
    """Give the probability that the handbook addresses the question; 0 if nothing in it was worth reading."""
    if signs.logit == float("-inf"):
        return 0.0
    intercept, doubt_weight = (
        (VALUE_INTERCEPT, VALUE_DOUBT_WEIGHT) if signs.asks_value else (INTERCEPT, DOUBT_WEIGHT)
    )
    doubt, standing, lag = regressors(signs)
    score = intercept - doubt_weight * doubt + STANDING_WEIGHT * standing - LAG_WEIGHT * lag
    probability = 1 / (1 + math.exp(-score))
    return min(probability, SUFFICIENT / 2) if is_beside_the_point(signs) else probability


def regressors(signs: Signs) -> tuple[float, float, float]:
    """Give what the weights multiply: doubt, and how the handbook stands and lags, times p."""
    logit, best = max(signs.logit, LOWEST_LOGIT), max(signs.best_logit, LOWEST_LOGIT)
    doubt = max(CLEAR_LOGIT - logit, 0.0) * (1 - signs.coverage)
    plainness = 1 / (1 + math.exp(PLAIN_LOGIT - best))
    standing = math.log(max(signs.standing, LEAST_STANDING))
    return doubt, plainness * standing, plainness * (best - logit)


def is_beside_the_point(signs: Signs) -> bool:
    """Whether too little of what is asked is there, see `LEAST_COVERAGE`."""
    return signs.coverage < LEAST_COVERAGE and signs.logit < 0
