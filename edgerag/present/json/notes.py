"""A reader's note in a report's JSON."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from edgerag.domain.notes import Note


class NoteJson(msgspec.Struct, frozen=True):
    """What a reader noted, in their own words, on an answer or on a page that is cited."""

    handbook: str
    title: str
    sha256: str
    place: str
    note: Annotated[str, Meta(description="Empty if the place is only bookmarked.")]
    page: Annotated[int | None, Meta(description="Ordinal of the page; null of an answer.")]
    made_at: Annotated[str, Meta(description="UTC.")]


def note_out(note: Note) -> NoteJson:
    """Make the record of a note; on which report it is, and its number there, is left out."""
    return msgspec.convert(note, NoteJson, from_attributes=True)


def note_in(told: NoteJson) -> Note:
    """Rebuild a note from its record."""
    return msgspec.convert(told, Note, from_attributes=True)
