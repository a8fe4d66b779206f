"""Tables of a stored page: which lines are rows, where their cells stand, and what the columns are called.

A page keeps each row as one line, its cells between bars. A row that is read from the layout of a page lacks
the cells that are empty; of other documents they hold a dash. So a cell's column is certain only in a row
with as many cells as the table has columns; any other row is one cell that stands across the table. Rows of a
list of data name the column of every cell and are certain by themselves.

The first row with all cells is the head if it has words where figures stand below it. Of a table that goes on
from another page, or of two tables in one, nobody can tell what names the columns: then nothing does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import groupby
from typing import Final

from edgerag.language.cell_bands import is_unit, tells_who
from edgerag.language.clauses import has_figure
from edgerag.language.names import names_of_people
from edgerag.language.sentences import is_record, is_rule, trim

_BAR: Final = " | "
NOTHING: Final = frozenset({"", "-", "–", "—"})
"""What a cell holds that says nothing."""
_NAMED: Final = ": "
"""Between a column's name and the value in a row of a list."""
_MOSTLY: Final = 0.5
"""Share of a head's cells that are words without a figure."""


@dataclass(frozen=True, slots=True)
class Cell:
    """Characters `start` to `end` of the page's text; none if the cell is empty."""

    start: int
    end: int

    def of(self, text: str) -> str:
        """Give its characters."""
        return text[self.start : self.end]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the page."""

    start: int
    end: int
    cells: tuple[Cell, ...]
    """One for each column of the table; or the whole line, where the columns are not certain."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows that follow one another, and nothing between them but rules."""

    start: int
    end: int
    rows: tuple[Row, ...]
    n_columns: int
    names: tuple[str, ...] = ()
    """What the columns are called; empty if nothing tells, and "" for a column without a name."""
    head: range = range(0)
    """The rows that the names stand in; empty if in none, or if every row has them."""

    def is_aligned(self, row: Row) -> bool:
        """Whether it is certain in which columns a row's cells stand."""
        return len(row.cells) == self.n_columns

    @property
    def body(self) -> tuple[Row, ...]:
        """The rows below the head, or all of them."""
        return self.rows[self.head.stop :]


class _Form(Enum):
    """How a line writes a row."""

    BARRED = auto()
    """Bars between the cells, as pages are stored."""
    FENCED = auto()
    """Bars around the cells as well, as Markdown has them; empty cells are there."""
    RECORD = auto()
    """The place, then each value with its column's name."""
    NONE = auto()


@dataclass(frozen=True, slots=True)
class _Line:
    start: int
    end: int
    text: str


def tables_in(text: str) -> list[Table]:
    """Find the tables of a page, in order and apart."""
    found = (_table(form, list(run)) for form, run in groupby(_lines(text), lambda line: _form(line.text)))
    return [table for table in found if table is not None]


def _lines(text: str) -> Iterator[_Line]:
    start = 0
    for line in text.split("\n"):
        yield _Line(start, start + len(line), line)
        start += len(line) + 1


def _form(line: str) -> _Form:
    if len(line.splitlines()) > 1 or "\t" in line:
        return _Form.NONE
    if is_record(line):
        return _Form.RECORD
    if line.lstrip().startswith("|"):
        return _Form.FENCED
    return _Form.BARRED if _BAR in line else _Form.NONE


def _table(form: _Form, lines: Sequence[_Line]) -> Table | None:
    match form:
        case _Form.RECORD:
            return _list(lines)
        case _Form.BARRED if len(lines) > 1:
            return _drawn(lines, [_barred(line) for line in lines], is_ruled=False)
        case _Form.FENCED:
            rows = [line for line in lines if not is_rule(line.text)]
            is_ruled = len(lines) > 1 and bool(rows) and rows[0] is lines[0] and lines[1] not in rows
            return _drawn(lines, [_fenced(line) for line in rows], is_ruled=is_ruled) if rows[1:] else None
        case _:
            return None


def _drawn(lines: Sequence[_Line], rows: Sequence[Row], *, is_ruled: bool) -> Table | None:
    """Make a table of rows whose cells do not name their columns."""
    n_columns = max(len(row.cells) for row in rows)
    if n_columns < 2:
        return None
    rows = tuple(row if len(row.cells) == n_columns else _across(row) for row in rows)
    first = next(at for at, row in enumerate(rows) if len(row.cells) == n_columns)
    text = _Text(lines)
    texts = [text.cells(row) for row in rows[first:]]
    n_head = _n_rows_of_head(texts, n_columns)
    body = [row for row in texts[n_head:] if len(row) == n_columns]
    is_head = first == 0 if is_ruled else _names_columns(texts[0], body)
    if not is_head:
        return Table(lines[0].start, lines[-1].end, rows, n_columns)
    names = tuple(" ".join(dict.fromkeys(filter(None, cells))) for cells in zip(*texts[:n_head], strict=True))
    return Table(lines[0].start, lines[-1].end, rows, n_columns, names, range(first, first + n_head))


def _n_rows_of_head(rows: Sequence[Sequence[str]], n_columns: int) -> int:
    """Count the first row, and those below it that repeat it or have the unit of its first cell."""
    n_head = 1
    while n_head < len(rows) and len(rows[n_head]) == n_columns:
        if rows[n_head] != rows[0] and not is_unit(rows[n_head][0]):
            break
        n_head += 1
    return n_head


def _names_columns(head: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Whether a row surely names the columns, and no row below it does."""
    words = [cell for cell in head if _is_words(cell)]
    is_clear = len(words) >= _MOSTLY * len(head) or tells_who(head[0])
    if not is_clear or not all(map(_has_letter, head)):
        return False
    if names_of_people(head[0]) and not tells_who(head[0]):
        return False  # "Adults | 1 tablet" on the page after the one with the head
    others = [row for row in below if row != head]
    is_again = any(cell == row[at] for row in others for at, cell in enumerate(head))
    is_doubtful = is_again or any(
        _is_all_words(row) and _contrasts(row, others[at + 1 :]) for at, row in enumerate(others)
    )
    return _contrasts(head, others) and not is_doubtful


def _contrasts(head: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Whether some column has words in the head and a figure in every cell below it that says anything."""
    columns = ([row[at] for row in below if row[at] not in NOTHING] for at in range(len(head)))
    return any(
        not has_figure(cell) and bool(column) and all(map(has_figure, column))
        for cell, column in zip(head, columns, strict=True)
    )


def _is_all_words(row: Sequence[str]) -> bool:
    return all(map(_is_words, row))


def _is_words(cell: str) -> bool:
    return _has_letter(cell) and not has_figure(cell)


def _has_letter(cell: str) -> bool:
    return any(map(str.isalpha, cell))


def _barred(line: _Line) -> Row:
    return Row(line.start, line.end, tuple(_pieces(line, line.start, line.end, _BAR)))


def _fenced(line: _Line) -> Row:
    start, end = trim(line.text, 0, len(line.text))
    end -= end > start + 1 and line.text[end - 1] == "|"
    return Row(line.start, line.end, tuple(_pieces(line, line.start + start + 1, line.start + end, "|")))


def _pieces(line: _Line, start: int, end: int, bar: str) -> Iterator[Cell]:
    """Cut a part of a line at bars, white space around the cells left out."""
    for piece in line.text[start - line.start : end - line.start].split(bar):
        first, last = trim(piece, 0, len(piece))
        yield Cell(start + first, start + last)
        start += len(piece) + len(bar)


def _across(row: Row) -> Row:
    return Row(row.start, row.end, (Cell(row.start, row.end),))


class _Text:
    """Gives cells' characters by their places on the page."""

    def __init__(self, lines: Sequence[_Line]) -> None:
        self._start = lines[0].start
        self._text = "\n".join(line.text for line in lines)

    def cells(self, row: Row) -> list[str]:
        return [self._text[cell.start - self._start : cell.end - self._start] for cell in row.cells]


def _list(lines: Sequence[_Line]) -> Table | None:
    """Make a table of rows of data: a column for their places, and one for each name."""
    named = [_named(line) for line in lines]
    names = _in_order(named)
    if len(names) < 2:
        return None
    rows = [_record(line, cells, names) for line, cells in zip(lines, named, strict=True)]
    first = list(_pieces(lines[0], lines[0].start, lines[0].end, _BAR))
    is_head = not named[0] and _Text(lines[:1]).cells(Row(0, 0, tuple(first)))[1:] == names
    if is_head:
        rows[0] = Row(lines[0].start, lines[0].end, tuple(first))
    head = range(1) if is_head else range(0)
    return Table(lines[0].start, lines[-1].end, tuple(rows), len(names) + 1, ("", *names), head)


def _named(line: _Line) -> dict[str, Cell]:
    """Give a row's cells by their columns' names; none if one has no name, or two have the same."""
    cells: dict[str, Cell] = {}
    for piece in list(_pieces(line, line.start, line.end, _BAR))[1:]:
        name, named, value = line.text[piece.start - line.start : piece.end - line.start].partition(_NAMED)
        if not named or not value or name in cells:
            return {}
        cells[name] = Cell(piece.start + len(name) + len(_NAMED), piece.end)
    return cells


def _in_order(named: Sequence[Iterable[str]]) -> list[str]:
    """Give all columns' names, each after the one that it follows in a row: rows leave out what is empty."""
    names: list[str] = []
    for row in named:
        place = 0
        for name in row:
            if name not in names:
                names.insert(place, name)
            place = names.index(name) + 1
    return names


def _record(line: _Line, cells: dict[str, Cell], names: Sequence[str]) -> Row:
    row = Row(line.start, line.end, ())
    if not cells:
        return _across(row)
    place = next(_pieces(line, line.start, line.end, _BAR))
    return Row(line.start, line.end, (place, *(cells.get(name, Cell(line.end, line.end)) for name in names)))
