"""Tables whose cells hold tables, as HTML, Markdown and DOCX have them: how their rows are written.

A table within a cell is text of its row, so that what it says stays with what the row is about: its cells
after a blank, its rows after a semicolon. Where its columns have names, each of its cells is told with its
own, for in running text nothing stands under anything:

    Shock | Give at once: Age: adult, Dose: 1 L; Age: child, Dose: 20 mL/kg

Where a row is one cell, which is there for looks, its tables are tables of their own, below its other text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from edgerag.ingest.blocks import CELL_SEPARATOR, Block, BlockKind
from edgerag.ingest.grid import EMPTY, Grid, GridCell
from edgerag.language.tables import tables_in

Cells = list[str]
"""The texts of one row."""


@dataclass(slots=True, eq=False)
class FullCell:
    """A cell with all that is in it."""

    place: GridCell
    contents: list[str | CellTable] = field(default_factory=list)
    """Texts and tables, in reading order."""
    is_head: bool = False
    """Whether the file says that it names other cells."""


class CellTable:
    """One table, row by row."""

    def __init__(self) -> None:
        self._grid = Grid()
        self._rows: list[Sequence[FullCell]] = []

    @property
    def n_rows(self) -> int:
        """How many were added."""
        return len(self._rows)

    def add(self, cells: Sequence[FullCell]) -> None:
        """Add a row: the cells that begin in it."""
        self._rows.append(cells)
        self._grid.add([cell.place for cell in cells])

    def end_section(self) -> None:
        """End all cells that reach down: none reaches out of the head or the body of a table."""
        self._grid.end_section()

    def rows(self, numbers: Iterator[int]) -> Iterator[list[Block]]:
        """Give the blocks of each row: its line, and the tables that stand alone in it.

        Raises:
            IngestError: it has more text than any table for people.
        """
        number = next(numbers)
        for line, alone in self._written():
            blocks = [Block(BlockKind.ROW, line, table=number)] if line else []
            for table in alone:
                blocks += (block for row in table.rows(numbers) for block in row)
            yield blocks

    def told(self) -> str:
        """Give it as text of one cell, in which bars would be those of the row.

        Raises:
            IngestError: as with `rows`.
        """
        written = self._written()
        lines = [line.split(CELL_SEPARATOR) if line else [] for line, _ in written]
        told = _told(lines, list(map(_is_head, self._rows)))
        for at, (_, alone) in enumerate(written):
            told[at] = " ".join(filter(None, [told[at], *(table.told() for table in alone)]))
        return "; ".join(filter(None, told))

    def _written(self) -> list[tuple[str, list[CellTable]]]:
        """Give each row's line, and the tables that stand alone in it."""
        filled = {cell.place for cells in self._rows for cell in cells if cell.contents}
        widths = self._grid.widths(filled)
        alone: list[list[CellTable]] = []
        for cells, width in zip(self._rows, widths, strict=True):
            inner = [_fill(cell, is_alone=width == 1) for cell in cells]
            alone.append([table for tables in inner for table in tables])
        return list(zip(self._grid.lines(), alone, strict=True))


def _is_head(cells: Sequence[FullCell]) -> bool:
    """Whether all cells of a row are marked as names; the first may be an empty corner."""
    corner = 1 if len(cells) > 1 and not cells[0].contents else 0
    return bool(cells) and all(cell.is_head for cell in cells[corner:])


def _fill(cell: FullCell, *, is_alone: bool) -> list[CellTable]:
    """Set the text of a cell, and give the tables that are not in it."""
    tables = [content for content in cell.contents if isinstance(content, CellTable)]
    told = (
        content if isinstance(content, str) else content.told()
        for content in cell.contents
        if isinstance(content, str) or not is_alone
    )
    cell.place.text = " ".join(" ".join(told).split())
    return tables if is_alone else []


def _told(rows: Sequence[Cells], are_heads: Sequence[bool]) -> list[str]:
    """Write each row in words, its cells with their columns' names where these are known."""
    n_columns = max(map(len, rows), default=0)
    aligned = [at for at, cells in enumerate(rows) if len(cells) == n_columns]
    heads = _heads([rows[at] for at in aligned], [are_heads[at] for at in aligned]) if n_columns > 1 else 0
    above, below = aligned[:heads], aligned[heads:]
    told = [" ".join(cells) for cells in rows]
    if not above or not below:
        return told
    names = [
        " ".join(dict.fromkeys(filter(_is_said, cells)))
        for cells in zip(*(rows[at] for at in above), strict=True)
    ]
    for at in above:
        told[at] = ""
    for at in below:
        told[at] = ", ".join(filter(None, map(_named, names, rows[at])))
    return told


def _heads(rows: Sequence[Cells], are_heads: Sequence[bool]) -> int:
    """Count the rows that name the columns: those that the file marks, or what a reader takes for them."""
    n_marked = next((at for at, is_head in enumerate(are_heads) if not is_head), len(are_heads))
    if n_marked:
        return n_marked
    tables = tables_in("\n".join(map(CELL_SEPARATOR.join, rows)))
    return tables[0].head.stop if len(tables) == 1 and tables[0].names else 0


def _named(name: str, value: str) -> str:
    """Write a value with its column's name; without a value the column is still said."""
    if name:
        return f"{name}: {value}"
    return value if _is_said(value) else ""


def _is_said(text: str) -> bool:
    return text != EMPTY
