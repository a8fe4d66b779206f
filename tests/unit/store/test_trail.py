from __future__ import annotations

from pathlib import Path

import apsw
import pytest

from edgerag import __version__
from edgerag.domain.trail import Deed, Entry, digest, first_flaw, read
from edgerag.errors import StoreError
from edgerag.store import trail
from edgerag.store.library import Library
from tests.synthetic import EMBEDDER, make_handbook, make_vectors

QUESTION = "What dose for Mrs Moyo?"
CLINIC = make_handbook("Clinic", ["Adrenaline 0.5 mg IM."])


def begin(library: Library, *, with_question: bool = False) -> None:
    library.switch_trail(is_on=True, with_question=with_question)


def entries(library: Library) -> list[Entry]:
    return [read(row.content) for row in library.audit_trail()[0]]


def deeds(library: Library) -> list[Deed]:
    return [entry.what for entry in entries(library)]


def add_clinic(library: Library) -> None:
    library.add(CLINIC, make_vectors(len(CLINIC.chunks)), EMBEDDER)


def ask(library: Library) -> None:
    versions = {"edgerag": __version__, "embedder": "e", "generator": ""}
    library.keep_report(QUESTION, b"{}", [CLINIC.handbook.id], verdict="agree", versions=versions)


def test_the_trail_is_off_until_it_is_switched_on(library: Library) -> None:
    add_clinic(library)
    ask(library)
    assert entries(library) == []
    assert library.trail_flaw() is None


def test_every_deed_is_an_entry_in_its_order(library: Library) -> None:
    begin(library)
    add_clinic(library)
    library.edit(CLINIC.handbook.id, "edition", "2013")
    ask(library)
    ask(library)
    newest = library.newest_report()
    library.delete_report(newest)
    library.clear_reports()
    library.remove(CLINIC.handbook.id)
    library.record(Deed.EXPORTED, note="out.edgerag")
    library.switch_trail(is_on=False)
    library.record(Deed.EXPORTED)
    assert deeds(library) == [
        Deed.TRAIL_BEGUN,
        Deed.ADDED,
        Deed.EDITED,
        Deed.ASKED,
        Deed.ASKED,
        Deed.HISTORY_DELETED,
        Deed.HISTORY_DELETED,
        Deed.REMOVED,
        Deed.EXPORTED,
        Deed.TRAIL_PAUSED,
    ]
    assert library.trail_flaw() is None
    assert [entry.number for entry in entries(library)] == [*range(1, 11)]


def test_an_entry_says_who_asked_which_handbooks_with_what_and_how_it_came_out(library: Library) -> None:
    begin(library)
    add_clinic(library)
    library.edit(CLINIC.handbook.id, "edition", "2013")
    ask(library)
    asked = entries(library)[-1]
    assert asked.who == library.who
    assert asked.verdict == "agree"
    assert [(book.id, book.edition) for book in asked.handbooks] == [(CLINIC.handbook.id, "2013")]
    assert asked.versions == {"edgerag": __version__, "embedder": "e"}
    assert asked.when.endswith("Z")


def test_the_digest_is_of_the_question_and_its_salt_goes_with_the_report(
    library: Library, tmp_path: Path
) -> None:
    begin(library)
    add_clinic(library)
    ask(library)
    asked = entries(library)[-1]
    with library.reading() as db:
        salt: bytes = db.execute("select salt from trail_questions").get
        assert db.execute("select question from trail_questions").get is None
    assert asked.question == digest(QUESTION, salt)
    library.delete_report(library.newest_report())
    deleted = entries(library)[-1]
    assert (deleted.what, deleted.question) == (Deed.HISTORY_DELETED, asked.question)
    assert library.trail_flaw() is None
    content = (tmp_path / "data" / "library.db").read_bytes()
    assert salt not in content
    assert QUESTION.encode() not in content


@pytest.mark.parametrize("leave", ["clear", "delete"])
def test_however_a_question_goes_its_salt_goes_too(library: Library, leave: str) -> None:
    begin(library)
    add_clinic(library)
    ask(library)
    if leave == "clear":
        library.clear_reports()
    else:
        library.delete_report(library.newest_report())
    with library.reading() as db:
        assert db.execute("select count(*) from trail_questions").get == 0
    assert library.trail_flaw() is None


def test_a_question_that_is_not_kept_leaves_no_salt(library: Library, tmp_path: Path) -> None:
    begin(library)
    add_clinic(library)
    library.pass_over_report(QUESTION, [CLINIC.handbook.id], verdict="single", versions={})
    assert entries(library)[-1].verdict == "single"
    with library.reading() as db:
        assert db.execute("select count(*) from trail_questions").get == 0
    library.sweep()
    assert QUESTION.encode() not in (tmp_path / "data" / "library.db").read_bytes()


def test_the_question_is_kept_beside_its_entry_only_if_that_is_wanted(library: Library) -> None:
    begin(library, with_question=True)
    add_clinic(library)
    ask(library)
    assert library.trail_questions() == {3: QUESTION}
    assert QUESTION not in str(entries(library))
    begin(library)
    assert library.trail_questions() == {}
    assert deeds(library)[-1] is Deed.TRAIL_BEGUN


def test_a_deed_that_fails_leaves_no_entry(library: Library) -> None:
    begin(library)
    with pytest.raises(StoreError):
        _add_and_fail(library)
    assert deeds(library) == [Deed.TRAIL_BEGUN]
    assert library.trail_flaw() is None


@pytest.mark.parametrize(
    ("change", "number"),
    [
        ("update trail set entry = cast(replace(entry, 'added', 'edited') as blob) where number = 2", 2),
        ("delete from trail where number = 1", 1),
        ("delete from trail where number = 2", 2),
        ("delete from trail where number = 3", 3),
        ("update trail set number = 4 where number = 2", 2),
    ],
)
def test_what_is_changed_in_the_file_is_named(library: Library, change: str, number: int) -> None:
    begin(library)
    add_clinic(library)
    ask(library)
    with library.transaction() as db:
        db.execute(change)
    flaw = library.trail_flaw()
    assert flaw is not None
    assert flaw.number == number


def _add_and_fail(library: Library) -> None:
    with library.transaction() as db:
        add_clinic(library)
        db.execute("no such statement")


def test_an_entry_takes_text_of_any_kind(db: apsw.Connection) -> None:
    trail.switch(db, "a\udcff\n\x1b", is_on=True, with_question=False, note="")
    assert read(trail.rows(db)[0].content).who == "a?\n\x1b"
    assert first_flaw(trail.rows(db), trail.state(db).head) is None
    assert len(read(trail.rows(db)[0].content).chain) == 32
