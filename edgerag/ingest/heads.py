"""Finds the row of a table that names its columns, or says that there is none.

The rows above it are a title. A row can name columns if most of its cells are words, none is a bare number
and none comes again below. It surely does if a column holds figures alone below it and a word in it; else it
must name no medicine, and as nobody can be sure of a table that is words alone, its reader is told so.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from edgerag.ingest.records import plain_name
from edgerag.language.medicines import named_in

OPENING = 60
"""Rows that are looked at."""
_FEWEST = 0.6
"""Share of the usual number of cells that a head has at least, where no row with all of them is one."""
_MOSTLY = 0.5
_NUMBER = re.compile(r"[-+]?[\d.,]*\d[\d.,]*\s*%?|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[ T].*)?")
_FIGURE = re.compile(r"[<>≤≥±+-]?\s?\d")
_LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table."""

    number: int
    """1, 2, ... as a spreadsheet program shows it."""
    cells: tuple[str, ...]
    copies: frozenset[int] = frozenset()
    """Columns that merely repeat a merged cell that begins elsewhere."""

    @property
    def own(self) -> list[str]:
        """The cells with text that begin in this row."""
        return [cell for at, cell in enumerate(self.cells) if cell and at not in self.copies]


@dataclass(frozen=True, slots=True)
class Head:
    """What the columns are called, and where that stands."""

    names: tuple[str, ...]
    """Each different from the others; of a column without a name "column C"."""
    first: int
    """Position of the head among the rows given; the body begins at `first + n_rows`."""
    n_rows: int
    """0 if no row names the columns, 2 where merged cells stand above their parts."""
    is_sure: bool

    def name(self, column: int) -> str:
        """Name any column, also one beyond the head."""
        return self.names[column] if column < len(self.names) else unnamed(column)


def find_head(rows: Sequence[Row]) -> Head:
    """Find the head among the first rows with text, one at least, of a table."""
    usual = _usual_width(rows)
    as_wide = (_first_as_wide(rows, share * usual) for share in (1.0, _FEWEST))
    first = next((at for at in as_wide if _names_columns(rows[at], rows[at + 1 :])), None)
    if first is None:
        return Head((), _first_as_wide(rows, _FEWEST * usual), 0, is_sure=False)
    above, below = rows[first], rows[first + 1 :]
    if above.copies and below and _is_second_line(above, below[0]):
        return Head(_named(above, below[0]), first, 2, is_sure=True)
    return Head(_named(above), first, 1, is_sure=_contrasts(above, below))


def unnamed(column: int) -> str:
    """Name a column by its letters, as spreadsheet programs do: 0 is "column A", 27 "column AB"."""
    letters = ""
    column += 1
    while column:
        column, digit = divmod(column - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return f"column {letters}"


def _first_as_wide(rows: Sequence[Row], n_cells: float) -> int:
    return next((at for at, row in enumerate(rows) if len(row.own) >= n_cells), 0)


def _usual_width(rows: Sequence[Row]) -> int:
    """Give how many cells most rows have, of those with more than one."""
    widths = Counter(len(row.cells) for row in rows if len(row.own) > 1)
    return max(widths, key=lambda width: (widths[width], width), default=1)


def _names_columns(row: Row, below: Sequence[Row]) -> bool:
    filled = row.own
    words = [cell for cell in filled if _LETTER.search(cell) and not _FIGURE.match(cell)]
    if len(words) < _MOSTLY * len(filled) or any(_NUMBER.fullmatch(cell) for cell in filled):
        return False
    if any(named_in(cell) for cell in filled) and not _contrasts(row, below):
        return False
    others = [one for one in below if one.cells != row.cells]
    return not any(
        cell and at < len(other.cells) and other.cells[at] == cell
        for other in others
        for at, cell in enumerate(row.cells)
        if at not in row.copies and at not in other.copies
    )


def _contrasts(head: Row, below: Sequence[Row]) -> bool:
    """Whether some column has a word in the head and nothing but figures below it."""
    for at, name in enumerate(head.cells):
        values = [row.cells[at] for row in below if at < len(row.cells) and row.cells[at] not in ("", name)]
        if name and values and not _FIGURE.match(name) and all(map(_FIGURE.match, values)):
            return True
    return False


def _is_second_line(above: Row, row: Row) -> bool:
    """Whether a row names the parts of the merged cells above it."""
    parts = [row.cells[at] for at in above.copies if at < len(row.cells)]
    return bool(parts) and all(part and not _FIGURE.match(part) for part in parts)


def _named(*lines: Row) -> tuple[str, ...]:
    """Name each column once, by the cells of one or two lines."""
    width = max(len(line.cells) for line in lines)
    names: list[str] = []
    for at in range(width):
        said = dict.fromkeys(line.cells[at] for line in lines if at < len(line.cells) and line.cells[at])
        name = plain_name(" ".join(said)) or unnamed(at)
        names.append(f"{name} ({unnamed(at)})" if name in names else name)
    return tuple(names)


def repeated_names(row: Row) -> Iterator[str]:
    """Give the names that stand over more than one column."""
    counts = Counter(plain_name(cell) for at, cell in enumerate(row.cells) if cell and at not in row.copies)
    yield from (name for name, n in counts.items() if n > 1)
