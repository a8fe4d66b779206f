from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import apsw
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from edgerag.domain.handbooks import Origin, ParsedHandbook, Stated
from edgerag.domain.ids import HandbookId
from edgerag.errors import HandbookNotFoundError, MigrationError, StoreError
from edgerag.paths import bundled
from edgerag.store import migrate
from edgerag.store.connection import connect
from edgerag.store.library import Added, Library
from tests.synthetic import EMBEDDER, make_handbook, make_vectors

CLINIC = make_handbook("Clinic", ["Adrenaline 0.5 mg IM.", "", "Oxygen 15 L/min."])
HOSPITAL = make_handbook("Hospital", ["Insulin infusion."])


def add(library: Library, parsed: ParsedHandbook) -> Added:
    return library.add(parsed, make_vectors(len(parsed.chunks)), EMBEDDER)


def assert_holds(library: Library, parsed: ParsedHandbook) -> None:
    id_ = parsed.handbook.id
    assert library.handbook(id_) == parsed.handbook
    assert library.pages(id_) == parsed.pages
    assert library.sections(id_) == parsed.sections
    assert library.all_chunks(id_) == parsed.chunks
    assert library.text(id_) == "\n".join(page.text for page in parsed.pages)


def test_gives_back_what_was_added(library: Library) -> None:
    assert add(library, CLINIC) is Added.NEW
    assert add(library, HOSPITAL) is Added.NEW
    assert_holds(library, CLINIC)
    assert_holds(library, HOSPITAL)
    assert [book.title for book in library.handbooks()] == ["Clinic", "Hospital"]


text = st.text(st.characters(codec="utf-8"), max_size=40)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(title=text, texts=st.lists(text, min_size=1, max_size=5))
def test_gives_back_any_text_unchanged(library: Library, title: str, texts: list[str]) -> None:
    parsed = make_handbook(title, texts)
    add(library, parsed)
    assert_holds(library, parsed)
    library.remove(parsed.handbook.id)


def test_adding_the_same_content_again_changes_nothing(library: Library) -> None:
    add(library, CLINIC)
    before = library.generation
    assert add(library, CLINIC) is Added.UNCHANGED
    assert library.generation == before


def test_a_changed_file_replaces_its_handbook_and_keeps_what_a_person_stated(library: Library) -> None:
    add(library, CLINIC)
    library.edit(CLINIC.handbook.id, "authority", "high")
    newer = make_handbook("Clinic 2026", ["Adrenaline 1 mg."], source=CLINIC.handbook.source_path)
    assert add(library, newer) is Added.REPLACED
    (book,) = library.handbooks()
    assert book.id == newer.handbook.id
    assert book.metadata.authority == Stated("high", Origin.PERSON)
    assert book.title == "Clinic 2026"


def test_a_failing_add_leaves_the_library_as_it_was(library: Library) -> None:
    add(library, CLINIC)
    before = library.generation
    broken = replace(HOSPITAL, chunks=(HOSPITAL.chunks[0], HOSPITAL.chunks[0]))
    with pytest.raises(apsw.ConstraintError):
        add(library, broken)
    assert library.generation == before
    assert [book.title for book in library.handbooks()] == ["Clinic"]


def test_pages_are_read_by_ordinal(library: Library) -> None:
    add(library, CLINIC)
    id_ = CLINIC.handbook.id
    assert library.page(id_, 3) == CLINIC.pages[2]
    assert library.pages(id_, 2, 3) == CLINIC.pages[1:]
    with pytest.raises(HandbookNotFoundError):
        library.page(id_, 4)


def test_chunks_are_read_by_id_across_handbooks(library: Library) -> None:
    add(library, CLINIC)
    add(library, HOSPITAL)
    wanted = [HOSPITAL.chunks[0].id, CLINIC.chunks[2].id]
    assert library.chunks([*wanted, type(wanted[0])(12345)]) == {
        HOSPITAL.chunks[0].id: (HOSPITAL.handbook.id, HOSPITAL.chunks[0]),
        CLINIC.chunks[2].id: (CLINIC.handbook.id, CLINIC.chunks[2]),
    }


@pytest.mark.parametrize("name", ["clinic", "CLINIC.txt", CLINIC.handbook.id, CLINIC.handbook.id[:6]])
def test_finds_a_handbook_by_any_of_its_names(library: Library, name: str) -> None:
    add(library, CLINIC)
    add(library, HOSPITAL)
    assert library.handbook(name).id == CLINIC.handbook.id


def test_asks_which_of_two_handbooks_of_one_name(library: Library) -> None:
    add(library, CLINIC)
    add(library, make_handbook("Clinic", ["another"], source="/elsewhere"))
    with pytest.raises(HandbookNotFoundError) as ambiguous:
        library.handbook("Clinic")
    assert CLINIC.handbook.id in ambiguous.value.hint


def test_vectors_of_two_models_never_mix(library: Library) -> None:
    add(library, CLINIC)
    with pytest.raises(StoreError, match=EMBEDDER):
        library.add(HOSPITAL, make_vectors(1, dimensions=8), "another")
    assert library.embedder == EMBEDDER


def test_another_embedder_serves_handbook_by_handbook(library: Library) -> None:
    add(library, CLINIC)
    add(library, HOSPITAL)
    library.change_embedder("another", 8)
    assert library.waiting_for_vectors() == (CLINIC.handbook.id, HOSPITAL.handbook.id)
    fresh = make_vectors(3, dimensions=8, seed=1)
    library.replace_vectors(CLINIC.handbook.id, fresh, "another")
    assert library.waiting_for_vectors() == (HOSPITAL.handbook.id,)
    np.testing.assert_allclose(library.vectors(CLINIC.handbook.id), fresh, atol=1e-3)
    with pytest.raises(StoreError):
        library.replace_vectors(HOSPITAL.handbook.id, make_vectors(1), EMBEDDER)


@pytest.mark.parametrize("bad", [np.nan, np.inf, 0.5])
def test_refuses_vectors_that_are_not_of_length_one(library: Library, bad: float) -> None:
    vectors = make_vectors(1)
    vectors[0] = bad
    with pytest.raises(ValueError, match="length 1"):
        library.add(HOSPITAL, vectors, EMBEDDER)
    assert library.handbooks() == ()


def test_stored_vectors_keep_their_cosines(library: Library) -> None:
    vectors = make_vectors(3, dimensions=384)
    library.add(CLINIC, vectors, EMBEDDER)
    stored = library.vectors(CLINIC.handbook.id).astype(np.float32)
    np.testing.assert_allclose(stored @ vectors.T, vectors @ vectors.T, atol=1e-3)


def test_removing_a_handbook_removes_its_answers_and_no_report(library: Library) -> None:
    add(library, CLINIC)
    add(library, HOSPITAL)
    library.keep_answer("a", CLINIC.handbook.id, b"1")
    library.keep_answer("b", HOSPITAL.handbook.id, b"2")
    both = library.keep_report("about both", b"{}", [CLINIC.handbook.id, HOSPITAL.handbook.id])
    kept = library.keep_report("about one", b"{...}", [HOSPITAL.handbook.id])
    library.pin_report(both)
    assert library.n_reports_of(CLINIC.handbook.id) == 1
    assert library.n_reports_of(HOSPITAL.handbook.id) == 2
    library.remove(CLINIC.handbook.id)
    assert (library.find_answer("a"), library.find_answer("b")) == (None, b"2")
    assert [(kept.question, kept.n_handbooks, kept.n_removed) for kept in library.reports()] == [
        ("about one", 1, 0),
        ("about both", 2, 1),
    ]
    assert (library.report(both), library.removed_since(both)) == (b"{}", (CLINIC.handbook.id,))
    assert (library.report(kept), library.removed_since(kept)) == (b"{...}", ())
    assert library.file_damage(deep=True) == ()
    add(library, CLINIC)
    assert library.removed_since(both) == ()


def test_a_report_on_a_handbook_that_was_removed_meanwhile_is_kept(library: Library) -> None:
    add(library, CLINIC)
    library.remove(CLINIC.handbook.id)
    number = library.keep_report("What dose?", b"{}", [CLINIC.handbook.id])
    assert library.removed_since(number) == (CLINIC.handbook.id,)


def test_a_newer_content_of_a_file_leaves_the_questions_that_the_older_one_was_asked(
    library: Library,
) -> None:
    older = make_handbook("Clinic", ["Give 1 mg."], source="/clinic.pdf")
    newer = make_handbook("Clinic", ["Give 2 mg."], source="/clinic.pdf")
    add(library, older)
    number = library.keep_report("What dose?", b"{}", [older.handbook.id])
    add(library, newer)
    assert library.removed_since(number) == (older.handbook.id,)


def test_reports_of_an_older_library_know_their_handbooks(tmp_path: Path) -> None:
    path = tmp_path / "library.db"
    every = migrate.load(bundled("migrations", "sqlite"))
    before = every[: next(n for n, one in enumerate(every) if "reports_outlive_handbooks" in one.name)]
    db = connect(path)
    migrate.apply(db, before)
    db.execute("insert into reports (asked_at, question, report) values ('', 'What dose?', x'7b7d')")
    db.execute(
        "insert into handbooks (id, sha256, file_name, source_path, media_type, n_pages, n_sections,"
        " n_chunks, n_chars, problems) values ('0123456789abcdef', 'a', 'a', 'a', 'pdf', 0, 0, 0, 0, '[]')"
    )
    db.execute("insert into report_handbooks values (1, 1)")
    db.close()
    with Library.open(path) as library:
        assert library.n_reports_of(HandbookId("0123456789abcdef")) == 1
        assert library.removed_since(library.newest_report()) == ()


def test_a_report_can_be_named_and_pinned(library: Library) -> None:
    add(library, CLINIC)
    number = library.keep_report("What dose?", b"{}", [CLINIC.handbook.id], verdict="agree")
    library.rename_report(number, "Mrs. B.")
    library.pin_report(number)
    (kept,) = library.reports()
    assert (kept.name, kept.pinned, kept.verdict, kept.n_handbooks) == ("Mrs. B.", True, "agree", 1)
    library.pin_report(number, pinned=False)
    library.rename_report(number, "")
    (kept,) = library.reports()
    assert (kept.name, kept.pinned) == ("", False)


def test_only_reports_kept_after_a_moment_are_cleared(library: Library) -> None:
    assert library.newest_report() == 0
    library.keep_report("before", b"{}", [])
    began = library.newest_report()
    library.delete_report(library.keep_report("deleted", b"{}", []))
    library.keep_report("after", b"{}", [])
    library.clear_reports(after=began)
    assert [report.question for report in library.reports()] == ["before"]
    library.clear_reports()
    assert library.reports() == ()


def test_an_older_history_learns_its_verdicts(tmp_path: Path) -> None:
    path = tmp_path / "library.db"
    first = migrate.load(bundled("migrations", "sqlite"))[:1]
    db = connect(path)
    migrate.apply(db, first)
    for report in (b'{"verdict": "disagree"}', b"{}", b"no report"):
        db.execute("insert into reports (asked_at, question, report) values ('', '', ?)", (report,))
    db.close()
    with Library.open(path) as library:
        assert [report.verdict for report in library.reports()] == ["", "", "disagree"]


def test_no_byte_of_a_removed_handbook_stays_in_the_files_once_its_history_is_deleted(
    library: Library, tmp_path: Path
) -> None:
    add(library, HOSPITAL)
    secret = make_handbook("zyxwvut", ["zyxwvut " * 2000], source="/zyxwvut", headings=["zyxwvut"])
    add(library, secret)
    library.keep_answer("k", secret.handbook.id, b"zyxwvut")
    library.keep_report("zyxwvut?", b"zyxwvut", [secret.handbook.id])
    library.remove(secret.handbook.id)
    library.clear_reports()
    for file in (tmp_path / "data").iterdir():
        assert b"zyxwvut" not in file.read_bytes(), file.name


def test_a_killed_process_leaves_word_of_its_work(library: Library) -> None:
    with library.working_on("/handbooks/a.pdf"):
        assert library.unfinished() == ()  # this process is still at it
        with library.transaction() as db:
            db.execute("update unfinished set process_started = process_started - 1")
        assert library.unfinished() == ("/handbooks/a.pdf",)
    assert library.unfinished() == ()


def test_refuses_a_library_of_a_newer_program(tmp_path: Path) -> None:
    path = tmp_path / "library.db"
    with Library.open(path) as library, library.transaction() as db:
        db.execute("insert into _migrations (name, sha256) values ('9999_future', '')")
    before = path.read_bytes()
    with pytest.raises(MigrationError, match="9999_future"):
        Library.open(path)
    assert path.read_bytes() == before


def test_copies_the_library_before_a_migration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "library.db"
    with Library.open(path) as library:
        add(library, CLINIC)
    shipped = Path(__file__).parents[3] / "migrations" / "sqlite"
    newer = tmp_path / "newer"
    shutil.copytree(shipped, newer)
    (newer / "9000_more.sql").write_text("create table more (x integer) strict;")
    monkeypatch.setattr("edgerag.store.library.bundled", lambda *parts: newer)
    with Library.open(path) as library:
        assert_holds(library, CLINIC)
    monkeypatch.undo()
    with Library.open(tmp_path / "library.before-9000.db") as copy:
        assert_holds(copy, CLINIC)


def test_two_programs_see_each_others_changes(library: Library, tmp_path: Path) -> None:
    with Library.open(tmp_path / "data" / "library.db") as other:
        add(other, CLINIC)
        assert_holds(library, CLINIC)
        library.remove(CLINIC.handbook.id)
        assert other.handbooks() == ()


def test_numbers_an_addition_anew(library: Library) -> None:
    add(library, CLINIC)
    first = library.keys()[CLINIC.handbook.id]
    library.remove(CLINIC.handbook.id)
    add(library, CLINIC)
    assert library.keys()[CLINIC.handbook.id] > first
