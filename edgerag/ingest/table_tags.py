"""Builds tables from their tags as these come one by one, from a tree as of HTML or from running Markdown.

What is never closed ends with what it is in, as in a browser: a cell with the next cell, a row with the next
row, all of it with its table. A table within a cell is part of that cell.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from edgerag.ingest.cell_tables import CellTable, FullCell
from edgerag.ingest.grid import GridCell

TABLE_TAGS = frozenset(["table", "thead", "tbody", "tfoot", "tr", "td", "th"])
DEEPEST = 50
"""Tables in one another; what is deeper is text of the cell that it is in."""
_ALL_ROWS = 1_000_000
"""A cell of which 0 rows are stated reaches down to the last row of its section."""


@dataclass(slots=True)
class _OpenTable:
    table: CellTable = field(default_factory=CellTable)
    row: list[FullCell] | None = None
    is_in_head: bool = False


class TableTags:
    """The tables that are open, the innermost last."""

    def __init__(self) -> None:
        self._open: list[_OpenTable] = []
        self._n_too_deep = 0

    @property
    def is_in_table(self) -> bool:
        """Whether a table is open."""
        return bool(self._open)

    @property
    def n_rows(self) -> int:
        """Rows of the outermost table that have begun."""
        return self._open[0].table.n_rows + (self._open[0].row is not None) if self._open else 0

    @property
    def is_in_cell(self) -> bool:
        """Whether text is a cell's."""
        return self._cell is not None

    def say(self, text: str) -> None:
        """Add text to the innermost cell that is open.

        Raises:
            ValueError: none is.
        """
        if self._cell is None:
            raise ValueError("no cell is open")
        self._cell.contents.append(text)

    def open(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Open a table or what one is made of; outside of a table nothing but a table is opened."""
        if tag == "table":
            self._open_table()
        elif self._open and not self._n_too_deep:
            innermost = self._open[-1]
            if tag == "tr":
                _end_row(innermost)
                innermost.row = []
            elif tag in ("td", "th"):
                innermost.row = [] if innermost.row is None else innermost.row
                innermost.row.append(_cell(attributes, is_head=tag == "th" or innermost.is_in_head))
            elif tag in ("thead", "tbody", "tfoot"):
                _end_row(innermost)
                innermost.table.end_section()
                innermost.is_in_head = tag == "thead"

    def close(self, tag: str) -> CellTable | None:
        """Close a row or a table; gives a table that is whole and stands in no cell."""
        if not self._open:
            return None
        if tag == "table":
            return self._close_table()
        if tag == "tr" and not self._n_too_deep:
            _end_row(self._open[-1])
        return None

    def end(self) -> list[CellTable]:
        """Close all that is open, and give the tables that stand in no cell."""
        self._n_too_deep = 0
        ended = [self._close_table() for _ in range(len(self._open))]
        return [table for table in ended if table is not None]

    @property
    def _cell(self) -> FullCell | None:
        return next((one.row[-1] for one in reversed(self._open) if one.row), None)

    def _open_table(self) -> None:
        if len(self._open) >= DEEPEST:
            self._n_too_deep += 1
        else:
            self._open.append(_OpenTable())

    def _close_table(self) -> CellTable | None:
        if self._n_too_deep:
            self._n_too_deep -= 1
            return None
        ended = self._open.pop()
        _end_row(ended)
        if self._cell is None:
            return ended.table
        self._cell.contents.append(ended.table)
        return None


def counted(attributes: Mapping[str, str], name: str) -> int:
    """Read an attribute that counts; 1 where it does not, and a million where it counts more."""
    said = str(attributes.get(name, "1")).strip()
    return min(int(said[:9]), _ALL_ROWS) if said.isdecimal() else 1


def _cell(attributes: Mapping[str, str], *, is_head: bool) -> FullCell:
    n_down = counted(attributes, "rowspan") or _ALL_ROWS
    return FullCell(GridCell("", n_down, counted(attributes, "colspan")), is_head=is_head)


def _end_row(one: _OpenTable) -> None:
    if one.row is not None:
        one.table.add(one.row)
        one.row = None
