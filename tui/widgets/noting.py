"""The form in which a reader bookmarks a page or an answer, or notes something on it."""

from __future__ import annotations

from edgerag.domain.notes import LONGEST, Note
from tui.widgets.form import Field, Form

EXPLANATION = (
    "In your own words. It is kept in the library on this computer, and shown and exported with every report "
    "that it belongs to, never as a quotation. Without words it is a bookmark."
)


def note_form(note: Note) -> Form:
    """Ask for the words of a note, beginning with those that it has."""
    field = Field("note", "Note", note.note, problem=_too_long)
    place = "the answer" if note.page is None else note.place
    return Form(f"Note on {place} of {note.title}", EXPLANATION, [field], save="Keep")


def _too_long(note: str) -> str:
    return f"at most {LONGEST} characters" if len(note) > LONGEST else ""
