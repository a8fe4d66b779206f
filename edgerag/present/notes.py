"""Bookmarks and notes as a list, and for another program: one JSON object a line, schema `edgerag.note/1`.

    {"schema": "edgerag.note/1", "handbook": "0123456789abcdef", "title": "...", "sha256": "...",
     "place": "page 23", "page": 23, "report": null, "note": "...", "made_at": "2026-11-21 23:59:59"}

Within version 1 fields are only ever added.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Literal

import msgspec

from edgerag.domain.handbooks import Handbook
from edgerag.domain.ids import HandbookId
from edgerag.domain.notes import Note
from edgerag.present.inert import one_line
from edgerag.present.wording import reader_note

COLUMNS = ("handbook", "place", "note")
BOOKMARK = "(bookmark)"


class NoteJson(msgspec.Struct, frozen=True):
    """A bookmark or note."""

    schema: Literal["edgerag.note/1"]
    handbook: str
    title: str
    sha256: str
    place: str
    page: int | None
    report: int | None
    note: str
    made_at: str


def note_row(note: Note, held: Collection[Handbook]) -> tuple[str, str, str]:
    """Give a note's cells, in the order of `COLUMNS`, with what became of its handbook since."""
    place = f"{one_line(note.place)} of question {note.report}" if note.report else one_line(note.place)
    return (
        one_line(title_now(note, held)),
        " · ".join(filter(None, [place, since(note, held)])),
        one_line(note.note) or BOOKMARK,
    )


def title_now(note: Note, held: Collection[Handbook]) -> str:
    """Give the title that a note's handbook has now; where it was removed, the one that it had."""
    return next((book.title for book in held if book.id == note.handbook), note.title)


def since(note: Note, held: Collection[Handbook]) -> str:
    """Say what became of a note's handbook, as far as the library knows; empty if it is as it was."""
    files = {book.id: book.sha256 for book in held}
    if note.handbook not in files:
        return "removed since"
    return "" if files[note.handbook] == note.sha256 else "of another edition"


def note_lines(notes: Iterable[Note]) -> bytes:
    """Encode notes as UTF-8, each in a line of its own."""
    return b"".join(msgspec.json.encode(_out(note)) + b"\n" for note in notes)


def page_note(book: Handbook, ordinal: int, place: str, note: str) -> Note:
    """Make a note on a page that is called `place`, or a bookmark of it if there are no words."""
    return Note(book.id, book.title, book.sha256, place, note, page=ordinal)


def answer_note(book: Handbook, report: int, note: str) -> Note:
    """Make a note on a handbook's answer in a report, or a bookmark of it if there are no words."""
    return Note(book.id, book.title, book.sha256, "answer", note, report=report)


def of_place(notes: Iterable[Note], handbook: HandbookId, *, page: int | None, report: int | None) -> str:
    """Give the words that are noted on a page or an answer; empty if there are none."""
    place = (handbook, page, report)
    return next((one.note for one in notes if (one.handbook, one.page, one.report) == place), "")


def on_page(notes: Iterable[Note], book: Handbook, page: int) -> list[str]:
    """Say what readers noted on a page, a line each, and if it was on another edition's."""
    own = (note for note in notes if (note.handbook, note.page) == (book.id, page) and note.note)
    return [" · ".join(filter(None, [reader_note(note), since(note, [book])])) for note in own]


def _out(note: Note) -> NoteJson:
    return NoteJson(
        schema="edgerag.note/1",
        handbook=note.handbook,
        title=note.title,
        sha256=note.sha256,
        place=note.place,
        page=note.page,
        report=note.report,
        note=note.note,
        made_at=note.made_at,
    )
