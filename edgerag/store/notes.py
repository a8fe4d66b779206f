"""The table `notes`: bookmarks and notes of readers, on pages and on answers.

A note on an answer goes with its report, which foreign keys see to. A note on a page stays when the handbook
is removed or replaced: it knows what that was called, and which file it was.
"""

from __future__ import annotations

from collections.abc import Collection

import apsw

from edgerag.domain.ids import HandbookId
from edgerag.domain.notes import Note
from edgerag.store.seals import Row, intact

_SEALED = (
    "id, report, cast(handbook as blob), cast(title as blob), cast(sha256 as blob), page,"
    " cast(place as blob), cast(note as blob), cast(made_at as blob)"
)
_QUERY = f"select {_SEALED}, seal from notes"


def write(db: apsw.Connection, note: Note) -> None:
    """Keep a note, in place of any on the same page or answer."""
    db.execute(
        "delete from notes where handbook = ? and page is ? and report is ?",
        (note.handbook, note.page, note.report),
    )
    number = db.execute(
        "insert into notes (report, handbook, title, sha256, page, place, note, made_at)"
        " values (?, ?, ?, ?, ?, ?, ?, datetime('now')) returning id",
        (note.report, note.handbook, note.title, note.sha256, note.page, note.place, note.note),
    ).get
    db.execute(f"update notes set seal = seal('notes', {_SEALED}) where id = ?", (number,))


def remove(db: apsw.Connection, number: int) -> bool:
    """Delete a note; say whether it was there."""
    db.execute("delete from notes where id = ?", (number,))
    return db.changes() > 0


def every(db: apsw.Connection) -> tuple[Note, ...]:
    """Read all notes, newest first; one that is not as it was stored is left out."""
    return tuple(intact(db, "notes", f"{_QUERY} order by id desc", (), _note))


def about(
    db: apsw.Connection, report: int | None, pages: Collection[tuple[HandbookId, int]]
) -> tuple[Note, ...]:
    """Read the notes on the answers of a report and on some pages."""
    return tuple(
        note
        for note in every(db)
        if (note.report is not None and note.report == report) or (note.handbook, note.page) in pages
    )


def _note(row: Row) -> Note:
    number, report, handbook, title, sha256, page, place, note, made_at = row
    return Note(
        HandbookId(handbook.decode()),
        title.decode(),
        sha256.decode(),
        place.decode(),
        note.decode(),
        page,
        report,
        number,
        made_at.decode(),
    )
