from __future__ import annotations

from pathlib import Path

from edgerag.domain.ids import HandbookId
from edgerag.paths import bundled
from edgerag.store import migrate
from edgerag.store.connection import connect
from edgerag.store.library import Library
from tests.synthetic import make_handbook
from tests.unit.store.shelved import CLINIC, add


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
