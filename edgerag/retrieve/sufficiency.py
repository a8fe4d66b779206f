"""Is there an answer at all? The probability that a handbook addresses the question.

HERO-QA, layer 5, as a calibrated logistic regression instead of a threshold on one score:

    relevance = 1 / (1 + exp(-(b + w . signs)))

    logit      the cross-encoder's best
    coverage   the largest share of the question's term weight in one chunk
    named      the largest share of the question's conditions that one chunk names; its coverage if the
               question names no condition that the lexicon knows
    cosine     the best of question and chunk
    standing   ln(promise / the promise of the most promising handbook)
    missing    (1 - coverage) min(1, 4 / n), n the question's terms

No single sign can do it. The cross-encoder may doubt a passage that holds all that is asked, and like one
that holds little of it. What both give a true answer depends on how the question is worded, but all handbooks
are asked in the same words: one that stands far behind the others is silent. Names of conditions are a sign
among others: a handbook may use a word that nobody listed. What is asked in few words is missed with one of
them, "symptoms of Rotor syndrome" with its second, and a case told in ten is not. Where no chunk names the
medicine asked about, nothing is read and there is nothing to weigh. Where a name alone is asked about and
nothing that was read says it, the relevance is `NEAR` at most: who has its words apart speaks of something
else. How far the logit lags behind the best of all handbooks adds nothing to these.

Fitted by `packaging/training/fit_relevance.py` on questions of which it is known who addresses them, asked of
whole libraries, of one handbook alone, and of libraries from which all that address them are removed.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from edgerag.language.questions import Asked
from edgerag.retrieve.coverage import coverage, says_name, terms_said
from edgerag.retrieve.rerank import LOWEST_LOGIT, Reranked

INTERCEPT = -3.63
WEIGHTS = (0.14, 1.92, 1.61, 5.99, 1.65, -3.15)
"""In the order of `regressors`; printed by `packaging/training/fit_relevance.py`."""

SIGNS = ("logit", "coverage", "named", "cosine", "standing", "missing")
"""In the order of `regressors`."""

LEAST_STANDING = 0.05
"""Less makes no difference."""
FEW_TERMS = 4
"""In a question of so many terms each is needed; 3 and 5 measure alike."""
SUFFICIENT = 0.5
"""From this relevance on a handbook is likely to address the question; the fit weighs a missed answer twice.
Where what it states is read, that decides too (`answer.extractive.is_heard`)."""
NEAR = 0.3
"""From this relevance on what a handbook states is read, and it may address the question: of those below it
nine in ten are silent, where nurses' own words are asked."""
HOPELESS = 0.05
"""Below this relevance not even reading the whole handbook is worth the time."""


@dataclass(frozen=True, slots=True)
class Signs:
    """What speaks for a handbook."""

    logit: float
    """The cross-encoder's best; minus infinity if it read nothing."""
    coverage: float
    """The largest share of the question's term weight in one chunk, 0 to 1."""
    named: float
    """The largest share of the question's conditions that one chunk names, or `coverage`; 0 to 1."""
    cosine: float
    """The best of question and chunk, -1 to 1."""
    standing: float
    """The handbook's promise as a share of the most promising handbook's, 0 to 1."""
    n_terms: int
    """Terms of the question."""
    is_named: bool = True
    """Whether a chunk says the name, if the question asks about nothing but a name."""


def signs_of(
    asked: Asked, read: Sequence[Reranked], term_weights: Mapping[str, float], standing: float
) -> Signs:
    """Collect the signs from what the cross-encoder read of one handbook.

    Args:
        asked: The question.
        read: The reranked chunks.
        term_weights: The question's terms and how rare each is.
        standing: See `Signs`.
    """
    candidates = [reranked.candidate for reranked in read]
    logit = max((reranked.logit for reranked in read), default=float("-inf"))
    texts = (candidate.written_out for candidate in candidates)
    covered = max((coverage(term_weights, terms_said(text, asked.also)) for text in texts), default=0.0)
    named = max((candidate.named for candidate in candidates), default=0.0)
    return Signs(
        logit=logit,
        coverage=covered,
        named=named if asked.conditions else covered,
        cosine=max((candidate.cosine for candidate in candidates), default=0.0),
        standing=standing,
        n_terms=len(term_weights),
        is_named=not asked.bare_name or any(says_name(asked, one.chunk.indexed_text) for one in candidates),
    )


def relevance(signs: Signs) -> float:
    """Give the probability that the handbook addresses the question; 0 if nothing in it was worth reading.

    It is `NEAR` at most where the name is not said that alone is asked about.
    """
    if signs.logit == float("-inf"):
        return 0.0
    probability = 1 / (1 + math.exp(-INTERCEPT - sum(contributions(signs).values())))
    return probability if signs.is_named else min(probability, NEAR)


def contributions(signs: Signs) -> dict[str, float]:
    """Give what each sign adds to the log odds, beside the intercept; nothing if nothing was read."""
    if signs.logit == float("-inf"):
        return {}
    weighted = zip(SIGNS, WEIGHTS, regressors(signs), strict=True)
    return {name: weight * sign for name, weight, sign in weighted}


def regressors(signs: Signs) -> tuple[float, ...]:
    """Give what the weights multiply, in the order of the module's list."""
    standing = math.log(max(signs.standing, LEAST_STANDING))
    missing = (1 - signs.coverage) * min(1.0, FEW_TERMS / max(signs.n_terms, 1))
    return max(signs.logit, LOWEST_LOGIT), signs.coverage, signs.named, signs.cosine, standing, missing
