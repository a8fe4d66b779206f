"""Reads DOCX: paragraphs with their heading styles, lists and tables, in document order."""

from __future__ import annotations

import lzma
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from itertools import chain, count
from pathlib import Path

import docx
from docx.document import Document
from docx.exceptions import PythonDocxError
from docx.opc.exceptions import OpcError
from docx.opc.part import XmlPart
from docx.oxml.ns import qn
from docx.table import Table, _Cell, _Row
from docx.text.paragraph import Paragraph
from lxml import etree

from edgerag.errors import IngestError
from edgerag.ingest.archives import refuse_bomb
from edgerag.ingest.blocks import Block, BlockKind, Draft, Properties
from edgerag.ingest.cell_tables import CellTable, FullCell
from edgerag.ingest.docx_text import OFF, ShownText
from edgerag.ingest.grid import WIDEST, GridCell
from edgerag.ingest.paging import split_pages
from edgerag.ingest.source import damage_told, open_source
from edgerag.ingest.withdrawn import Withdrawn

_DAMAGE = (
    OpcError, PythonDocxError, etree.LxmlError, zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error,
    OSError, EOFError, NotImplementedError, RuntimeError, LookupError, ValueError, AttributeError, TypeError,
    OverflowError, AssertionError,
)  # fmt: skip
"""Archives name what they lack by many errors, and python-docx trusts that a document is whole."""
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_HEADING = re.compile(r"heading (\d)", re.IGNORECASE)


def read_docx(path: Path) -> Draft:
    """Read a DOCX file.

    Raises:
        IngestError: it is encrypted, damaged, not a DOCX, or a zip bomb.
    """
    with open_source(path) as file, damage_told(_DAMAGE, "DOCX", "word processor"):
        if file.read(8) == _OLE:
            raise IngestError(
                "the file is encrypted, or an old .doc", hint="remove the password, or save it as .docx"
            )
        refuse_bomb(file, "DOCX")
        document = docx.Document(file)
        _refuse_entities(document)
        reader = _Reader(document)
        blocks = list(reader.blocks())
        properties = _properties(document, blocks)
    pages = [page for page in split_pages(blocks) if page.blocks]
    return Draft("docx", pages, properties, reader.withdrawn.problems())


def _properties(document: Document, blocks: Sequence[Block]) -> Properties:
    said = document.core_properties
    headings = [block.text for block in blocks if block.kind is BlockKind.HEADING]
    return Properties(
        title=said.title or "",
        author=said.author or "",
        date=said.created.date().isoformat() if said.created else "",
        language=(said.language or "")[:2].lower(),
        large_text=tuple(headings[:1]),
    )


def _refuse_entities(document: Document) -> None:
    """Refuse a document whose text is behind names that it defines itself.

    Raises:
        IngestError: it is so.
    """
    for part in document.part.package.iter_parts():
        if isinstance(part, XmlPart) and part.element.getroottree().docinfo.internalDTD is not None:
            raise IngestError(
                "the DOCX defines entities of its own, behind which text can vanish",
                hint="do not trust this file",
            )


class _Reader:
    """Walks the body of one document."""

    def __init__(self, document: Document) -> None:
        self.withdrawn = Withdrawn()
        self._document = document
        self._shown = ShownText(document, self.withdrawn)
        self._table_numbers = count(1)

    def blocks(self) -> Iterator[Block]:
        for content in self._document.iter_inner_content():
            if isinstance(content, Table):
                yield from chain.from_iterable(self._table(content).rows(self._table_numbers))
            else:
                yield from self._paragraph(content)

    def _paragraph(self, paragraph: Paragraph) -> Iterator[Block]:
        text = self._shown.of(paragraph._p).strip()  # noqa: SLF001 - python-docx reads no tracked changes
        if not text:
            return
        level = _heading_level(paragraph)
        if level:
            self.withdrawn.enter(text)
            yield Block(BlockKind.HEADING, " ".join(text.split()), level=level)
            return
        marker = "- " if _is_item(paragraph) else ""
        for line in text.split("\n"):
            yield Block(BlockKind.PARAGRAPH, marker + line)
            marker = ""

    def _table(self, table: Table) -> CellTable:
        read = CellTable()
        for row, cells in zip(table.rows, _grid_rows(table), strict=True):
            is_head = _is_repeated(row)
            read.add([self._cell(cell, place, is_head=is_head) for cell, place in cells])
        return read

    def _cell(self, cell: _Cell | None, place: GridCell, *, is_head: bool) -> FullCell:
        contents = cell.iter_inner_content() if cell is not None else ()
        return FullCell(place, list(filter(None, map(self._content, contents))), is_head=is_head)

    def _content(self, content: Paragraph | Table) -> str | CellTable:
        if isinstance(content, Table):
            return self._table(content)
        return self._shown.of(content._p).strip()  # noqa: SLF001


_GridRow = list[tuple[_Cell | None, GridCell]]
"""The cells that begin in a row; no cell where a row begins further to the right."""


def _grid_rows(table: Table) -> list[_GridRow]:
    """Give the rows of a table, each merged cell once, with how far it reaches."""
    rows: list[_GridRow] = []
    above: dict[int, GridCell] = {}
    for row in table.rows:
        found: _GridRow = []
        here: dict[int, GridCell] = {}
        column = row.grid_cols_before
        if column:
            found.append((None, GridCell(n_across=min(column, WIDEST))))
        for tc in row._tr.tc_lst:  # noqa: SLF001 - python-docx repeats a merged cell in every column
            upper = above.get(column) if tc.vMerge == "continue" else None
            cell = upper or GridCell(n_across=tc.grid_span)
            cell.n_down += upper is not None
            if upper is None:
                found.append((_Cell(tc, table), cell))
            here[column] = cell
            column += tc.grid_span
        rows.append(found)
        above = here
    return rows


def _is_repeated(row: _Row) -> bool:
    """Whether a row is repeated on every page, as one is that names the columns."""
    mark = row._tr.find(f"{qn('w:trPr')}/{qn('w:tblHeader')}")  # noqa: SLF001 - python-docx has no reader
    return mark is not None and mark.get(qn("w:val")) not in OFF


def _heading_level(paragraph: Paragraph) -> int:
    """Give the level by style name ("Title" is 1, "Heading 1" is 2), or by outline level; 0 for body text."""
    style = paragraph.style
    name = (style.name or "") if style is not None else ""
    if name.lower() == "title":
        return 1
    if match := _HEADING.match(name):
        return int(match.group(1)) + 1
    elements = [paragraph._p, style.element if style is not None else None]  # noqa: SLF001 - python-docx has no reader
    for element in elements:
        outline = element.find(f".//{qn('w:pPr')}/{qn('w:outlineLvl')}") if element is not None else None
        if outline is not None and str(outline.get(qn("w:val"))).isdecimal():
            value = int(str(outline.get(qn("w:val"))))
            return value + 2 if value < 9 else 0
    return 0


def _is_item(paragraph: Paragraph) -> bool:
    style = paragraph.style
    numbered = paragraph._p.find(f"{qn('w:pPr')}/{qn('w:numPr')}") is not None  # noqa: SLF001
    return numbered or (style is not None and (style.name or "").lower().startswith("list"))
