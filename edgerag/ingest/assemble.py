"""From a file to a parsed handbook, in this process; `parse_file` runs it in a child.

read the file -> pages of blocks -> handbook text -> sections -> chunks -> metadata
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path

from edgerag.domain.handbooks import Handbook, ParsedHandbook
from edgerag.domain.ids import handbook_id
from edgerag.domain.pages import handbook_text
from edgerag.errors import IngestError
from edgerag.ingest.blocks import MAX_TEXT_CHARS, BlockKind, Draft
from edgerag.ingest.chunks import build_chunks
from edgerag.ingest.discover import media_type
from edgerag.ingest.impostors import refuse_impostors
from edgerag.ingest.metadata import describe
from edgerag.ingest.sections import build_sections, lay_out
from edgerag.ingest.source import open_source

MAX_FILE_BYTES = 1_000_000_000


def assemble(path: Path, *, chunk_words: int, overlap_words: int) -> ParsedHandbook:
    """Read a document and make all that is stored of it, except vectors.

    Raises:
        IngestError: the file is missing, empty, of an unknown or another format, damaged,
            encrypted, or without text.
    """
    sha256, head = _inspect(path)
    draft = _reader(path, head)(path)
    pages, marks = lay_out(draft.pages)
    text = handbook_text(pages)
    if not text.strip():
        reason = "; ".join(draft.problems)
        raise IngestError(
            "there is no text in the file" + (f": {reason}" if reason else ""),
            hint="open it to check that it is the right one",
        )
    if len(text) > MAX_TEXT_CHARS:
        raise IngestError(
            f"the file holds {len(text):,} characters of text", hint="split the file into parts"
        )
    identity = handbook_id(sha256)
    headings = [mark.text for mark in marks if mark.kind is BlockKind.HEADING]
    metadata = describe(path, draft.properties, pages, headings)
    sections = build_sections(identity, pages, marks, metadata.title.value)
    chunks = build_chunks(
        identity, text, sections, marks, chunk_words=chunk_words, overlap_words=overlap_words
    )
    handbook = Handbook(
        id=identity,
        sha256=sha256,
        file_name=path.name,
        source_path=str(path.absolute()),
        media_type=draft.media_type,
        metadata=metadata,
        n_pages=len(pages),
        n_sections=len(sections),
        n_chunks=len(chunks),
        n_chars=len(text),
        problems=draft.problems,
    )
    return ParsedHandbook(handbook, pages, sections, chunks)


def _inspect(path: Path) -> tuple[str, bytes]:
    """Give the file's SHA-256 and its first bytes."""
    with open_source(path) as file:
        try:
            size = os.fstat(file.fileno()).st_size
            if size == 0:
                raise IngestError("the file is empty", hint="copy or download it again")
            if size > MAX_FILE_BYTES:
                raise IngestError(f"the file has {size // 1_000_000:,} MB", hint="split the file into parts")
            digest = hashlib.file_digest(file, "sha256").hexdigest()
            file.seek(0)
            return digest, file.read(1024)
        except OSError as error:
            raise IngestError(f"the file cannot be read: {error.strerror}", hint="copy it again") from error


def _reader(path: Path, head: bytes) -> Callable[[Path], Draft]:
    """Choose the adapter; each imports its own library, so that a text file loads no PDF engine."""
    kind = media_type(path)
    refuse_impostors(path, kind, head)
    match kind:
        case "pdf":
            from edgerag.ingest.pdf import read_pdf

            return read_pdf
        case "docx":
            from edgerag.ingest.docx import read_docx

            return read_docx
        case "html":
            from edgerag.ingest.html import read_html

            return read_html
        case "markdown":
            from edgerag.ingest.markdown import read_markdown

            return read_markdown
        case "text":
            from edgerag.ingest.text import read_text

            return read_text
        case "xlsx":
            from edgerag.ingest.xlsx import read_xlsx

            return read_xlsx
        case "json":
            from edgerag.ingest.json_records import read_json

            return read_json
        case "xml":
            from edgerag.ingest.xml_records import read_xml

            return read_xml
        case "csv":
            from edgerag.ingest.delimited import read_delimited

            return read_delimited
        case _:
            raise IngestError(
                f"edgerag does not read {path.suffix or 'files without an ending'}",
                hint="convert it to PDF, DOCX, HTML, Markdown, plain text, CSV or XLSX",
            )
