"""Answer by quoting: pick the sentences, list items or table rows that answer.

    P(answers) = worth / (1 + exp(-(b + w . signs)))

    signs   selector's logit, fit, place, ln aside

The selector is a cross-encoder that reads the question with a statement under its headings and the line that
governs it; the others are the statement's signs without a model (`signs.py`), which also choose the few
statements of a handbook that it reads. A statement that cannot stand as an answer is not read. b and w are
fitted on statements that were judged one by one (`packaging/training/fit_selection.py`).

Differs from PolyRAG, which adds the views of a document up (eq. 7): here they are the signs of one
probability, because what is about the subject and does not hold what was asked for answers nothing.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from edgerag.answer.candidates import Candidate, Quote
from edgerag.answer.complete import completed
from edgerag.answer.signs import LEAST, Signs, signs_of
from edgerag.domain.evidence import Passage
from edgerag.inference.roles import Reranker
from edgerag.language.own_names import NO_OWN_NAMES, OwnNames
from edgerag.language.questions import Asked
from edgerag.language.spoken import written_out

MOST_STATEMENTS = 4
"""Statements in one answer, each with what completes it; more would be reading, not answering."""
RUNNER_UP = 0.35
"""A further statement is quoted if it is at least so likely to answer, as a share of the best one."""
MOST_ELSEWHERE = 2
"""Statements of other passages shown beside an answer: a handbook may treat a thing in several places."""
ELSEWHERE = 0.1
"""They are at least so likely to answer, as a share of the best one."""
MOST_READ = 16
"""Statements of one handbook that the selector reads: all together cost about as much as five passages."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A statement that is quoted."""

    quotes: tuple[Quote, ...]
    """With what completes it."""
    views: Mapping[str, float]
    """Its relevance, its utility and its place, each 0 to 1."""
    is_elsewhere: bool = False
    """Whether it is of a passage that the answer is not of, and scores too little to be part of it."""


def select_statements(
    asked: Asked,
    passages: Sequence[Passage],
    selector: Reranker | None,
    own_names: OwnNames = NO_OWN_NAMES,
) -> list[Chosen]:
    """Quote the statements that answer, the best first, each with what completes it; empty if there are none.

    The first can be read alone. What completes a further one may stand in an earlier one already. After
    them come the best of other passages, at most one of each.

    Args:
        asked: the question.
        passages: the evidence of one handbook.
        selector: reads the statements that are worth it by their words, if there is one.
        own_names: of that handbook.
    """
    read = _on_what_is_avoided(asked, judged(asked, passages, selector, own_names))
    chosen: list[Chosen] = []
    for one in read:
        if len(chosen) == MOST_STATEMENTS or one.probability < RUNNER_UP * read[0].probability:
            break
        chosen += _chosen(asked, one, chosen)
    shown = chosen.copy()
    for one in read:
        if len(shown) == len(chosen) + MOST_ELSEWHERE or one.probability < ELSEWHERE * read[0].probability:
            break
        is_new = all(quote.passage != one.candidate.passage for said in shown for quote in said.quotes)
        if is_new:
            shown += _chosen(asked, one, shown, is_elsewhere=True)
    return shown


def _on_what_is_avoided(asked: Asked, read: Sequence[Judged]) -> Sequence[Judged]:
    """Keep to what forbids where it is asked what not to give: nothing that is given may stand among it."""
    if not asked.is_avoided or not read or not read[0].signs.fit:
        return read
    return [one for one in read if one.signs.fit]


def _chosen(
    asked: Asked, one: Judged, chosen: Sequence[Chosen], *, is_elsewhere: bool = False
) -> list[Chosen]:
    """Quote a statement as far as it is not quoted yet; nothing if all of it is."""
    said = [quote for earlier in chosen for quote in earlier.quotes]
    added = tuple(
        quote for quote in _under_heads(completed(asked, one.candidate)) if not _overlaps(quote, said)
    )
    return [Chosen(added, one.views, is_elsewhere)] if added else []


def _under_heads(quotes: Sequence[Quote]) -> Sequence[Quote]:
    """Tell the last of some quotations what it stands under, which are those before it."""
    if len(quotes) < 2:
        return quotes
    *heads, own = quotes
    return (*heads, replace(own, head="\n".join(quote.text for quote in heads)))


def _overlaps(quote: Quote, chosen: Sequence[Quote]) -> bool:
    """Whether a quotation is already there, by place or by wording."""
    return any(
        (quote.start < other.end and other.start < quote.end) or quote.text.split() == other.text.split()
        for other in chosen
    )


BIAS = -1.93
WEIGHTS = (0.92, 0.53, 1.11, 3.85)
"""In the order of the signs above; fitted as `packaging/training/fit_selection.py` does, with all ten judged
statements of a group."""
_HEADING_CHARS, _LEAD_CHARS, _SAID_CHARS = 60, 100, 300
"""So much of what a statement stands under and of itself the selector reads, as it was trained."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A statement that the selector has read."""

    candidate: Candidate
    signs: Signs
    probability: float
    """That it answers the question, or a good part of it; without a selector its score by words."""

    @property
    def views(self) -> dict[str, float]:
        """What decided, each 0 to 1."""
        return {
            "relevance": self.probability,
            "utility": self.signs.fit * self.signs.aside,
            "place": self.signs.place,
        }


def judged(
    asked: Asked,
    passages: Sequence[Passage],
    selector: Reranker | None,
    own_names: OwnNames = NO_OWN_NAMES,
) -> list[Judged]:
    """Let the selector read the likeliest statements of a handbook; the likeliest to answer come first."""
    return read_by(selector, asked, likeliest(asked, passages, own_names)[:MOST_READ])


def read_by(
    selector: Reranker | None, asked: Asked, likely: Sequence[tuple[Candidate, Signs]]
) -> list[Judged]:
    """Say of each statement how probable it is that it answers; the likeliest come first."""
    if selector is None:
        return [Judged(candidate, signs, signs.by_words) for candidate, signs in likely]
    texts = [read_as(candidate) for candidate, _ in likely]
    different = list(dict.fromkeys(texts))
    scores = selector.score(asked.text, different).tolist() if different else []
    logits = dict(zip(different, scores, strict=True))
    read = [
        Judged(candidate, signs, signs.worth * probability(regressors(logits[text], signs)))
        for (candidate, signs), text in zip(likely, texts, strict=True)
    ]
    return sorted(read, key=lambda one: -one.probability)


def likeliest(
    asked: Asked, passages: Sequence[Passage], own_names: OwnNames = NO_OWN_NAMES
) -> list[tuple[Candidate, Signs]]:
    """Give the statements of a handbook that can stand as an answer, the likeliest by their words first."""
    can_stand = [one for one in signs_of(asked, passages, own_names) if one[1].by_words > 0]
    return sorted(can_stand, key=lambda one: -one[1].by_words)


def regressors(logit: float, signs: Signs) -> tuple[float, ...]:
    """Give what the regression weighs, in the order of `WEIGHTS`."""
    return (logit, signs.fit, signs.place, math.log(max(signs.aside, LEAST)))


def probability(signs: Sequence[float]) -> float:
    """Say how probable it is that a statement with these regressors answers."""
    return 1 / (1 + math.exp(-BIAS - math.fsum(w * sign for w, sign in zip(WEIGHTS, signs, strict=True))))


ANSWERING_BIAS = 0.295
ANSWERING_WEIGHTS = (0.358, 0.81)
"""Of the log odds of both; fitted in the same way."""
_LEAST_PROBABILITY = 1e-4


def answering(relevance: float, first: float) -> float:
    """Say how probable it is that one of a handbook's likeliest statements answers, 0 to 1.

    1 / (1 + exp(-(b + w . log odds))): neither what is known of the whole handbook nor of the statement that
    is quoted first says it alone.

    Args:
        relevance: probability that the handbook addresses the question.
        first: probability that the statement quoted first answers it.
    """
    odds = math.fsum(w * log_odds(p) for w, p in zip(ANSWERING_WEIGHTS, (relevance, first), strict=True))
    return 1 / (1 + math.exp(-ANSWERING_BIAS - odds))


LEAST_ODDS = 1 / 9
"""From these odds on a handbook is answered from."""
OF_RELEVANCE = 1.5
"""The power of the odds of relevance; with `LEAST_ODDS` on a flat top, for questions in the handbooks' words,
in lay words and in shorthand (`edgerag/retrieve/README.md`)."""


def is_heard(relevance: float, first: float) -> bool:
    """Whether a handbook answers, by what is known of the whole of it and by what is quoted of it first.

    odds(relevance) ** OF_RELEVANCE * odds(first) >= LEAST_ODDS: each makes up for what the other lacks.
    Relevance counts the question's words, and doubts a handbook that says the same in others; a statement is
    read alone, and may answer a question like this one.

    Args:
        relevance: probability that the handbook addresses the question.
        first: probability that the statement quoted first answers it.
    """
    return OF_RELEVANCE * log_odds(relevance) + log_odds(first) >= math.log(LEAST_ODDS)


def log_odds(probability: float) -> float:
    """Give ln(p / (1 - p)), finite for 0 and 1 too."""
    inside = min(max(probability, _LEAST_PROBABILITY), 1 - _LEAST_PROBABILITY)
    return math.log(inside / (1 - inside))


def read_as(candidate: Candidate) -> str:
    """Write a statement as the selector reads it: under its two nearest headings and what governs it."""
    headings = " > ".join(_folded(heading)[:_HEADING_CHARS] for heading in candidate.passage.path[-2:])
    lead = _folded(candidate.text_of(candidate.lead))[:_LEAD_CHARS] if candidate.lead is not None else ""
    return " | ".join(part for part in (headings, lead, _folded(candidate.said)[:_SAID_CHARS]) if part)


def _folded(text: str) -> str:
    return written_out(" ".join(text.split()))
