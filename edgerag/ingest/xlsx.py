"""Reads XLSX: every sheet that is shown, row by row, in memory for one row and the shared texts.

The rows are read here and not by a library, because a safe reading needs what no library tells at once:
which cells are hidden or struck out, which formula has no stored result, which cells are merged, what unit a
number's format shows.
"""

from __future__ import annotations

import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import IO

from lxml import etree

from edgerag.errors import IngestError
from edgerag.ingest.archives import MAX_UNPACKED_BYTES, refuse_bomb
from edgerag.ingest.blocks import Block, BlockKind, Draft, Properties
from edgerag.ingest.doubts import Doubt, Doubts
from edgerag.ingest.heads import Row
from edgerag.ingest.records import record_pages
from edgerag.ingest.source import damage_told, open_source
from edgerag.ingest.tables import MOST_COLUMNS, table_blocks
from edgerag.ingest.withdrawn import Withdrawal, Withdrawn
from edgerag.ingest.xlsx_book import Book, Look, Sheet, Text, elements, is_on, read_book, text_of
from edgerag.ingest.xlsx_cells import is_unread, number_text
from edgerag.ingest.xlsx_formats import Format

MOST_MERGED = 100_000
"""Merged areas of one sheet, and rows that one of them covers."""
WIDEST_MERGED = 200
"""Columns of a merged area that its text is read for; a wider one is decoration."""
MOST_PROBLEMS = 200
"""Problems of one workbook that are told; the others are counted."""
_DAMAGE = (
    etree.LxmlError, zipfile.BadZipFile, zlib.error, struct.error, OSError, EOFError, NotImplementedError,
    RuntimeError, LookupError, ValueError, OverflowError,
)  # fmt: skip
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_REFERENCE = re.compile(r"([A-Z]{1,3})(\d{1,7})")
_MERGED = re.compile(rb"<(?:\w+:)?mergeCell\s[^>]*?ref=\"([A-Z]{1,3}\d{1,7}):([A-Z]{1,3}\d{1,7})\"")
_STEP_BYTES = 1 << 20
_LONGEST_TAG = 200
"""Bytes of a `mergeCell` element that may lie across two steps."""
_CELL_TAG = "}c"
NOT_COMPUTED = "(not computed)"
LONGEST_CODE = 60
"""Characters of a number format that a problem quotes."""

Area = tuple[int, int, int, int]
"""First row, first column, last row and last column of merged cells, from 1 and from 0."""


def read_xlsx(path: Path) -> Draft:
    """Read an XLSX file.

    Raises:
        IngestError: it is encrypted, damaged, no XLSX, or a zip bomb.
    """
    with _opened(path) as archive:
        reader = _Reader(archive, read_book(archive))
        pages = record_pages(reader.blocks())
        properties = _properties(archive, reader.title)
    return Draft("xlsx", pages, properties, reader.problems())


def sheet_rows(path: Path, doubts: Doubts) -> list[Row]:
    """Read the rows of a workbook that is one table; tell what is doubtful about its cells or left out.

    Raises:
        IngestError: as `read_xlsx`, or more than one sheet that is shown has rows.
    """
    withdrawn = Withdrawn()
    with _opened(path) as archive:
        book = read_book(archive)
        sheets = [list(_SheetRows(archive, book, sheet, doubts, withdrawn)) for sheet in book.sheets]
    for problem in withdrawn.problems():
        doubts.say(problem)
    filled = [rows for rows in sheets if rows]
    if len(filled) > 1:
        raise IngestError(f"{len(filled)} sheets have rows", hint="save each sheet as a file of its own")
    return filled[0] if filled else []


@contextmanager
def _opened(path: Path) -> Iterator[zipfile.ZipFile]:
    """Open an XLSX file as an archive.

    Raises:
        IngestError: it is encrypted, damaged, no XLSX, or a zip bomb.
    """
    with open_source(path) as file:
        if file.read(8) == _OLE:
            raise IngestError(
                "the file is encrypted, or an old .xls", hint="remove the password, or save it as .xlsx"
            )
        refuse_bomb(file, "XLSX", largest_xml=MAX_UNPACKED_BYTES)
        with damage_told(_DAMAGE, "XLSX", "spreadsheet program"), zipfile.ZipFile(file) as archive:
            yield archive


def _properties(archive: zipfile.ZipFile, title: str) -> Properties:
    """Give what the file says of itself."""
    said = {"title": "", "creator": "", "created": "", "language": ""}
    if "docProps/core.xml" in archive.namelist():
        parser = etree.XMLParser(resolve_entities=False, no_network=True)
        for element in etree.fromstring(archive.read("docProps/core.xml"), parser):
            if isinstance(element.tag, str):
                said[etree.QName(element).localname] = element.text or ""
    return Properties(
        title=said["title"],
        author=said["creator"],
        date=said["created"][:10],
        language=said["language"][:2].lower(),
        large_text=(title,) if title else (),
    )


class _Reader:
    """Reads the sheets of one workbook."""

    def __init__(self, archive: zipfile.ZipFile, book: Book) -> None:
        self.title = ""
        self._archive = archive
        self._book = book
        self._withdrawn = Withdrawn()
        self._problems: list[str] = []

    def blocks(self) -> Iterator[Block]:
        for sheet in self._book.sheets:
            self._withdrawn.enter(sheet.name)
            doubts = Doubts(sheet.name)
            rows = _SheetRows(self._archive, self._book, sheet, doubts, self._withdrawn)
            for block in table_blocks(rows, doubts, sheet.name):
                if block.kind is BlockKind.PARAGRAPH and not self.title:
                    self.title = block.text
                yield block
            self._problems += doubts.problems()

    def problems(self) -> tuple[str, ...]:
        told, n_more = self._problems[:MOST_PROBLEMS], len(self._problems) - MOST_PROBLEMS
        more = [f"{n_more:,} more doubts about other sheets"] if n_more > 0 else []
        return (*told, *more, *self._withdrawn.problems())


class _SheetRows:
    """The rows of one sheet that are shown and have text."""

    def __init__(
        self, archive: zipfile.ZipFile, book: Book, sheet: Sheet, doubts: Doubts, withdrawn: Withdrawn
    ) -> None:
        self._archive = archive
        self._book = book
        self._sheet = sheet
        self._doubts = doubts
        self._withdrawn = withdrawn
        self._hidden: set[int] = set()
        self._areas: list[Area] = []
        self._open: dict[Area, str] = {}
        self._width = 0

    def __iter__(self) -> Iterator[Row]:
        """Give the rows in order; what is hidden is told and left out."""
        with self._archive.open(self._sheet.member) as member:
            self._areas = sorted(_merged_areas(member), reverse=True)
        with self._archive.open(self._sheet.member) as member:
            number = 0
            for element in elements(member, "col", "row"):
                name = etree.QName(element).localname
                if name == "col" and is_on(element.get("hidden")):
                    first, last = int(element.get("min", "1")), int(element.get("max", "1"))
                    self._hidden.update(range(first - 1, min(last, MOST_COLUMNS)))
                elif name == "row":
                    number = int(element.get("r", number + 1))
                    row = self._row(number, element)
                    if row is not None:
                        yield row

    def _row(self, number: int, element: etree._Element) -> Row | None:
        cells: dict[int, str] = {}
        column = -1
        is_hidden = self._sheet.is_hidden or is_on(element.get("hidden"))
        for cell in element:
            if not str(cell.tag).endswith(_CELL_TAG):
                continue
            reference = cell.get("r")
            column = _column(reference) if reference else column + 1
            text = self._text(cell, number)
            if is_hidden or column in self._hidden:
                self._withdrawn.leave_out(Withdrawal.HIDDEN, text)
            elif text:
                cells[column] = text
        if not cells:
            return None
        copies = frozenset(self._spread(number, cells))
        self._width = max(self._width, max(cells) + 1)
        return Row(number, tuple(cells.get(at, "") for at in range(self._width)), copies)

    def _spread(self, number: int, cells: dict[int, str]) -> Iterator[int]:
        """Give every cell of a merged area the text of its first; say which columns repeat one."""
        while self._areas and self._areas[-1][0] <= number:
            self._open[self._areas.pop()] = ""
        for area in [area for area in self._open if area[2] < number]:
            del self._open[area]
        for area in self._open:
            first, left, _, right = area
            if number == first:
                self._open[area] = cells.get(left, "")
            for column in range(left, min(right, left + WIDEST_MERGED) + 1) if self._open[area] else ():
                if column not in self._hidden and column not in cells:
                    cells[column] = self._open[area]
                    yield column

    def _text(self, cell: etree._Element, number: int) -> str:
        """Give the text of a cell as stored; tell a formula without a result, and errors."""
        kind, look = cell.get("t", "n"), self._look(cell)
        parts = {child.tag.rpartition("}")[2]: child for child in cell if isinstance(child.tag, str)}
        stored = (parts["v"].text or "") if "v" in parts else ""
        if self._book.is_to_be_computed and "f" in parts and stored.strip() == "0":
            stored = ""
        if "is" not in parts and not stored.strip():
            is_empty_text = kind == "str" and "v" in parts
            if "f" not in parts or is_empty_text:
                return ""
            self._doubts.row(Doubt.NOT_COMPUTED, number)
            return f"={parts['f'].text or ''} {NOT_COMPUTED}"
        text = text_of(parts["is"]) if "is" in parts else self._value(kind, stored, look)
        if text.struck:
            self._withdrawn.leave_out(Withdrawal.STRUCK, text.struck)
        if kind == "e":
            self._doubts.row(Doubt.BROKEN, number)
        if look.is_struck:
            self._withdrawn.leave_out(Withdrawal.STRUCK, text.kept)
            return ""
        return text.kept.strip()

    def _value(self, kind: str, stored: str, look: Look) -> Text:
        match kind:
            case "s":
                return self._book.texts[int(stored)]
            case "n":
                return Text(self._number(stored, look.format))
            case "b":
                return Text("yes" if stored == "1" else "no")
            case _:
                return Text(stored)

    def _number(self, stored: str, shown: Format) -> str:
        """Write a number; tell a format that nobody can follow."""
        if is_unread(stored, shown):
            self._doubts.say(
                f"the number format {shown.code[:LONGEST_CODE]} cannot be followed: some of its numbers are "
                "given as they are stored, without a unit: compare them with the sheet"
            )
        return number_text(stored, shown, since_1904=self._book.since_1904)

    def _look(self, cell: etree._Element) -> Look:
        style = int(cell.get("s", "0"))
        return self._book.looks[style] if style < len(self._book.looks) else Look()


def _merged_areas(member: IO[bytes]) -> Iterator[Area]:
    """Find the merged cells, which a sheet names after its rows.

    Raises:
        IngestError: there are more than people merge.
    """
    rest, n_areas = b"", 0
    while step := member.read(_STEP_BYTES):
        window = rest + step
        end = 0
        for match in _MERGED.finditer(window):
            end, n_areas = match.end(), n_areas + 1
            first, last = (_REFERENCE.fullmatch(part.decode()) for part in match.groups())
            if first and last:
                yield int(first[2]), _letters(first[1]), int(last[2]), _letters(last[1])
            if n_areas > MOST_MERGED:
                raise IngestError("the XLSX has too many merged cells", hint="do not trust this file")
        rest = window[max(end, len(window) - _LONGEST_TAG) :]


def _column(reference: str) -> int:
    return _letters(reference.rstrip("0123456789"))


@lru_cache(maxsize=MOST_COLUMNS)
def _letters(letters: str) -> int:
    """Give the position of a column by its letters: A is 0, AA is 26.

    Raises:
        ValueError: no sheet has so many columns.
    """
    position = 0
    for letter in letters:
        position = 26 * position + ord(letter) - ord("A") + 1
    if not 0 < position <= MOST_COLUMNS:
        raise ValueError(letters)
    return position - 1
