"""Whether an imported handbook holds together: nothing that another program wrote is believed.

A sound handbook has the ids that its hash gives, a tree of sections, passages that are spans of its own text,
and a vector of length 1 for each of them. Its names are names, not paths.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
from jaxtyping import Float16

from edgerag.domain.handbooks import Chunk, Handbook, Page, ParsedHandbook, Section
from edgerag.domain.ids import chunk_id, handbook_id, section_id
from edgerag.domain.pages import PAGE_BREAK, handbook_text
from edgerag.store.handbooks import METADATA_FIELDS
from edgerag.store.vectors import STORED_TOLERANCE, are_directions

MEDIA_TYPES = frozenset({"pdf", "docx", "html", "markdown", "text", "csv", "xlsx", "json", "xml"})
MOST_NAME_CHARS = 255
MOST_STATED_CHARS = 2_000
MOST_PROBLEMS = 1_000
DEEPEST_SECTION = 100
HIGHEST_PAGE = 10_000_000

_SHA256 = re.compile(r"[0-9a-f]{64}\Z")
_UNFIT = re.compile(r"[\x00-\x1f\x7f/\\:]")
"""What no file name has on one system or another."""


def flaws(parsed: ParsedHandbook, matrix: Float16[np.ndarray, "chunk dim"]) -> Iterator[str]:
    """Say what is wrong with a handbook and its vectors; nothing if it is sound."""
    yield from _naming(parsed.handbook)
    text = handbook_text(parsed.pages)
    if parsed.handbook.n_chars != len(text) or not _are_pages(parsed.pages):
        yield "its pages do not follow each other"
    if not _are_sections(parsed.handbook, parsed.sections, len(text)):
        yield "its sections are no tree of its text"
    if not _are_chunks(parsed, text):
        yield "its passages are not in its text"
    if len(matrix) not in {0, len(parsed.chunks)}:
        yield f"it has {len(matrix)} vectors for {len(parsed.chunks)} passages"
    elif not are_directions(matrix, STORED_TOLERANCE):
        yield "its vectors are not finite and of length 1"


def is_bare_name(name: str) -> bool:
    """Whether it can be a file's name and cannot lead anywhere."""
    return 0 < len(name) <= MOST_NAME_CHARS and not _UNFIT.search(name) and name not in {".", ".."}


def _naming(book: Handbook) -> Iterator[str]:
    if not _SHA256.match(book.sha256) or book.id != handbook_id(book.sha256):
        yield "its id is not that of its hash"
    if not is_bare_name(book.file_name):
        yield "its file name is not one"
    if book.media_type not in MEDIA_TYPES:
        yield "it is of no known kind"
    stated = [getattr(book.metadata, field).value for field in METADATA_FIELDS]
    if any(len(value) > MOST_STATED_CHARS for value in (*stated, *book.problems)):
        yield "what is stated about it is too long"
    if len(book.problems) > MOST_PROBLEMS:
        yield "it tells too many problems"


def _are_pages(pages: tuple[Page, ...]) -> bool:
    start = 0
    for ordinal, page in enumerate(pages, start=1):
        if page.ordinal != ordinal or page.start != start or not _is_page_number(page.number):
            return False
        start += len(page.text) + len(PAGE_BREAK)
    return bool(pages)


def _are_sections(book: Handbook, sections: tuple[Section, ...], n_chars: int) -> bool:
    """Whether every section has its id and lies in the text, under one that comes before it."""
    before = set()
    for ordinal, section in enumerate(sections):
        if section.id != section_id(book.id, ordinal) or section.ordinal != ordinal:
            return False
        if not (section.parent is None or section.parent in before):
            return False
        if not (0 <= section.start <= section.end <= n_chars and 0 <= section.level <= DEEPEST_SECTION):
            return False
        if not (_is_page_number(section.first_page) and _is_page_number(section.last_page)):
            return False
        before.add(section.id)
    return True


def _are_chunks(parsed: ParsedHandbook, text: str) -> bool:
    sections = {section.id for section in parsed.sections}
    return all(_is_chunk(parsed.handbook, chunk, n, text) for n, chunk in enumerate(parsed.chunks)) and all(
        chunk.section_id in sections for chunk in parsed.chunks
    )


def _is_chunk(book: Handbook, chunk: Chunk, ordinal: int, text: str) -> bool:
    return (
        chunk.id == chunk_id(book.id, ordinal)
        and chunk.ordinal == ordinal
        and 0 <= chunk.start <= chunk.end <= len(text)
        and text[chunk.start : chunk.end] == chunk.text
    )


def _is_page_number(number: int | None) -> bool:
    return number is None or -HIGHEST_PAGE <= number <= HIGHEST_PAGE
