"""Puts the cells of a table into its columns, and writes each row as one line.

What stands under a head stays under it: a cell without text is written as a dash, for a page keeps no two
blanks. A column in which no text begins is there for looks, and left out. A merged cell is said in every row
and column that it spans, but once where it is all that its row has, and so is what stands in a row's first
column alone.

In tables that were made from a picture heads stand beside their columns: a name over nothing, and text under
no name. There a row that begins at the left without a gap is written without dashes where it has text under
no name: nobody can tell what names its cells.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass

from edgerag.errors import IngestError
from edgerag.ingest.blocks import BROKEN_BAR, CELL_SEPARATOR, MAX_TEXT_CHARS

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

    def widths(self, filled: Container[GridCell]) -> list[int]:
        """Count the cells of each row, those from above too, in columns in which one of `filled` begins."""
        columns = {at for row in self._begun for at, cell in row if cell in filled}
        return [len({cell for at, cell in row.items() if at in columns}) for row in self._rows]

    def lines(self) -> list[str]:
        """Write the rows, each as a line; empty for a row in which no text begins.

        Raises:
            IngestError: the merged cells have more text than any table for people.
        """
        rows = list(self._said())
        columns = _Columns.of([list(row) for row in rows if row])
        lines = []
        n_chars = 0
        for row, begun in zip(rows, self._begun, strict=True):
            texts = list(columns.texts(row)) if any(cell.text for _, cell in begun) else []
            n_chars += sum(len(text) + len(CELL_SEPARATOR) for text in texts)
            if n_chars > MAX_TEXT_CHARS:
                raise IngestError(
                    f"a table holds more than {MAX_TEXT_CHARS:,} characters of text",
                    hint="split the file into parts",
                )
            lines.append(CELL_SEPARATOR.join(text.replace("|", BROKEN_BAR) for text in texts))
        return lines

    def _said(self) -> Iterator[dict[int, GridCell]]:
        """Give the cells with text of each row, by column; one in which no text begins is there for looks."""
        begun = {at for row in self._begun for at, cell in row if cell.text}
        for row in self._rows:
            yield {at: cell for at, cell in sorted(row.items()) if cell.text and at in begun}

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


@dataclass(frozen=True, slots=True)
class _Columns:
    """The columns of a table, and which of them its head names."""

    all: tuple[int, ...]
    named: frozenset[int]
    """With those to the left of the first name, where rows may be joined or numbered."""
    are_beside: bool
    """Whether names stand beside what they name."""

    @classmethod
    def of(cls, rows: Sequence[Sequence[int]]) -> _Columns:
        """Read the columns with text of each row; the first row with several has the names."""
        every = {at for row in rows for at in row}
        head = next((row for row in rows if len(row) > 1), ())
        filled = {at for row in rows if row is not head for at in row}
        left = {at for at in every if at < min(head, default=0)}
        are_beside = bool(filled - left - set(head)) and not filled.issuperset(head)
        return cls(tuple(sorted(every)), frozenset(head) | left, are_beside)

    def texts(self, said: Mapping[int, GridCell]) -> Iterator[str]:
        """Give what a row says in each column, or once what one cell in the first says."""
        first, *others = dict.fromkeys(said.values())
        is_named = said.keys() <= self.named
        if not others and self.all[0] in said:
            yield first.text
        elif self.are_beside and not is_named and self._is_without_gap(said):
            yield from (EMPTY for at in self.named if at < min(said))
            yield from (cell.text for cell in said.values())
        else:
            columns = sorted(self.named) if self.are_beside and is_named else self.all
            yield from (said[at].text if at in said else EMPTY for at in columns)

    def _is_without_gap(self, said: Mapping[int, GridCell]) -> bool:
        between = [at for at in self.all if min(said) <= at <= max(said)]
        return between == list(said)
