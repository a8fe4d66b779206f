"""One stored page in a terminal: its text as it stands and its tables in columns, what is quoted marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from edgerag.domain.answers import Citation
from edgerag.domain.handbooks import Handbook, Page, Section
from edgerag.present.inert import inert, one_line
from edgerag.present.lines import Line, Segment, Style, cells, paragraph, shorten
from edgerag.present.wording import name, where

if TYPE_CHECKING:
    from edgerag.language.fitting import Patient

MARGIN: Final = "> "
"""Stands before every line that holds some of the quotation."""
NEAR_HEAD: Final = 12
"""Lines that a table's head may be above a quoted row to be shown with it: half a small terminal."""
EMPTY: Final = "This page has no text: it may be a picture. Open the original to see it."

NOTED_LINES: Final = 4
"""Lines that readers' notes may take of a small terminal; all of a note is in the list of notes."""
GAP: Final = "   "
"""Between what stands in one line."""
LEAST_HEADING: Final = 6
"""Columns of a heading that are left of it, however deep it stands in the tree."""
GONE: Final = (
    "This handbook was removed since, so its pages cannot be opened. What was quoted stands in the report "
    "as it was; add the same file again to open it here."
)


def page_lines(
    page: Page, quoted: Sequence[Citation], width: int, patient: Patient | None = None
) -> list[Line]:
    """Lay a page out in at most `width` columns, its quotations and the rows for a patient marked."""
    if not page.text.strip():
        return paragraph([Segment(EMPTY, Style.DIM)], width)
    return [
        _with_margin(line) for line in _lines(page.text, _spans(page, quoted), width - len(MARGIN), patient)
    ]


def _lines(
    text: str, spans: Sequence[tuple[int, int]], width: int, patient: Patient | None
) -> Iterator[Line]:
    from edgerag.language.fitting import fitting_row  # this and tables bring all that reads clinical text
    from edgerag.present.tables import Shown, stretches, table_lines

    for (start, end), table in stretches(text):
        if table is not None:
            yield from table_lines(
                Shown(text, table, tuple(spans), fitting_row(text, table, patient) if patient else None),
                width,
            )
            continue
        inside = [(max(low, start) - start, min(high, end) - start) for low, high in spans]
        for row in _rows(text[start:end], [(low, high) for low, high in inside if low < high]):
            yield from paragraph(row, width, indent=_indent(row)) or [()]


def _with_margin(line: Line) -> Line:
    is_quoted = any(segment.style is Style.FOUND for segment in line)
    return (Segment(MARGIN, Style.FOUND) if is_quoted else Segment(" " * len(MARGIN)), *line)


def removed_lines(quoted: Sequence[Citation], width: int) -> list[Line]:
    """Lay out what a report quotes from a handbook whose pages are gone."""
    lines = paragraph([Segment(GONE)], width)
    for citation in quoted:
        words = [
            Segment(f"“{one_line(citation.quote)}”", Style.QUOTE),
            Segment(f"  [{where(citation)}]", Style.DIM),
        ]
        lines += [(), *paragraph(words, width, hang=1)]
    return lines


def first_quoted_line(lines: Sequence[Line]) -> int:
    """Give the position of the first line that holds some of a quotation; 0 if none does.

    Of a quotation in a table it is the table's head, if that is near: a row means nothing without it.
    """
    marked = (at for at, line in enumerate(lines) if any(segment.style is Style.FOUND for segment in line))
    at = top = next(marked, 0)
    while top and _is_in_columns(lines[top - 1]):
        top -= 1
    return top if at - top <= NEAR_HEAD else at


def _is_in_columns(line: Line) -> bool:
    bars = (set(segment.text) for segment in line if segment.style is Style.DIM)
    return any(bar & set("│┼") and bar <= set("│┼─ ") for bar in bars)


def page_title(handbook: Handbook, page: Page, pages: Sequence[Page], where: str, width: int) -> list[Line]:
    """Name the handbook, and below it the page and `where` on it: "page 16 of 124   place 1 of 3".

    Of how many it is one is said where pages are counted from the first on; numbers that a text gives its
    pages may leave some out, or come again.
    """
    is_counted = all(page.number in (None, page.ordinal) for page in pages)
    named = page_name(page) + (f" of {len(pages)}" if is_counted else "")
    lines: list[Line] = [(Segment(shorten(name(handbook, width), width), Style.TITLE),)]
    if where and cells(named) + cells(where) + len(GAP) > width:
        return [*lines, (Segment(named),), (Segment(where, Style.DIM),)]
    return [*lines, (Segment(named), Segment(GAP + where if where else "", Style.DIM))]


def noted_lines(remarks: Sequence[str], width: int) -> list[Line]:
    """Lay out what readers noted on a page, above its text: of much only the beginning."""
    lines = [line for remark in remarks for line in paragraph([Segment(remark)], width)]
    return lines if len(lines) <= NOTED_LINES else [*lines[: NOTED_LINES - 1], (Segment("…", Style.DIM),)]


def page_name(page: Page) -> str:
    """Name a page by the number to turn to and what is printed on it, a part by the rows that it holds."""
    if page.number is None:
        return f"part {page.ordinal}" + (f" ({one_line(page.label)})" if page.label else "")
    return f"page {page.number}" + (f" (printed {one_line(page.label)})" if page.label else "")


def quotation_place(position: int, n_quotations: int, word: str = "quotation") -> str:
    """Say which of an answer's quotations is marked, or which place with the words that were looked for."""
    return f"{word} {position + 1} of {n_quotations}" if n_quotations > 1 else ""


def section_label(section: Section, columns: int) -> str:
    """Name a section in the tree, with its page, whose number stays whole where the heading is cut."""
    heading = one_line(section.heading) or "(no heading)"
    page = "" if section.first_page is None else f"  {section.first_page}"
    return shorten(heading, max(columns - len(page), LEAST_HEADING), at_word=False) + page


def _spans(page: Page, quoted: Sequence[Citation]) -> list[tuple[int, int]]:
    """Give the quoted spans of this page, in order and apart."""
    spans: list[tuple[int, int]] = []
    for start, end in sorted((c.start, c.end) for c in quoted if c.page_ordinal == page.ordinal):
        begin = max(start, spans[-1][1]) if spans else start
        if begin < end <= len(page.text):
            spans.append((begin, end))
    return spans


def _rows(text: str, spans: Sequence[tuple[int, int]]) -> Iterator[list[Segment]]:
    """Cut a text at line ends, each line into quoted and other segments."""
    row: list[Segment] = []
    for segment in _segments(text, spans):
        first, *others = segment.text.split("\n")
        row.append(Segment(first, segment.style))
        for other in others:
            yield [part for part in row if part.text]
            row = [Segment(other, segment.style)]
    yield [part for part in row if part.text]


def _segments(text: str, spans: Sequence[tuple[int, int]]) -> Iterator[Segment]:
    end = 0
    for start, stop in spans:
        yield Segment(inert(text[end:start]))
        yield Segment(inert(text[start:stop]), Style.FOUND)
        end = stop
    yield Segment(inert(text[end:]))


def _indent(row: Sequence[Segment]) -> int:
    """Count the spaces before a line, which folding would drop."""
    text = "".join(segment.text for segment in row)
    return min(len(text) - len(text.lstrip(" ")), 12)
