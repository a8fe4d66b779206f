"""What a reader keeps of a page or an answer: a bookmark, or a note in their own words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from edgerag.domain.ids import HandbookId

LONGEST: Final = 1000
"""Characters of a note: some sentences, and no document."""


@dataclass(frozen=True, slots=True)
class Note:
    """A reader's bookmark or note; it is never part of a quotation."""

    handbook: HandbookId
    """It may have left the library since."""
    title: str
    """What that handbook was called."""
    sha256: str
    """Of its file, as it was read."""
    place: str
    """"page 23", or "answer"."""
    note: str = ""
    """In the reader's own words; empty if the place is only bookmarked."""
    page: int | None = None
    """Ordinal of the page; None of an answer."""
    report: int | None = None
    """Number of the report whose answer it is on; None of a page."""
    id: int = 0
    made_at: str = ""
    """UTC, "2026-11-21 23:59:59"."""


def words(note: str) -> str:
    """Give what was typed as it is kept: in one line, no longer than a note may be."""
    # What the command line hands over when bytes are not UTF-8 cannot be stored.
    return " ".join(note.encode("utf-8", "replace").decode().split())[:LONGEST]


def of_handbook(notes: Iterable[Note], handbook: HandbookId) -> list[Note]:
    """Give those with words that are about one handbook, notes on its answer first."""
    own = [note for note in notes if note.handbook == handbook and note.note]
    return sorted(own, key=lambda note: (note.page is not None, note.page or 0))
