"""Why an answer, a silence or a pair of a report is not what the gold says: the first step that failed.

    not retrieved               no chunk that touches the gold place was proposed
    retrieved but not read      one was proposed, and the cross-encoder read none
    read but silenced           one was read, and the handbook is said not to address the question
    wrong sentence              the handbook answers from elsewhere; on the right page, too
    right sentence and misread  both sides quote the gold place, and the judge goes wrong on the quotations,
                                but not on what a person read in them (the gold's `position`)
    misjudged                   it goes wrong on both, or nobody wrote down what the quotations say
    spoke though silent         a handbook that does not address the question answers

The gold place is the gold quotation where it stands, or the gold page or section where it cannot be found.
A side of a pair with several gold places got as far as the best of them; a pair fails where its worse side
does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

import msgspec

from edgerag.compare.compare import compared_text
from edgerag.domain.answers import Answer, Status
from edgerag.domain.handbooks import Chunk, Page, Section
from edgerag.domain.ids import ChunkId, HandbookId
from edgerag.domain.reports import Label
from edgerag.errors import ConfigError
from edgerag.evaluate.asks import asks
from edgerag.evaluate.datasets.questions import GoldAnswer, GoldPair, HandbookQuestion
from edgerag.evaluate.halves import half_of
from edgerag.evaluate.handbooks import Asked, is_cited, is_cited_heading, labels_said
from edgerag.evaluate.quotes import find_quote
from edgerag.evaluate.results import Confusion


class Cause(StrEnum):
    """The step that failed, in the order of the steps."""

    NOT_RETRIEVED = "not retrieved"
    NOT_READ = "retrieved but not read"
    SILENCED = "read but silenced"
    WRONG_SENTENCE = "wrong sentence"
    SPOKE = "spoke though silent"
    MISREAD = "right sentence and misread"
    MISJUDGED = "misjudged"


_ORDER: Final = list(Cause)

Span = tuple[int, int]
"""Where something starts and ends in the handbook text."""
Judge = Callable[[str, str, str], Label]
"""Labels two texts as answers to a question."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A handbook as the library holds it."""

    pages: Sequence[Page]
    sections: Sequence[Section]
    chunks: Sequence[Chunk]


class AnswerDetail(msgspec.Struct, frozen=True):
    """A gold answer, and how far it got."""

    handbook: str
    page: int | None
    heading: str | None
    is_cited: bool
    """Whether the page, or the heading, is cited; the sentence may be another one all the same."""
    cause: Cause | None


class SilenceDetail(msgspec.Struct, frozen=True):
    """A handbook that does not address the question."""

    handbook: str
    cause: Cause | None


class PairDetail(msgspec.Struct, frozen=True):
    """A gold pair, and what was said about it."""

    a: str
    b: str
    gold: Label
    said: Label
    hard: bool
    cause: Cause | None


class Detail(msgspec.Struct, frozen=True):
    """A question with everything that went right and wrong."""

    id: str
    question: str
    asks: str
    half: str
    answers: list[AnswerDetail]
    absent: list[SilenceDetail]
    pairs: list[PairDetail]
    said: dict[str, str]
    """What is compared of each handbook that the gold names and that answers, its paragraphs apart."""


def detail(
    asked: Asked, names: Mapping[str, HandbookId], stored: Callable[[HandbookId], Stored], judge: Judge
) -> Detail:
    """Sort the misses of one question into their causes.

    Args:
        asked: the question and the report on it.
        names: the library's id of each handbook that the gold names.
        stored: gives a handbook of the library.
        judge: judges what a person read in two gold quotations.
    """
    question = asked.question
    answers = {answer.handbook.id: answer for answer in asked.report.answers}
    places = [
        AnswerDetail(
            gold.handbook,
            gold.page,
            gold.heading,
            is_cited(gold, answers.get(names[gold.handbook])),
            cause_of_place(gold, answers.get(names[gold.handbook]), stored(names[gold.handbook])),
        )
        for gold in question.answers
    ]
    silences = [SilenceDetail(name, _cause_of_silence(answers.get(names[name]))) for name in question.absent]
    sides = _sides(places) | {silence.handbook: silence.cause for silence in silences}
    said = labels_said(question, asked.report, names)
    pairs = [
        PairDetail(
            pair.a, pair.b, pair.label, label, pair.hard, _cause_of_pair(question, pair, label, sides, judge)
        )
        for pair, label in zip(question.pairs, said, strict=True)
    ]
    text = question.question
    said_by = {name: answers.get(names[name]) for name in sides}
    heard = {
        name: compared_text(one) for name, one in said_by.items() if one and one.status is Status.ANSWERED
    }
    return Detail(question.id, text, asks(text).value, half_of(text).value, places, silences, pairs, heard)


def count_causes(details: Sequence[Detail]) -> Confusion:
    """Count the misses by what was missed and then by cause."""
    missed = {
        "answers": [one.cause for detail in details for one in detail.answers],
        "silences": [one.cause for detail in details for one in detail.absent],
        "pairs": [one.cause for detail in details for one in detail.pairs],
        "pairs without hard": [one.cause for detail in details for one in detail.pairs if not one.hard],
    }
    return {what: _counted(causes) for what, causes in missed.items()}


def write_details(path: Path, details: Sequence[Detail]) -> None:
    """Write one question a line.

    Raises:
        ConfigError: the file cannot be written.
    """
    try:
        path.write_bytes(b"".join(msgspec.json.encode(detail) + b"\n" for detail in details))
    except OSError as error:
        raise ConfigError(f"{path}: cannot be written: {error}") from error


def cause_of_place(gold: GoldAnswer, answer: Answer | None, stored: Stored) -> Cause | None:
    """Say at which step a gold answer was lost; None if its very sentence is quoted."""
    spans = gold_spans(gold, stored)
    if answer is None:
        return Cause.NOT_RETRIEVED
    if answer.status is Status.ANSWERED and _touch(_quoted(answer, stored), spans):
        return None
    if not _touch(_chunks(answer.trace.proposed, stored), spans):
        return Cause.NOT_RETRIEVED
    if not _touch(_chunks(answer.trace.read, stored), spans):
        return Cause.NOT_READ
    return Cause.WRONG_SENTENCE if answer.status is Status.ANSWERED else Cause.SILENCED


def gold_spans(gold: GoldAnswer, stored: Stored) -> list[Span]:
    """Find where a gold answer stands: its quotation, or else the whole page or section."""
    areas = _areas(gold, stored)
    if not gold.quote:
        return areas
    found: list[Span] = []
    for page in stored.pages:
        at = (page.start, page.start + len(page.text))
        if _touch([at], areas) and (quote := find_quote(gold.quote, page.text)):
            found.append((page.start + quote[0], page.start + quote[1]))
    return [span for span in found if _touch([span], areas)] or areas


def _areas(gold: GoldAnswer, stored: Stored) -> list[Span]:
    if gold.page is not None:
        return [
            (page.start, page.start + len(page.text)) for page in stored.pages if page.number == gold.page
        ]
    heading = gold.heading
    if heading is None:
        return []
    return [
        (section.start, section.end)
        for section in stored.sections
        if is_cited_heading(heading, " > ".join(section.path))
    ]


def _quoted(answer: Answer, stored: Stored) -> list[Span]:
    starts = {page.ordinal: page.start for page in stored.pages}
    return [
        (starts[citation.page_ordinal] + citation.start, starts[citation.page_ordinal] + citation.end)
        for citation in answer.citations
    ]


def _chunks(ids: Sequence[ChunkId], stored: Stored) -> list[Span]:
    wanted = frozenset(ids)
    return [(chunk.start, chunk.end) for chunk in stored.chunks if chunk.id in wanted]


def _touch(some: Sequence[Span], others: Sequence[Span]) -> bool:
    return any(a < d and c < b for a, b in some for c, d in others)


def _sides(places: Sequence[AnswerDetail]) -> dict[str, Cause | None]:
    """Say for each handbook at which step the gold place that got farthest was lost."""
    sides: dict[str, Cause | None] = {}
    for place in places:
        known = sides.setdefault(place.handbook, place.cause)
        if known is not None and (place.cause is None or _ORDER.index(place.cause) > _ORDER.index(known)):
            sides[place.handbook] = place.cause
    return sides


def _cause_of_silence(answer: Answer | None) -> Cause | None:
    return Cause.SPOKE if answer is not None and answer.status is Status.ANSWERED else None


def _cause_of_pair(
    question: HandbookQuestion, pair: GoldPair, said: Label, sides: Mapping[str, Cause | None], judge: Judge
) -> Cause | None:
    if said is pair.label:
        return None
    lost = [cause for name in (pair.a, pair.b) if (cause := sides.get(name)) is not None]
    if lost:
        return min(lost, key=_ORDER.index)
    a, b = (_positions(question, name) for name in (pair.a, pair.b))
    if a and b and judge(question.question, a, b) is pair.label:
        return Cause.MISREAD
    return Cause.MISJUDGED


def _positions(question: HandbookQuestion, handbook: str) -> str:
    """Give what a person read in the quotations of a handbook."""
    return "\n".join(gold.position or "" for gold in question.answers if gold.handbook == handbook).strip()


def _counted(causes: Sequence[Cause | None]) -> dict[str, int]:
    counts = Counter(causes)
    return {"right": counts[None]} | {cause.value: counts[cause] for cause in Cause}
