"""A handbook: its pages, its tree of sections, and the chunks that are searched.

The *handbook text* is its pages' texts joined by one newline. Every `start` and `end`
of a section or chunk is a character offset into it; `edgerag.domain.pages` turns
such a span into a page and the offsets within that page's text.
"""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from edgerag.domain.ids import ChunkId, HandbookId, SectionId


@dataclass(frozen=True, slots=True)
class Page:
    """One page as stored: what every quotation is verified against."""

    ordinal: int
    """1, 2, ... in the order of the file."""
    number: int | None
    """The page to turn to: in a PDF its position; None where the format has no pages."""
    label: str
    """What is printed on it, if not `number`: "xii", "A-3"; or which rows of data these are; else empty."""
    start: int
    """Offset of its first character in the handbook text."""
    text: str


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the text up to the next heading of any level."""

    id: SectionId
    ordinal: int
    """0, 1, ... in reading order."""
    parent: SectionId | None
    level: int
    """1 for the top of the tree."""
    heading: str
    path: tuple[str, ...]
    """Headings from the top of the tree down to and including this one."""
    start: int
    end: int
    first_page: int | None
    last_page: int | None


@dataclass(frozen=True, slots=True)
class Chunk:
    """A window of one section's text: the unit that is embedded, indexed and ranked."""

    id: ChunkId
    section_id: SectionId
    ordinal: int
    """0, 1, ... in reading order, across sections."""
    prefix: str
    """The heading path, and the header row when the window begins inside a table."""
    start: int
    end: int
    text: str
    """Verbatim: the handbook text from `start` to `end`."""

    @property
    def indexed_text(self) -> str:
        """What is embedded and reranked: the prefix, then the text."""
        return f"{self.prefix}\n{self.text}" if self.prefix else self.text


class Origin(StrEnum):
    """Where a piece of metadata came from."""

    DOCUMENT = "document"
    """Found in the text or the file's own properties."""
    FILE_NAME = "file name"
    PERSON = "person"
    """Stated by the library keeper; never overwritten by the program."""
    DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class Stated:
    """A value and where it came from."""

    value: str
    origin: Origin


@dataclass(frozen=True, slots=True)
class Metadata:
    """What is known of a handbook besides its text; all values are plain text, empty if unknown."""

    title: Stated
    institution: Stated
    edition: Stated
    """A date as exact as is known: "2013", "2019-11", "2020-04-28"."""
    language: Stated
    """ISO 639-1: "en", "zh"."""
    collection: Stated
    authority: Stated
    """"high", "medium" or "low", as the library keeper ranks it; "medium" unless stated."""


LONGEST_DETAIL: Final = 200
"""Characters of a title, an institution or a collection that a person states."""
_OWN_YEAR: Final = 2026


def this_year() -> int:
    """Give the year, never before the program's own: the clock of a laptop without a battery is at 1970."""
    return max(datetime.datetime.now(datetime.UTC).year, _OWN_YEAR)


def is_date(text: str) -> bool:
    """Whether a text is a day that there is, or the month or year of one, written so that dates sort."""
    if not re.fullmatch("[0-9]{4}(-[0-9]{2}){0,2}", text):
        return False
    try:
        datetime.date.fromisoformat(text + "0000-01-01"[len(text) :])
    except ValueError:
        return False
    return True


def _is_language(value: str) -> bool:
    return len(value) == 2 and value.isascii() and value.isalpha() and value.islower()


def why_not(field: str, value: str) -> str:
    """Say why a person cannot state this value of a field of `Metadata`; empty if they can.

    All but a title may be emptied.
    """
    if len(value) > LONGEST_DETAIL:
        return f"at most {LONGEST_DETAIL} characters"
    match field:
        case "title" if not value.strip():
            return "a handbook needs a title"
        case "edition" if value and not is_date(value):
            return "write a date: 2013, 2019-11 or 2020-04-28"
        case "edition" if value and int(value[:4]) > this_year() + 1:
            return f"no edition is later than next year's, {this_year() + 1}"
        case "language" if value and not _is_language(value):
            return "write two small letters: en, fr, zh"
        case _:
            return ""


@dataclass(frozen=True, slots=True)
class Handbook:
    """A handbook as the library lists it."""

    id: HandbookId
    sha256: str
    file_name: str
    source_path: str
    """The absolute path it was added from; a changed file there replaces this handbook."""
    media_type: str
    """"pdf", "docx", "html", "markdown", "text", "csv", "xlsx", "json" or "xml"."""
    metadata: Metadata
    n_pages: int
    n_sections: int
    n_chunks: int
    n_chars: int
    problems: tuple[str, ...] = ()
    """What a person should know: "pages 3-9 have no text layer"."""
    signed_by: str = ""
    """Of an imported handbook, the fingerprint of the key that signed it, or "nobody"; else empty."""

    @property
    def title(self) -> str:
        """The title to show."""
        return self.metadata.title.value

    @property
    def edition(self) -> str:
        """The edition to show beside the title; empty if unknown."""
        return self.metadata.edition.value


@dataclass(frozen=True, slots=True)
class ParsedHandbook:
    """All that ingest makes of one file, before vectors."""

    handbook: Handbook
    pages: tuple[Page, ...]
    sections: tuple[Section, ...]
    chunks: tuple[Chunk, ...]
