"""Puts the cells of a table into its columns, and writes each row as one line.

Every row has a cell for each column, so that what stands under a head stays under it: a cell without text is
written as a dash, for a page keeps no two blanks. A merged cell is said in every row and column that it
spans, but once where it is all that its row has; what stands in a row's first column alone is said without
dashes, as it stands across the table. A column in which no text begins is there for looks, and left out.

A head whose names stand beside the columns that they name, as where a table was made from a picture, is put
over them: some column has text and no name, another a name and no text, and there are as many of either.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from edgerag.errors import IngestError
from edgerag.ingest.blocks import CELL_SEPARATOR, MAX_TEXT_CHARS

EMPTY = "–"
WIDEST = 100
"""Columns up to which merged cells are spread; tables for people have fewer than twenty."""


@dataclass(slots=True, eq=False)
class GridCell:
    """One cell as it is written, however many places it takes."""

    text: str = ""
    n_down: int = 1
    """Rows that it takes; those below the last row of the table are none."""
    n_across: int = 1


class Grid:
    """One table, row by row."""

    def __init__(self) -> None:
        self._rows: list[dict[int, GridCell]] = []
        self._begun: list[list[tuple[int, GridCell]]] = []
        self._down: dict[int, tuple[GridCell, int]] = {}

    def add(self, cells: Sequence[GridCell]) -> None:
        """Add a row: its cells take the places that no cell from above takes.

        Their text may be set later.
        """
        row = self._carried()
        begun: list[tuple[int, GridCell]] = []
        at = 0
        for cell in cells:
            while at in row:
                at += 1
            begun.append((at, cell))
            width = max(1, min(cell.n_across, WIDEST - at))
            for column in range(at, at + width):
                self._place(row, column, cell)
            at += width
        self._rows.append(row)
        self._begun.append(begun)

    def end_section(self) -> None:
        """End all cells that reach down: none reaches out of the head or the body of a table."""
        self._down.clear()

    def lines(self) -> list[str]:
        """Write the rows, each as a line; empty for a row in which no text begins.

        Raises:
            IngestError: the merged cells have more text than any table for people.
        """
        self._set_head()
        columns = sorted({at for begun in self._begun for at, cell in begun if cell.text})
        lines = []
        n_chars = 0
        for row, begun in zip(self._rows, self._begun, strict=True):
            texts = list(_texts(row, columns)) if any(cell.text for _, cell in begun) else []
            n_chars += sum(len(text) + len(CELL_SEPARATOR) for text in texts)
            if n_chars > MAX_TEXT_CHARS:
                raise IngestError(
                    f"a table holds more than {MAX_TEXT_CHARS:,} characters of text",
                    hint="split the file into parts",
                )
            lines.append(CELL_SEPARATOR.join(texts))
        return lines

    def _set_head(self) -> None:
        """Put the names of the first row over the columns in which there is text, if they are as many."""
        names = [(at, cell) for begun in self._begun[:1] for at, cell in begun if cell.text]
        if not names or any(cell.n_across > 1 or cell.n_down > 1 for _, cell in names):
            return
        first = names[0][0]
        filled = {at for row in self._rows[1:] for at, cell in row.items() if cell.text and at >= first}
        if len(filled) == len(names) and filled != {at for at, _ in names}:
            self._begun[0] = list(zip(sorted(filled), (cell for _, cell in names), strict=True))
            self._rows[0] = dict(self._begun[0])

    def _carried(self) -> dict[int, GridCell]:
        """Give what reaches into the next row from above."""
        row = {column: cell for column, (cell, _) in self._down.items()}
        self._down = {column: (cell, n - 1) for column, (cell, n) in self._down.items() if n > 1}
        return row

    def _place(self, row: dict[int, GridCell], column: int, cell: GridCell) -> None:
        if column not in row:
            row[column] = cell
            if cell.n_down > 1 and column < WIDEST:
                self._down[column] = (cell, cell.n_down - 1)


def _texts(row: dict[int, GridCell], columns: Sequence[int]) -> Iterator[str]:
    """Give what a row says in each column, or once what its only cell, or its first alone, says."""
    cells = [row.get(column) for column in columns]
    only = {cell for cell in cells if cell is not None}
    is_first_alone = {cell for cell in only if cell.text} == {cells[0]}
    if len(only) == 1 or is_first_alone:
        yield from (cell.text for cell in only if cell.text)
    else:
        yield from (cell.text if cell is not None and cell.text else EMPTY for cell in cells)
