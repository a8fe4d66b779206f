"""Write a sample handbook as a Word file."""

from __future__ import annotations

import datetime
import io
import zipfile
from collections.abc import Sequence
from pathlib import Path

from docx import Document
from docx.document import Document as WordDocument
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.text.paragraph import Paragraph as WordParagraph
from sources import Block, Columns, Heading, Inline, Items, Note, Paragraph, Source, Table

EPOCH = (1980, 1, 1, 0, 0, 0)
"""The earliest time a zip archive can state: every member gets it, so that equal content is an equal file."""


def write_docx(source: Source, path: Path) -> None:
    """Write the handbook; the same source and library versions give the same bytes."""
    document = Document()
    _state_properties(document, source)
    document.add_paragraph(source.title, style="Title")
    document.add_paragraph(source.subtitle, style="Subtitle")
    document.add_paragraph(source.institution)
    document.add_paragraph(f"{source.edition}, {source.date}")
    document.add_paragraph(source.imprint)
    document.add_paragraph(f"Sample only. {source.notice}", style="Intense Quote")
    document.sections[0].header.paragraphs[0].text = f"{source.title} · {source.edition}"
    _add_page_number(document.sections[0].footer.paragraphs[0], source.institution)
    for block in source.blocks:
        _add(document, block)
    buffer = io.BytesIO()
    document.save(buffer)
    path.write_bytes(_with_fixed_times(buffer.getvalue()))


def _state_properties(document: WordDocument, source: Source) -> None:
    properties = document.core_properties
    properties.title, properties.author, properties.subject = source.title, source.institution, source.date
    properties.last_modified_by = source.institution
    properties.comments = ""
    properties.created = properties.modified = datetime.datetime(*EPOCH, tzinfo=datetime.UTC)


def _add(document: WordDocument, block: Block) -> None:
    match block:
        case Heading(level, text):
            document.add_heading(text, level)
        case Paragraph(content):
            _fill(document.add_paragraph(), content)
        case Note(content):
            _fill(document.add_paragraph(style="Intense Quote"), content)
        case Items(items, numbered):
            for item in items:
                _fill(document.add_paragraph(style="List Number" if numbered else "List Bullet"), item)
        case Table(rows):
            _add_table(document, rows)
        case Columns():
            pass  # Word keeps one column: the text is the same


def _add_table(document: WordDocument, rows: Sequence[Sequence[Inline]]) -> None:
    table = document.add_table(rows=0, cols=len(rows[0]), style="Table Grid")
    for row in rows:
        for cell, content in zip(table.add_row().cells, row, strict=True):
            _fill(cell.paragraphs[0], content)
    repeated = OxmlElement("w:tblHeader")
    repeated.set(qn("w:val"), "true")
    table.rows[0]._tr.get_or_add_trPr().append(repeated)  # noqa: SLF001 (python-docx has no name for it)
    document.add_paragraph()


def _fill(paragraph: WordParagraph, content: Inline) -> None:
    for run in content:
        added = paragraph.add_run(run.text)
        added.bold, added.italic = run.bold or None, run.italic or None


def _add_page_number(paragraph: WordParagraph, before: str) -> None:
    paragraph.add_run(f"{before} · page ")
    field = OxmlElement("w:fldSimple")
    field.set(qn("w:instr"), "PAGE")
    paragraph._p.append(field)  # noqa: SLF001 (python-docx has no fields)


def _with_fixed_times(package: bytes) -> bytes:
    fixed = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(package)) as old,
        zipfile.ZipFile(fixed, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for name in old.namelist():
            new.writestr(zipfile.ZipInfo(name, EPOCH), old.read(name), zipfile.ZIP_DEFLATED)
    return fixed.getvalue()
