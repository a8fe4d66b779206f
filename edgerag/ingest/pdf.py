"""Reads a PDF's text layer into pages of blocks.

Each page is read, measured and closed before the next one is opened, so that memory does
not grow with the pages' fonts and images.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import BufferedReader
from pathlib import Path

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from edgerag.errors import IngestError
from edgerag.ingest.blocks import CELL_SEPARATOR, Block, BlockKind, Draft, DraftPage, Properties
from edgerag.ingest.cleaning import clean_line
from edgerag.ingest.pdf_furniture import remove_furniture
from edgerag.ingest.pdf_glyphs import GlyphPage, read_page
from edgerag.ingest.pdf_headings import OutlineEntry, find_headings
from edgerag.ingest.pdf_layout import Line, read_lines
from edgerag.ingest.pdf_page_numbers import candidates, printed_numbers
from edgerag.ingest.pdf_prose import LINE_END, Vocabulary, mend, paragraphs, vocabulary
from edgerag.ingest.source import open_source
from edgerag.ingest.withdrawn import Withdrawal, pages_named, problem

MAX_PAGES = 5_000
"""The longest formulary has under 3,000; more is a bomb."""
MAX_OUTLINE_ENTRIES = 20_000
TITLE_PAGES = 3
SHORTEST_TITLE_PAGE = 12
"""Characters; a page with fewer is a cover picture."""
TITLE_SHARE = 0.45
"""Size of a title's smaller lines against its largest."""
TITLE_TO_BODY = 1.2
LONGEST_TITLE_CHARS = 140
_DATE = re.compile(r"D:(\d{4})(\d{2})?(\d{2})?")


def read_pdf(path: Path) -> Draft:
    """Read a PDF.

    Raises:
        IngestError: it is encrypted, damaged, too long, or has no text layer.
    """
    with open_source(path) as file:
        return _read(_open(file))


def _read(document: pdfium.PdfDocument) -> Draft:
    try:
        n_pages = len(document)
        if n_pages == 0:
            raise IngestError("the PDF has no pages", hint="get the file again from its source")
        if n_pages > MAX_PAGES:
            raise IngestError(
                f"the PDF has {n_pages:,} pages; at most {MAX_PAGES:,} are read",
                hint="split the file into parts",
            )
        outline = _outline(document)
        properties = _properties(document)
        glyph_pages = [_read_glyph_page(document, index) for index in range(n_pages)]
    finally:
        document.close()
    return _draft(glyph_pages, outline, properties)


def _open(file: BufferedReader) -> pdfium.PdfDocument:
    try:
        return pdfium.PdfDocument(file)
    except pdfium.PdfiumError as error:
        if error.err_code in (raw.FPDF_ERR_PASSWORD, raw.FPDF_ERR_SECURITY):
            raise IngestError(
                "the PDF is encrypted",
                hint="remove the password (open it and print or export it to a new PDF)",
            ) from error
        raise IngestError(
            "the PDF is damaged or incomplete", hint="copy or download it again; does a PDF viewer open it?"
        ) from error


def _read_glyph_page(document: pdfium.PdfDocument, index: int) -> GlyphPage:
    try:
        page = document[index]
    except pdfium.PdfiumError as error:
        raise IngestError(
            f"page {index + 1} of the PDF cannot be read",
            hint="the file is damaged: copy or download it again",
        ) from error
    try:
        return read_page(page, document.get_page_label(index))
    except ValueError as error:
        raise IngestError(f"page {index + 1} is no page of a book: {error}", hint="split the file") from error
    finally:
        page.close()


def _outline(document: pdfium.PdfDocument) -> list[OutlineEntry]:
    entries: list[OutlineEntry] = []
    for bookmark in document.get_toc(max_depth=8):
        destination = bookmark.get_dest()
        page = destination.get_index() if destination else None
        if page is not None:
            entries.append(OutlineEntry(bookmark.level, bookmark.get_title(), page))
        if len(entries) >= MAX_OUTLINE_ENTRIES:
            break
    return entries


def _properties(document: pdfium.PdfDocument) -> Properties:
    said = document.get_metadata_dict()
    date = _DATE.match(said.get("CreationDate", ""))
    return Properties(
        title=clean_line(said.get("Title", "")),
        author=clean_line(said.get("Author", "")),
        date="-".join(part for part in date.groups() if part) if date else "",
    )


def _draft(pages: list[GlyphPage], outline: Sequence[OutlineEntry], properties: Properties) -> Draft:
    problems = _problems(pages)
    properties.large_text = _large_text(pages)
    printed = _printed(remove_furniture(pages), [page.label for page in pages])
    words = vocabulary(fragment.text for page in pages for fragment in page.fragments)
    grouped = [paragraphs(read_lines(page)) for page in pages]
    headings = find_headings(grouped, outline)
    drafts = [
        DraftPage(
            number=index + 1,
            label=_label(printed[index], index + 1),
            blocks=[
                _block(lines, headings.get((index, position)), index, words)
                for position, lines in enumerate(grouped[index])
            ],
        )
        for index in range(len(pages))
    ]
    return Draft("pdf", drafts, properties, problems)


def _printed(furniture: Sequence[Sequence[str]], labels: Sequence[str]) -> list[str]:
    """Give the number that is printed on each page, empty where that is not sure."""
    found = [[number for text in texts for number in candidates(text)] for texts in furniture]
    return printed_numbers(found, labels)


def _label(label: str, number: int) -> str:
    return "" if label == str(number) else clean_line(label)


def _block(lines: list[Line], level: int | None, page: int, words: Vocabulary) -> Block:
    first = lines[0]
    if first.cells:
        cells = [mend(cell, words) for cell in first.cells]
        return Block(BlockKind.ROW, CELL_SEPARATOR.join(cells), table=1000 * page + first.table)
    text = mend(LINE_END.join(line.text for line in lines), words)
    return Block(BlockKind.PARAGRAPH, text) if level is None else Block(BlockKind.HEADING, text, level=level)


def _problems(pages: Sequence[GlyphPage]) -> tuple[str, ...]:
    """Name the pages that are pictures, without text or with text that a program recognised.

    Name those with text that is left out as well.

    Raises:
        IngestError: no page has text.
    """
    left_out = tuple(
        problem(why, [pages_named(numbers)])
        for why in Withdrawal
        if (numbers := [n for n, page in enumerate(pages, start=1) if why in page.withdrawn])
    )
    if not any(page.fragments for page in pages):
        raise _no_text(left_out)
    pictures = [n for n, page in enumerate(pages, start=1) if not page.fragments and page.n_images]
    scans = [n for n, page in enumerate(pages, start=1) if page.is_scan]
    verb = "has" if len(pictures) == 1 else "have"
    said = (
        f"{pages_named(pictures)} {verb} no text layer (pictures only)" if pictures else "",
        f"the text of {pages_named(scans)} was recognised from pictures by another program" if scans else "",
    )
    return (*filter(None, said), *left_out)


def _no_text(left_out: Sequence[str]) -> IngestError:
    if left_out:
        return IngestError(f"the PDF has no other text: {'; '.join(left_out)}", hint="get it from its source")
    return IngestError(
        "the PDF is scanned: it has pictures of pages and no text layer",
        hint="run it through a text recognition (OCR) program first",
    )


def _large_text(pages: Sequence[GlyphPage]) -> tuple[str, ...]:
    """Give the title: the largest lines of the first page that has any, in reading order.

    Lines are taken from the largest down, while they are clearly larger than body text
    and the title is not yet long.
    """
    sizes = sorted(f.size for page in pages for f in page.fragments for _ in range(0, len(f.text), 10))
    body = sizes[len(sizes) // 2] if sizes else 0.0
    for page in pages[:TITLE_PAGES]:
        lines = [
            line for line in read_lines(page) if not line.cells and sum(map(str.isalpha, line.text)) >= 2
        ]
        if sum(len(line.text) for line in lines) < SHORTEST_TITLE_PAGE:
            continue
        largest = max(line.fragments[0].size for line in lines)
        smallest = max(TITLE_SHARE * largest, TITLE_TO_BODY * body)
        chosen: list[int] = []
        n_chars = 0
        for index in sorted(range(len(lines)), key=lambda i: -round(lines[i].fragments[0].size)):
            n_chars += len(lines[index].text)
            if chosen and (lines[index].fragments[0].size < smallest or n_chars > LONGEST_TITLE_CHARS):
                break
            chosen.append(index)
        return tuple(clean_line(lines[index].text) for index in sorted(chosen))
    return ()
