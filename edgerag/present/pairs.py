"""One pair of answers: how they relate and why, and each side's text with what differs marked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from edgerag.domain.answers import Answer, Citation, Status
from edgerag.domain.reports import Judgement, Report
from edgerag.present.inert import inert, one_line
from edgerag.present.lines import Line, Segment, Style, fields, paragraph, shorten
from edgerag.present.matrix import LETTERS
from edgerag.present.text import LABEL_STYLES, is_its_quotations
from edgerag.present.wording import MAY_NOT, by_table, doubt, looked_at, marked, name, to_read, unbroken_where

ONE_MAY_NOT = "one of the two may not answer"
"""Said of a conflict that is doubtful."""
Marker = Callable[[str], Sequence[tuple[int, int]]]
"""Gives the spans of a text, in order and apart, that a reader should look at."""


def relation_lines(report: Report, pair: Judgement, width: int) -> list[Line]:
    """Say how two answers relate, on what, how much it matters, what decided it, what a reader can do."""
    head = [
        Segment(f"{LETTERS[pair.label]} {pair.label.value}", LABEL_STYLES[pair.label]),
        Segment(f"on {one_line(pair.topic)}" if pair.topic else "", Style.TITLE),
        Segment(f"significance: {pair.significance.value}" if pair.significance else ""),
        Segment(ONE_MAY_NOT if pair.is_doubtful else "", Style.UNSURE),
    ]
    why = [Segment(one_line(pair.reasoning)), Segment(f"decided by: {pair.decided_by.value}", Style.DIM)]
    read = paragraph([Segment(to_read(report, pair, width // 3))], width, hang=2)
    mark = paragraph([Segment(marked(report, pair), Style.UNSURE)], width, hang=2)
    return [*fields(head, width), *fields(why, width), *read, *mark]


def paragraphs_of(answer: Answer) -> list[str]:
    """Give what one side shows, paragraph by paragraph, each in one line."""
    return [*_own_words(answer), *(one_line(citation.quote) for citation in answer.citations)]


def side_lines(answer: Answer, mark: Marker, width: int, question: str = "") -> list[Line]:
    """Lay out one side of a pair in lines of at most `width` columns.

    Quoted rows of a table stand in its columns, with the one for the patient of the `question`.
    """
    lines: list[Line] = [(Segment(shorten(name(answer.handbook, width), width), Style.TITLE),)]
    if answer.status is Status.NOT_ADDRESSED:
        return [*lines, *paragraph([Segment(f"NOT ADDRESSED, {looked_at(answer)}", Style.ABSENT)], width)]
    if answer.status is Status.FAILED:
        return [*lines, *paragraph([Segment(f"FAILED: {one_line(answer.note)}", Style.UNSURE)], width)]
    if answer.status is Status.UNCERTAIN:
        lines += paragraph([Segment(MAY_NOT, Style.UNSURE)], width)
    if said := doubt(answer):
        lines += paragraph([Segment(said, Style.UNSURE)], width)
    for text in _own_words(answer):
        lines += paragraph(list(_marked(text, mark(text), Style.PLAIN)), width, hang=1)
    for citations in by_table(answer.citations):
        lines += _rows(citations, mark, width, question) or [
            line for citation in citations for line in _quotation(citation, mark, width)
        ]
    return lines


def _rows(citations: Sequence[Citation], mark: Marker, width: int, question: str) -> list[Line]:
    """Lay out the rows of one table that are quoted; empty if none are."""
    if not citations[0].table:
        return []
    from edgerag.present.tables import quoted_table, table_lines  # they bring all that reads clinical text

    if (shown := quoted_table(citations, question, mark)) is None:
        return []
    place = Segment(f"[{unbroken_where(citations[0])}]", Style.DIM)
    return [*table_lines(shown, width), *paragraph([place], width, hang=1)]


def _quotation(citation: Citation, mark: Marker, width: int) -> list[Line]:
    text = one_line(citation.quote)
    place = Segment(f"  [{unbroken_where(citation)}]", Style.DIM)
    return paragraph([*_marked(text, mark(text), Style.QUOTE), place], width, hang=1)


def _own_words(answer: Answer) -> Iterator[str]:
    """Give the paragraphs that are more than quotations."""
    if not is_its_quotations(answer):
        yield from (one_line(part) for part in inert(answer.text).split("\n") if part.strip())


def _marked(text: str, spans: Sequence[tuple[int, int]], style: Style) -> Iterator[Segment]:
    end = 0
    for start, stop in spans:
        yield Segment(text[end:start], style)
        yield Segment(text[start:stop], Style.MARKED)
        end = stop
    yield Segment(text[end:], style)
