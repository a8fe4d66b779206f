"""Reads DOCX: paragraphs with their heading styles, lists and tables, in document order."""

from __future__ import annotations

import lzma
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

import docx
from docx.document import Document
from docx.exceptions import PythonDocxError
from docx.opc.exceptions import OpcError
from docx.opc.part import XmlPart
from docx.oxml.ns import qn
from docx.table import Table, _Cell
from docx.text.paragraph import Paragraph
from lxml import etree

from edgerag.errors import IngestError
from edgerag.ingest.archives import refuse_bomb
from edgerag.ingest.blocks import CELL_SEPARATOR, Block, BlockKind, Draft, Properties
from edgerag.ingest.docx_text import ShownText
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

    def blocks(self) -> Iterator[Block]:
        n_tables = 0
        for content in self._document.iter_inner_content():
            if isinstance(content, Table):
                n_tables += 1
                yield from self._rows(content, n_tables)
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

    def _rows(self, table: Table, number: int) -> Iterator[Block]:
        for row in table.rows:
            cells: list[str] = []
            seen: set[object] = set()
            for cell in row.cells:
                if cell._tc not in seen:  # noqa: SLF001 - a merged cell is given once for every column it spans
                    seen.add(cell._tc)  # noqa: SLF001
                    cells.append(self._cell(cell))
            if any(cells):
                yield Block(BlockKind.ROW, CELL_SEPARATOR.join(cell for cell in cells if cell), table=number)

    def _cell(self, cell: _Cell) -> str:
        text = "\n".join(self._shown.of(paragraph._p) for paragraph in cell.paragraphs)  # noqa: SLF001
        return " ".join(text.split())


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
