"""A page's tables in columns, and the row that is for the patient of the question marked.

Words are only put in other places: what the page says of a row stands in that row, in the order of the page.
Where columns do not fit beside each other, each row is told by its columns' names instead; where nothing
names the columns, or it is not certain which column a cell stands in, a row stands as the page has it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from edgerag.domain.answers import Citation
from edgerag.language.fitting import Fitting, fitting_row, patient_of
from edgerag.language.tables import Cell, Row, Table, tables_in
from edgerag.present.inert import inert
from edgerag.present.lines import Line, Segment, Style, cells, mixed_fields, paragraph

Span = tuple[int, int]
"""From one character of a text to another."""

BAR: Final = " │ "
_CROSS: Final = "─┼─"
MARK: Final = "► "
"""Stands before the row for the patient."""
_TALLEST: Final = 8
"""Lines; in columns so narrow that a row takes more, nobody can read."""
_STEP: Final = 2
_GLUE: Final = "\u00a0"
_UNIT: Final = re.compile(r"(?<=\d) (?=[^\W\d_])")
"""Between a number and the word behind it, where no line is to end."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A table, and what of it stands out."""

    text: str
    """The text that the table's places refer to."""
    table: Table
    quoted: tuple[Span, ...] = ()
    fitting: Fitting | None = None
    quoted_style: Style = Style.FOUND
    different: tuple[Span, ...] = ()
    """What of the quoted text another handbook does not have."""

    def is_marked(self, row: Row) -> bool:
        """Whether a row is the one for the patient."""
        return self.fitting is not None and self.fitting.row == row

    def is_quoted(self, row: Row) -> bool:
        """Whether some of a row is quoted."""
        return any(start < row.end and row.start < end for start, end in self.quoted)

    @property
    def remark(self) -> str:
        """Say what the mark means; empty if no row is marked."""
        if self.fitting is None:
            return ""
        is_other = any(map(self.is_quoted, self.table.body)) and not self.is_quoted(self.fitting.row)
        return f"The row for {inert(self.fitting.why)}" + (
            ", which is not the quoted one" if is_other else ""
        )

    def segments(self, cell: Cell, style: Style = Style.PLAIN) -> list[Segment]:
        """Cut a cell into what is quoted, what of that is different, and the rest."""
        inside = {at for span in (*self.quoted, *self.different) for at in span if cell.start < at < cell.end}
        edges = [cell.start, *sorted(inside), cell.end]
        found = [
            Segment(inert(self.text[start:end]), self._style_at(start, style))
            for start, end in pairwise(edges)
        ]
        return [segment for segment in found if segment.text]

    def _style_at(self, at: int, style: Style) -> Style:
        """Give the style of a character, `style` if it is neither different nor quoted."""
        if any(start <= at < end for start, end in self.different):
            return Style.MARKED
        return self.quoted_style if any(start <= at < end for start, end in self.quoted) else style

    def unbroken(self, cell: Cell, style: Style = Style.PLAIN) -> list[Segment]:
        """Do the same for a narrow column, each number held together with its unit."""
        return [Segment(_glued(segment.text), segment.style) for segment in self.segments(cell, style)]


def stretches(text: str) -> Iterator[tuple[Span, Table | None]]:
    """Cut a text into its tables and what stands between them, each without the line break behind it."""
    start = 0
    for table in tables_in(text):
        if start < table.start:
            yield (start, table.start - 1), None
        yield (table.start, table.end), table
        start = table.end + 1
    if start <= len(text):
        yield (start, len(text)), None


def quoted_table(
    citations: Sequence[Citation], question: str, mark: Callable[[str], Sequence[Span]] = lambda _: ()
) -> Shown | None:
    """Give the rows of one table that some citations quote, under their head, with the row for the patient.

    `mark` says what of a quotation is different elsewhere. None if they quote something else.
    """
    text = citations[0].table
    table = next((table for table in tables_in(text) if table.names), None)
    if table is None or any(citation.quote not in text for citation in citations):
        return None
    starts = sorted((text.index(citation.quote), citation.quote) for citation in citations)
    quoted = tuple((start, start + len(quote)) for start, quote in starts)
    different = tuple((start + a, start + b) for start, quote in starts for a, b in mark(quote))
    fitting = fitting_row(text, table, patient_of(question))
    shown = Shown(text, table, quoted, fitting, Style.QUOTE, different)
    body = tuple(row for row in table.body if shown.is_quoted(row) or shown.is_marked(row))
    return (
        replace(shown, table=replace(table, rows=(*table.rows[: table.head.stop], *body))) if body else None
    )


def table_lines(shown: Shown, width: int) -> list[Line]:
    """Lay a table out in lines of at most `width` columns."""
    gutter = len(MARK) if shown.fitting else 0
    lines = _in_columns(shown, width - gutter) or _told(shown, width - gutter)
    laid_out = [
        line
        for row, of_row in lines
        for line in _marked(of_row, gutter=gutter, is_marked=row is not None and shown.is_marked(row))
    ]
    return laid_out + paragraph([Segment(MARK + shown.remark, Style.MARKED)] * bool(gutter), width)


_OfRow = tuple[Row | None, list[Line]]
"""A row and its lines; None for a rule."""


def _marked(lines: Sequence[Line], *, gutter: int, is_marked: bool) -> list[Line]:
    """Put a mark before the lines of the row for the patient, and as much room before all others."""
    if not gutter:
        return list(lines)
    before = Segment(MARK, Style.MARKED) if is_marked else Segment(" " * gutter)
    return [(before, *line) for line in lines]


def _in_columns(shown: Shown, width: int) -> list[_OfRow]:
    """Lay rows out with their cells under each other; empty if they do not fit, or only a head has any."""
    if not any(map(shown.table.is_aligned, shown.table.body)):
        return []  # names above rows that stand in no columns would say what nobody knows
    widths = _widths(shown, width)
    if not widths:
        return []
    rows = [(row, _row_lines(shown, row, widths, width)) for row in shown.table.rows]
    tallest = max(len(lines) for row, lines in rows if shown.table.is_aligned(row))
    if tallest > _TALLEST and shown.table.names:
        return []
    rule: _OfRow = (None, [(Segment(_CROSS.join("─" * columns for columns in widths), Style.DIM),)])
    below = shown.table.head.stop
    laid_out: list[_OfRow] = []
    if shown.table.names and not shown.table.head:
        laid_out = [
            (
                None,
                _beside([[Segment(_glued(inert(name)), Style.TITLE)] for name in shown.table.names], widths),
            )
        ]
    for at, of_row in enumerate(rows):
        is_below_head = bool(shown.table.names) and at == below
        laid_out += [rule] if is_below_head or (tallest > 1 and at > below) else []
        laid_out.append(of_row)
    return laid_out


def _row_lines(shown: Shown, row: Row, widths: Sequence[int], width: int) -> list[Line]:
    """Lay a row out in its columns; one that has others takes all the room that there is."""
    style = _style(shown, row)
    if not shown.table.is_aligned(row):
        return _as_it_stands(shown, row, width, style)
    return _beside([shown.unbroken(cell, style) for cell in row.cells], widths)


def _style(shown: Shown, row: Row) -> Style:
    is_head = any(row == shown.table.rows[at] for at in shown.table.head)
    return Style.TITLE if is_head or shown.is_marked(row) else Style.PLAIN


def _beside(row: Sequence[Sequence[Segment]], widths: Sequence[int]) -> list[Line]:
    """Put cells beside each other, each folded within its column."""
    folded = [paragraph(cell, columns) for cell, columns in zip(row, widths, strict=True)]
    lines: list[Line] = []
    for at in range(max(map(len, folded), default=0) or 1):
        line: list[Segment] = []
        for of_cell, columns in zip(folded, widths, strict=True):
            part = of_cell[at] if at < len(of_cell) else ()
            room = columns - cells("".join(segment.text for segment in part))
            line += [Segment(BAR, Style.DIM)] if line else []
            line += [*(Segment(_loose(segment.text), segment.style) for segment in part), Segment(" " * room)]
        lines.append(tuple(segment for segment in line if segment.text))
    return lines


def _as_it_stands(shown: Shown, row: Row, width: int, style: Style) -> list[Line]:
    return paragraph(shown.segments(Cell(row.start, row.end), style), width, hang=_STEP) or [()]


def _told(shown: Shown, width: int) -> list[_OfRow]:
    """Tell each row by the names of its columns, one under the other."""
    return [(row, list(_row_told(shown, row, width))) for row in shown.table.rows]


def _row_told(shown: Shown, row: Row, width: int) -> Iterator[Line]:
    """Tell one row; the head, and what no column's name belongs to, stands as it is.

    Rows of a list may have many columns: theirs stand beside each other.
    """
    style = _style(shown, row)
    if row not in shown.table.body or not shown.table.names or not shown.table.is_aligned(row):
        yield from _as_it_stands(shown, row, width, style)
        return
    parts: list[list[Segment]] = []
    for name, cell in zip(shown.table.names, row.cells, strict=True):
        if cell.start < cell.end:
            before = [Segment(f"{inert(name)}: ", Style.DIM)] if name else []
            parts.append([*before, *shown.segments(cell, style if parts else Style.TITLE)])
    if not shown.table.head:
        yield from mixed_fields(parts, width, hang=_STEP)
        return
    for at, part in enumerate(parts):
        indent = _STEP if at else 0
        yield from paragraph(part, width, indent=indent, hang=indent + _STEP)


def _widths(shown: Shown, width: int) -> list[int]:
    """Share the columns of the screen among those of the table; empty if a word would have to be broken.

    What a row is called is not folded if it leaves room for the others; what is left over goes where a cell
    needs the most lines.
    """
    table = shown.table
    columns = [[_glued(inert(name))] for name in table.names] or [[] for _ in range(table.n_columns)]
    for row in table.rows:
        if table.is_aligned(row):
            for column, cell in zip(columns, row.cells, strict=True):
                column.append(_glued(inert(cell.of(shown.text))))
    natural = [max(map(cells, column)) or 1 for column in columns]
    widths = [
        max((cells(word) for text in column for word in text.split(" ")), default=0) or 1
        for column in columns
    ]
    if natural[0] <= width // 3:
        widths[0] = natural[0]
    room = width - sum(widths) - len(BAR) * (len(columns) - 1)
    if room < 0:
        return []
    while room and widths != natural:
        narrow = [at for at in range(len(widths)) if widths[at] < natural[at]]
        widths[max(narrow, key=lambda at: natural[at] / widths[at])] += 1
        room -= 1
    return widths


def _glued(text: str) -> str:
    """Let no line end between a number and its unit."""
    return _UNIT.sub(_GLUE, text)


def _loose(text: str) -> str:
    """Give what was glued as the page has it, for whoever copies it."""
    return text.replace(_GLUE, " ")
