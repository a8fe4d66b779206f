"""Puts the fragments of one page into reading order, and finds its tables.

1. Ruling lines make boxes and tables (`pdf_rules`).
2. Fragments, boxes and tables are sorted by gaps into columns and tables without rules (`pdf_columns`).
3. The columns are read one after the other, line by line.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count

from edgerag.ingest.pdf_columns import (
    bands_of,
    baselines,
    columns_of,
    groups_of,
    is_one_line,
    is_plain,
    is_table,
    row_starts,
)
from edgerag.ingest.pdf_glyphs import Fragment, GlyphPage
from edgerag.ingest.pdf_items import Item, item_of
from edgerag.ingest.pdf_rules import ruled_items

DEEPEST = 12
"""Columns within columns; deeper is read line by line."""


@dataclass(slots=True)
class Line:
    """One line of running text, or one row of a table, in reading order."""

    fragments: list[Fragment]
    cells: list[str] = field(default_factory=list)
    """Of a table row: the text of each cell."""
    table: int = 0
    """Of a table row: which table of the page, 1 for the first."""
    left: float = 0.0
    right: float = 0.0
    """Edges of the column or box that the line stands in."""
    region: int = 0
    """Lines of one column or box share this number."""

    @property
    def text(self) -> str:
        """Its fragments, joined by spaces."""
        return " ".join(fragment.text for fragment in self.fragments)


def read_lines(page: GlyphPage) -> list[Line]:
    """Give the lines and table rows of a page in reading order."""
    upright = [fragment for fragment in page.fragments if fragment.upright]
    items = ruled_items(upright, page.rules)
    reader = _Reader()
    reader.read(items)
    for fragment in page.fragments:
        if not fragment.upright:
            reader.add([fragment], fragment.x0, fragment.x1, next(reader.regions))
    return reader.lines


class _Reader:
    """Collects lines in reading order, region by region."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.regions = count(1)
        self._tables = count(1)

    def add(self, fragments: list[Fragment], left: float, right: float, region: int) -> None:
        """Append one line of running text."""
        self.lines.append(Line(fragments, left=left, right=right, region=region))

    def read(self, items: list[Item], depth: int = 0) -> None:
        """Append the lines of `items`, top to bottom, columns left to right."""
        for bands in groups_of(bands_of(items)):
            columns = columns_of([item for band in bands for item in band])
            if len(columns) < 2 or depth > DEEPEST or is_one_line(bands):
                self._read_stack(bands, depth)
            elif is_table(bands, columns):
                self._read_unruled_table(bands, columns)
            else:
                for column in columns:
                    self.read(column, depth + 1)

    def _read_stack(self, bands: list[list[Item]], depth: int) -> None:
        """Read bands that leave no gutter: line by line, with boxes and tables where they stand."""
        plain = [item for band in bands for item in band if is_plain(item)]
        left = min((item.x0 for item in plain), default=0.0)
        right = max((item.x1 for item in plain), default=0.0)
        region = next(self.regions)
        for band in bands:
            for row in baselines(band):
                free = [f for item in row if is_plain(item) for f in item.fragments]
                if free:
                    self.add(free, left, right, region)
                for item in row:
                    if item.rows:
                        self._add_rows(item.rows)
                    elif item.boxes:
                        for box in item.boxes:
                            self.read([item_of([f]) for f in box.fragments], depth + 1)
                    elif item.is_box:
                        self.read([item_of([f]) for f in item.fragments], depth + 1)
            region = region if plain else next(self.regions)

    def _add_rows(self, rows: list[list[list[Fragment]]]) -> None:
        table = next(self._tables)
        for row in rows:
            cells = [_cell_text(cell) for cell in row]
            self.lines.append(Line([f for cell in row for f in cell], cells=cells, table=table))

    def _read_unruled_table(self, bands: list[list[Item]], columns: list[list[Item]]) -> None:
        """Make rows of lines side by side; a line without a first cell continues the row above."""
        column_of = {id(item): index for index, column in enumerate(columns) for item in column}
        lines = [row for band in bands for row in baselines(band)]
        rows: list[list[list[Fragment]]] = []
        starts = row_starts(lines, column_of)
        for line, is_start in zip(lines, starts, strict=True):
            if is_start or not rows:
                rows.append([[] for _ in columns])
            for item in line:
                rows[-1][column_of[id(item)]].extend(item.fragments)
        self._add_rows([[cell for cell in row if cell] for row in rows])


def _cell_text(fragments: list[Fragment]) -> str:
    """Give a cell's lines, still one a line: broken words are mended later."""
    reader = _Reader()
    reader.read([item_of([f]) for f in fragments])
    return "\n".join("\n".join(line.cells) if line.cells else line.text for line in reader.lines)
