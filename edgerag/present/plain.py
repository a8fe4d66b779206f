"""A report as sentences, one a line, for screen readers: no columns, no signs, nothing that moves."""

from __future__ import annotations

from collections.abc import Iterator

from edgerag.domain.answers import Answer, Citation, Status
from edgerag.domain.reports import Judgement, Report
from edgerag.present.inert import one_line
from edgerag.present.standing import Standing, standings
from edgerag.present.summary import summary_sentences
from edgerag.present.text import is_its_quotations
from edgerag.present.together import HEADING, omissions, speaker, subtitle, warnings
from edgerag.present.wording import (
    banner,
    collection,
    doubt,
    in_reading_order,
    looked_at,
    marked,
    name,
    newer_edition,
    notes_on,
    pairs_in_reading_order,
    to_read,
    understood_as,
    where,
)


def sentences(report: Report) -> Iterator[str]:
    """Say how the question was understood, the verdict, the summary, each answer, how the answers relate."""
    for sentence in understood_as(report.understood):
        yield sentence if sentence.endswith("?") else f"{sentence}."
    verdict = banner(report)
    yield f"Verdict: {verdict.word.lower()}. {_capital(verdict.sentence)}."
    yield from summary_sentences(report, is_spoken=True)
    yield from _together(report)
    seen = standings(report)
    answers = in_reading_order(report)
    is_clear = report.understood.is_clear
    for number, answer in enumerate(answers, start=1):
        called = ", ".join(filter(None, [name(answer.handbook), collection(answer.handbook)]))
        yield f"Handbook {number} of {len(answers)}: {called}."
        yield from _answer(answer, seen.get(answer.handbook.id), is_clear=is_clear)
        yield from (f"{said}." for said in (doubt(answer), newer_edition(report, answer)) if said)
        yield from notes_on(report, answer.handbook.id)
    pairs = pairs_in_reading_order(report)
    names = {answer.handbook.id: name(answer.handbook) for answer in answers}
    for number, pair in enumerate(pairs, start=1):
        yield f"Pair {number} of {len(pairs)}: {names[pair.a]} and {names[pair.b]}."
        yield " ".join(filter(None, [_relation(pair), to_read(report, pair).replace("p. ", "page ")]))
        if mark := marked(report, pair):
            yield f"{mark}."


def _together(report: Report) -> Iterator[str]:
    quoted = report.together
    if quoted is None:
        return
    yield f"{HEADING.capitalize()}: {subtitle(quoted)}."
    yield from (warning.replace(" x ", "; against ") for warning in warnings(report, quoted))
    for excerpt in quoted.excerpts:
        yield f"{speaker(report, report.answer_of(excerpt.handbook)).replace(' · ', ', ')}."
        yield from map(_quotation, excerpt.citations)
    yield from omissions(report, quoted)


def _quotation(citation: Citation) -> str:
    return f"Quotation, {where(citation).replace('p. ', 'page ')}: {one_line(citation.quote)}"


def _answer(answer: Answer, standing: Standing | None, *, is_clear: bool) -> Iterator[str]:
    if answer.status is Status.NOT_ADDRESSED:
        silence = "Does not address the question" if is_clear else "Nothing found"
        yield f"{silence}; {looked_at(answer)}."
        return
    if answer.status is Status.FAILED:
        yield f"Failed: {one_line(answer.note)}."
        return
    if answer.status is Status.UNCERTAIN:
        yield "May not address the question; what comes nearest follows."
    if standing is not None:
        yield f"{_capital(standing.word.lower())}."
    if not is_its_quotations(answer):
        yield one_line(answer.text)
    yield from map(_quotation, answer.citations)
    if answer.note:
        yield f"Note: {one_line(answer.note)}."


def _relation(pair: Judgement) -> str:
    topic = f" on {one_line(pair.topic)}" if pair.topic else ""
    weight = f", significance {pair.significance.value}" if pair.significance else ""
    return (
        f"{_capital(pair.label.value.lower())}{topic}{weight}. {one_line(pair.reasoning)} "
        f"Decided by {pair.decided_by.value}."
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
