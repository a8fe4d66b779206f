from __future__ import annotations

from dataclasses import replace

import pytest

from edgerag.domain.ids import HandbookId
from edgerag.domain.notes import Note
from edgerag.errors import StoreError
from edgerag.store.library import Library
from tests.synthetic import EMBEDDER, make_handbook, make_vectors

A = HandbookId("a" * 16)
PAGE = Note(A, "Clinic", "00", "page 23", "Ours is 0.5 mg/mL", page=23)


def kept(library: Library) -> list[tuple[str, str]]:
    return [(note.place, note.note) for note in library.reader_notes()]


def test_a_note_on_a_page_takes_the_place_of_the_one_before_it(library: Library) -> None:
    library.keep_note(PAGE)
    library.keep_note(replace(PAGE, page=24, place="page 24", note=""))
    library.keep_note(replace(PAGE, note="Ours is 1 mg/mL"))
    assert kept(library) == [("page 23", "Ours is 1 mg/mL"), ("page 24", "")]
    assert library.reader_notes()[0].made_at
    assert b"0.5 mg/mL" not in library.connections.path.read_bytes()


def test_a_note_on_an_answer_goes_with_its_report_and_one_on_a_page_outlives_the_handbook(
    library: Library,
) -> None:
    parsed = make_handbook("Clinic", ["Adrenaline 0.5 mg IM."])
    library.add(parsed, make_vectors(len(parsed.chunks)), EMBEDDER)
    book = parsed.handbook.id
    number = library.keep_report("What dose?", b"{}", [book])
    library.keep_note(replace(PAGE, handbook=book, page=1, place="page 1"))
    library.keep_note(Note(book, "Clinic", "00", "answer", "zyxwvut", report=number))
    library.remove(book)
    assert len(kept(library)) == 2
    library.delete_report(number)
    assert kept(library) == [("page 1", PAGE.note)]
    assert b"zyxwvut" not in library.connections.path.read_bytes()


def test_what_is_deleted_leaves_the_file(library: Library) -> None:
    library.keep_note(replace(PAGE, note="zyxwvut"))
    (note,) = library.reader_notes()
    assert library.delete_note(note.id)
    assert b"zyxwvut" not in library.connections.path.read_bytes()
    with pytest.raises(StoreError, match=f"there is no note {note.id}"):
        library.delete_note(note.id)


def test_no_answer_of_a_report_that_is_not_there_gets_a_note(library: Library) -> None:
    with pytest.raises(StoreError, match="there is no report 7"):
        library.keep_note(replace(PAGE, page=None, report=7))


def test_a_note_that_is_not_as_it_was_stored_is_left_out(library: Library) -> None:
    library.keep_note(PAGE)
    with library.transaction() as db:
        db.execute("update notes set note = 'Ours is 5 mg/mL'")
    assert library.reader_notes() == ()


def test_a_report_gets_the_notes_on_its_answers_and_on_pages_that_it_cites(library: Library) -> None:
    one, other = (library.keep_report("What dose?", b"{}", []) for _ in range(2))
    library.keep_note(PAGE)
    library.keep_note(replace(PAGE, page=24))
    for number in (one, other):
        library.keep_note(Note(A, "Clinic", "00", "answer", str(number), report=number))
    assert {note.note for note in library.notes_about(one, {(A, 23)})} == {PAGE.note, str(one)}
    assert {note.page for note in library.notes_about(None, {(A, 24)})} == {24}
    assert library.notes_about(None, set()) == ()
