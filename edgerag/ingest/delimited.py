"""Reads CSV and TSV: the encoding, the delimiter and the head are found, not asked for.

The delimiter is the one that cuts the first lines into the most even rows:

    evenness = share of the rows that have the commonest number n of cells, n > 1, times log(n + 1)

and less where it disagrees with the quotation marks.
"""

from __future__ import annotations

import csv
import io
import math
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from edgerag.errors import IngestError
from edgerag.ingest.blocks import Draft, Properties
from edgerag.ingest.doubts import Doubts
from edgerag.ingest.encodings import decode
from edgerag.ingest.heads import Row
from edgerag.ingest.records import record_pages
from edgerag.ingest.source import read_source
from edgerag.ingest.tables import table_blocks

DELIMITERS = (",", ";", "\t", "|")
"""In the order in which one is chosen of several that cut alike."""
_SAMPLE_LINES = 200
_SAMPLE_CHARS = 100_000
_MOST_CELL_CHARS = 10_000_000
_MISQUOTED = 0.25
_STATED = "sep="
"""How a first line names the delimiter for spreadsheet programs."""


def read_delimited(path: Path) -> Draft:
    """Read a CSV or TSV file.

    Raises:
        IngestError: it is not text, or no table.
    """
    doubts = Doubts()
    pages = record_pages(table_blocks(delimited_rows(path, doubts), doubts))
    title = next((b.text for page in pages[:1] for b in page.blocks[:1] if b.kind == "paragraph"), "")
    return Draft("csv", pages, Properties(large_text=(title,) if title else ()), tuple(doubts.problems()))


def delimited_rows(path: Path, doubts: Doubts) -> Iterator[Row]:
    """Cut a CSV or TSV file into rows, without the empty ones; tell doubts about its quotation marks.

    Raises:
        IngestError: it is not text; while rows are taken, if one has more text than any for people.
    """
    text = decode(read_source(path))
    delimiter, n_skipped = _stated(text)
    if not delimiter:
        delimiter = "\t" if path.suffix.lower() == ".tsv" and "\t" in text else find_delimiter(text)
    csv.field_size_limit(_MOST_CELL_CHARS)
    is_quoted = not _is_unclosed(text, delimiter)
    if not is_quoted:
        doubts.say("a quotation mark is opened that nothing closes: all of them are kept as text")
    return _rows(text, delimiter, n_skipped, is_quoted=is_quoted)


def find_delimiter(text: str) -> str:
    """Find what parts the cells of a table; a comma if nothing does."""
    sample = text[:_SAMPLE_CHARS].split("\n")[:_SAMPLE_LINES]
    return max(DELIMITERS, key=lambda delimiter: _evenness(sample, delimiter))


def _evenness(lines: Iterable[str], delimiter: str) -> float:
    widths = Counter(len(row) for row in csv.reader(lines, delimiter=delimiter) if any(map(str.strip, row)))
    wide = [(n_rows, width) for width, n_rows in widths.items() if width > 1]
    if not wide:
        return 0.0
    n_rows, width = max(wide)
    evenness = n_rows / widths.total() * math.log(width + 1)
    return evenness if _fits_quotes(lines, delimiter) else evenness * _MISQUOTED


def _fits_quotes(lines: Iterable[str], delimiter: str) -> bool:
    """Whether every quoted cell ends where the delimiter or the line does."""
    try:
        deque(csv.reader(lines, delimiter=delimiter, strict=True), maxlen=0)
    except csv.Error:
        return False
    return True


def _stated(text: str) -> tuple[str, int]:
    """Give the delimiter that a first line "sep=;" names, and how many lines that takes."""
    first = text[:10].split("\n")[0]
    is_stated = first.lower().startswith(_STATED) and len(first) == len(_STATED) + 1
    return (first[-1], 1) if is_stated else ("", 0)


def _is_unclosed(text: str, delimiter: str) -> bool:
    """Whether the last cell takes in lines up to the end of the file for want of a quotation mark."""
    try:
        last = deque(csv.reader(io.StringIO(text), delimiter=delimiter), maxlen=1)
    except csv.Error:  # it takes in more than a cell can hold
        return True
    return bool(last and last[0]) and "\n" in last[0][-1] and not text.rstrip().endswith('"')


def _rows(text: str, delimiter: str, n_skipped: int, *, is_quoted: bool) -> Iterator[Row]:
    """Cut a text into rows, numbered as a spreadsheet program numbers them, without the empty ones.

    Raises:
        IngestError: a cell has more text than any for people.
    """
    lines = islice(io.StringIO(text), n_skipped, None)
    reader = csv.reader(
        lines, delimiter=delimiter, quoting=csv.QUOTE_MINIMAL if is_quoted else csv.QUOTE_NONE
    )
    number = n_skipped
    try:
        for cells in reader:
            number += 1
            if any(cell.strip() for cell in cells):
                yield Row(number, tuple(cell.strip() for cell in cells))
    except csv.Error as error:
        raise IngestError(
            f"row {number + 1} cannot be read: {error}", hint="open the file in a spreadsheet program"
        ) from error
