"""One pair of answers: how they relate and why, and each side's text with what differs marked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from edgerag.domain.answers import Answer, Status
from edgerag.domain.reports import Judgement, Report
from edgerag.present.inert import inert, one_line
from edgerag.present.lines import Line, Segment, Style, fields, paragraph, shorten
from edgerag.present.matrix import LETTERS
from edgerag.present.text import LABEL_STYLES, is_its_quotations
from edgerag.present.wording import MAY_NOT, looked_at, marked, name, to_read, unbroken_where

Marker = Callable[[str], Sequence[tuple[int, int]]]
"""Gives the spans of a text, in order and apart, that a reader should look at."""


def relation_lines(report: Report, pair: Judgement, width: int) -> list[Line]:
    """Say how two answers relate, on what, how much it matters, what decided it, what a reader can do."""
    head = [
        Segment(f"{LETTERS[pair.label]} {pair.label.value}", LABEL_STYLES[pair.label]),
        Segment(f"on {one_line(pair.topic)}" if pair.topic else "", Style.TITLE),
        Segment(f"significance: {pair.significance.value}" if pair.significance else ""),
    ]
    why = [Segment(one_line(pair.reasoning)), Segment(f"decided by: {pair.decided_by.value}", Style.DIM)]
    read = paragraph([Segment(to_read(report, pair, width // 3))], width, hang=2)
    mark = paragraph([Segment(marked(report, pair), Style.UNSURE)], width, hang=2)
    return [*fields(head, width), *fields(why, width), *read, *mark]


def paragraphs_of(answer: Answer) -> list[str]:
    """Give what one side shows, paragraph by paragraph, each in one line."""
    return [text for text, _ in _paragraphs(answer)]


def side_lines(answer: Answer, mark: Marker, width: int) -> list[Line]:
    """Lay out one side of a pair in lines of at most `width` columns."""
    lines: list[Line] = [(Segment(shorten(name(answer.handbook, width), width), Style.TITLE),)]
    if answer.status is Status.NOT_ADDRESSED:
        return [*lines, *paragraph([Segment(f"NOT ADDRESSED, {looked_at(answer)}", Style.ABSENT)], width)]
    if answer.status is Status.FAILED:
        return [*lines, *paragraph([Segment(f"FAILED: {one_line(answer.note)}", Style.UNSURE)], width)]
    if answer.status is Status.UNCERTAIN:
        lines += paragraph([Segment(MAY_NOT, Style.UNSURE)], width)
    for text, place in _paragraphs(answer):
        style = Style.QUOTE if place else Style.PLAIN
        segments = [*_marked(text, mark(text), style), Segment(f"  [{place}]" if place else "", Style.DIM)]
        lines += paragraph(segments, width, hang=1)
    return lines


def _paragraphs(answer: Answer) -> Iterator[tuple[str, str]]:
    """Give each paragraph and, for a quotation, where it stands."""
    if not is_its_quotations(answer):
        for part in inert(answer.text).split("\n"):
            if part.strip():
                yield one_line(part), ""
    for citation in answer.citations:
        yield one_line(citation.quote), unbroken_where(citation)


def _marked(text: str, spans: Sequence[tuple[int, int]], style: Style) -> Iterator[Segment]:
    end = 0
    for start, stop in spans:
        yield Segment(text[end:start], style)
        yield Segment(text[start:stop], Style.MARKED)
        end = stop
    yield Segment(text[end:], style)
