from __future__ import annotations

from pathlib import Path

import pytest

from edgerag.domain.audits import AuditQuestion
from edgerag.domain.ids import HandbookId
from edgerag.domain.trail import Asked, Deed, read
from edgerag.errors import AuditError
from edgerag.paths import bundled
from edgerag.store import migrate
from edgerag.store.audits import Audits
from edgerag.store.connection import connect
from edgerag.store.library import Library
from tests.synthetic import make_handbook
from tests.unit.store.shelved import CLINIC, add
from tests.unit.store.test_audits import BEGUN, make_terms


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


def test_the_removal_of_an_audit_is_in_the_trail_without_its_questions(library: Library) -> None:
    add(library, CLINIC)
    audits = Audits(library.connections)
    audits.create("doses", make_terms(CLINIC.handbook.id), [AuditQuestion(0, "How much zinc?", {})], BEGUN)
    library.switch_trail(is_on=True)
    library.remove_audit("doses")
    assert audits.names() == ()
    entry = read(library.audit_trail()[0][-1].content)
    assert (entry.what, entry.note) == (Deed.AUDIT_REMOVED, "doses: 1 question")
    assert entry.handbooks == (Asked(CLINIC.handbook.id, CLINIC.handbook.edition),)
    assert library.trail_flaw() is None


def test_an_audit_outlives_its_handbooks_and_one_that_is_not_there_leaves_no_entry(library: Library) -> None:
    Audits(library.connections).create("doses", make_terms("0123456789abcdef"), [], BEGUN)
    library.switch_trail(is_on=True)
    library.remove_audit("doses")
    with pytest.raises(AuditError, match="no audit doses"):
        library.remove_audit("doses")
    entries = [read(row.content) for row in library.audit_trail()[0]]
    assert [(entry.what, entry.handbooks) for entry in entries[1:]] == [(Deed.AUDIT_REMOVED, ())]
