"""Turns a table into blocks: its title, its head as it stands, and each row with its columns' names.

Rows are taken one by one, so that a long sheet needs memory for its text alone. Where rows of the opening
repeat the value of the first column, each such value is a heading over its rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

from edgerag.errors import IngestError
from edgerag.ingest.blocks import CELL_SEPARATOR, MAX_TEXT_CHARS, Block, BlockKind
from edgerag.ingest.doubts import Doubt, Doubts
from edgerag.ingest.heads import OPENING, Head, Row, find_head, repeated_names, unnamed
from edgerag.ingest.records import one_line, record_lines

MOST_COLUMNS = 16_384
"""What spreadsheet programs allow."""
SHEET_LEVEL = 2
_TITLE_LEVEL, _GROUP_LEVEL = 3, 4
_GROUPED = 0.5
"""Share of rows that have a neighbour with the same first value, from which a table is grouped by it."""
_SPANNING = 0.6
"""Share of the columns that a merged cell covers at least, to be a title of the rows below it."""


def table_blocks(rows: Iterable[Row], doubts: Doubts, name: str = "") -> Iterator[Block]:
    """Read one table.

    Args:
        rows: those with some text, in order.
        doubts: is told what is doubtful.
        name: of the sheet; empty if the file is one table.

    Raises:
        IngestError: it has more columns or more text than any table for people.
    """
    coming = iter(rows)
    opening = list(islice(coming, OPENING))
    if not opening:
        return
    if name:
        yield Block(BlockKind.HEADING, name, level=SHEET_LEVEL)
    head = find_head(opening)
    yield from (_title(row) for row in opening[: head.first])
    yield from (_head_line(row) for row in opening[head.first : head.first + head.n_rows])
    _tell(head, opening, doubts)
    table = _Table(head, opening, doubts)
    body = chain(opening[head.first + head.n_rows :], coming)
    n_chars = 0
    for block in table.blocks(body):
        n_chars += len(block.text)
        if n_chars > MAX_TEXT_CHARS:
            raise IngestError(
                f"a table holds more than {MAX_TEXT_CHARS:,} characters of text",
                hint="split the file into parts",
            )
        yield block


def _title(row: Row) -> Block:
    """Keep a row above the head as text."""
    return Block(BlockKind.PARAGRAPH, CELL_SEPARATOR.join(one_line(cell) for cell in row.own))


def _head_line(row: Row) -> Block:
    """Keep the head as it stands."""
    cells = [one_line(cell) for at, cell in enumerate(row.cells) if cell and at not in row.copies]
    return Block(BlockKind.RECORD, CELL_SEPARATOR.join([place(row), *cells]))


def place(row: Row) -> str:
    """Say where a row stands."""
    return f"Row {row.number}"


def _tell(head: Head, opening: Sequence[Row], doubts: Doubts) -> None:
    """Say what is doubtful about the head."""
    row = opening[head.first]
    if not head.n_rows:
        doubts.say("no row names the columns: they are called column A, column B and so on")
        return
    if not head.is_sure:
        doubts.say(f"row {row.number} is taken for the names of the columns: check that it is")
    for repeated in repeated_names(row) if head.n_rows == 1 else ():
        doubts.say(f'more than one column is named "{repeated}": the later ones have their letter beside it')
    filled = {at for one in opening[head.first + head.n_rows :] for at, cell in enumerate(one.cells) if cell}
    nameless = [unnamed(at) for at, name in enumerate(head.names) if name == unnamed(at) and at in filled]
    if nameless:
        doubts.say(f"without a name: {', '.join(nameless[:8])}{' and more' if len(nameless) > 8 else ''}")


class _Table:
    """Reads the rows below the head."""

    def __init__(self, head: Head, opening: Sequence[Row], doubts: Doubts) -> None:
        self._head = head
        self._doubts = doubts
        self._heads = {row.cells for row in opening[head.first : head.first + head.n_rows]}
        self._is_grouped = _is_grouped(opening[head.first + head.n_rows :])
        self._group = ""

    def blocks(self, rows: Iterable[Row]) -> Iterator[Block]:
        for row in rows:
            if len(row.cells) > MOST_COLUMNS:
                raise IngestError(
                    f"row {row.number} has more than {MOST_COLUMNS:,} columns", hint="do not trust this file"
                )
            if row.cells in self._heads:
                self._doubts.row(Doubt.HEAD_AGAIN, row.number)
            elif self._spans(row):
                yield Block(BlockKind.HEADING, one_line(max(row.cells)), level=_TITLE_LEVEL)
                self._group = ""
            else:
                yield from self._record(row)

    def _spans(self, row: Row) -> bool:
        """Whether a row is one merged cell across the table."""
        is_one = len({cell for cell in row.cells if cell}) == 1
        return is_one and len(row.copies) + 1 >= max(2, _SPANNING * len(self._head.names))

    def _record(self, row: Row) -> Iterator[Block]:
        first = row.cells[0] if row.cells else ""
        if self._is_grouped and first and first != self._group:
            self._group = first
            yield Block(BlockKind.HEADING, one_line(first), level=_GROUP_LEVEL)
        self._note(row, first)
        pairs = [(self._head.name(at), cell) for at, cell in enumerate(row.cells) if cell]
        self._doubts.look_at(place(row), pairs)
        for line in record_lines(place(row), pairs):
            yield Block(BlockKind.RECORD, line)

    def _note(self, row: Row, first: str) -> None:
        n_columns = len(self._head.names)
        if n_columns and len(row.cells) > n_columns:
            self._doubts.row(Doubt.MORE, row.number)
        if n_columns > 1 and len(row.cells) < n_columns:
            self._doubts.row(Doubt.FEWER, row.number)
        if not first:
            self._doubts.row(Doubt.NO_FIRST, row.number)


def _is_grouped(rows: Sequence[Row]) -> bool:
    firsts = [row.cells[0] if row.cells else "" for row in rows]
    if len(set(firsts)) < 2:
        return False
    beside = zip(firsts, [None, *firsts], [*firsts[1:], None], strict=False)
    repeated = sum(bool(this) and this in (above, below) for this, above, below in beside)
    return repeated >= _GROUPED * len(firsts)
