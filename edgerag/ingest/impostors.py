"""Refuses a file whose content is plainly of another format than its name says.

Read as what its name says, mark-up would be text: what it hides, and scripts, would be read with the rest.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from edgerag.errors import IngestError
from edgerag.ingest.encodings import decode
from edgerag.ingest.source import read_source

_PDF_MAGIC = b"%PDF-"
_ZIP_MAGIC = b"PK\x03\x04"
_TEXT_LIKE = frozenset({"text", "markdown", "csv"})
"""Formats as which any text can be read."""
_MARKS = b"\xef\xbb\xbf\xff\xfe\x00 \t\r\n\f"
"""Bytes of byte order marks, of wide encodings and of white space."""
_COMMENTS = re.compile(rb"(?:<!--.*?-->\s*)*", re.DOTALL)
_HTML = re.compile(rb"<!doctype\s+html\b|<html[\s>]", re.IGNORECASE)
_XML = re.compile(rb"<\?xml\s", re.IGNORECASE)


def refuse_impostors(path: Path, kind: str | None, head: bytes) -> None:
    """Name a file whose content is not what its name says.

    Args:
        path: is read as a whole only where it may be JSON.
        kind: what its name says.
        head: its first bytes.

    Raises:
        IngestError: it is so.
    """
    if kind == "pdf" and _PDF_MAGIC not in head:
        if head.startswith(_ZIP_MAGIC):
            raise IngestError(
                "this is a ZIP or Office file named .pdf",
                hint="unzip it, or give it its right name, such as .docx",
            )
        raise IngestError("this is not a PDF", hint="copy or download it again, or give it its right name")
    if kind not in (None, "pdf") and head.startswith(_PDF_MAGIC):
        raise IngestError("this is a PDF under another name", hint="rename it to .pdf")
    if kind not in (None, "docx", "xlsx") and head.startswith(_ZIP_MAGIC):
        raise IngestError("this is a ZIP or Office file under another name", hint="give it its right name")
    if kind in _TEXT_LIKE:
        _refuse_data(path, head)


def _refuse_data(path: Path, head: bytes) -> None:
    """Refuse mark-up and data under the name of a text.

    Raises:
        IngestError: it is so.
    """
    opening = head.lstrip(_MARKS).replace(b"\0", b"")
    markup = _COMMENTS.sub(b"", opening, count=1)
    if _HTML.match(markup) or (_XML.match(markup) and _HTML.search(markup)):
        raise _named("an HTML file", ".html")
    if _XML.match(markup):
        raise _named("an XML file", ".xml")
    if opening.startswith((b"{", b"[")):
        _refuse_json(decode(read_source(path)).removeprefix("\ufeff"))


def _refuse_json(text: str) -> None:
    """Refuse JSON or JSON lines; "[1]" or "{}" alone may be a text.

    Raises:
        IngestError: it is so.
    """
    if _holds_names(text):
        raise _named("a JSON file", ".json")
    lines = [line for line in text.split("\n") if line.strip()]
    if len(lines) > 1 and all(map(_holds_names, lines)):
        raise _named("a file of JSON lines", ".jsonl")


def _holds_names(text: str) -> bool:
    """Whether a text is one JSON value, with names or words in it."""
    try:
        value = json.loads(text, parse_int=str, parse_float=str)
    except (ValueError, RecursionError):
        return False
    return (isinstance(value, dict) and bool(value)) or (isinstance(value, list) and '"' in text)


def _named(what: str, ending: str) -> IngestError:
    return IngestError(f"this is {what} under another name", hint=f"give it its right name: {ending}")
