from __future__ import annotations

import apsw
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.domain.ids import HandbookId
from edgerag.domain.reports import RIGHT_LABELS, Label, Mark
from edgerag.errors import StoreError
from edgerag.store.library import Library
from edgerag.store.reports import ReportId
from tests.synthetic import EMBEDDER, make_handbook, make_vectors

A, B, C = (HandbookId(letter * 16) for letter in "abc")
WRONG = Mark(A, B, Label.CONSISTENT, "the second is a child's dose")


def test_a_mark_is_kept_with_its_report_and_a_newer_one_takes_its_place(library: Library) -> None:
    first, second = (library.keep_report("What dose?", b"{}", []) for _ in range(2))
    library.mark_pair(first, WRONG)
    library.mark_pair(first, Mark(A, C))
    assert library.marks(first) == (WRONG, Mark(A, C))
    assert library.marks(second) == ()
    library.mark_pair(first, Mark(A, B, Label.ABSENT))
    assert library.marks(first)[0] == Mark(A, B, Label.ABSENT)
    assert library.marked_reports() == (first,)


def test_a_mark_is_taken_back(library: Library) -> None:
    number = library.keep_report("What dose?", b"{}", [])
    library.mark_pair(number, WRONG)
    library.unmark_pair(number, A, B)
    library.unmark_pair(number, A, B)
    assert library.marks(number) == ()
    assert library.marked_reports() == ()


def test_marks_go_with_their_report_and_outlive_its_handbook(library: Library) -> None:
    parsed = make_handbook("Clinic", ["Adrenaline 0.5 mg IM."])
    library.add(parsed, make_vectors(len(parsed.chunks)), EMBEDDER)
    deleted, quoting = (library.keep_report("?", b"{}", [parsed.handbook.id]) for _ in range(2))
    for number in (deleted, quoting):
        library.mark_pair(number, Mark(A, B, None, "zyxwvut"))
    library.delete_report(deleted)
    assert library.marked_reports() == (quoting,)
    library.remove(parsed.handbook.id)
    assert library.marked_reports() == (quoting,)
    library.delete_report(quoting)
    library.sweep()
    assert b"zyxwvut" not in library.connections.path.read_bytes()


def test_no_report_that_is_not_there_is_marked(library: Library) -> None:
    with pytest.raises(StoreError, match="there is no report 7"):
        library.mark_pair(ReportId(7), WRONG)


def test_a_mark_that_is_not_as_it_was_stored_is_left_out(library: Library) -> None:
    number = library.keep_report("What dose?", b"{}", [])
    library.mark_pair(number, WRONG)
    with library.transaction() as db:
        db.execute("update marks set right_label = 'DIVERGENT'")
    assert library.marks(number) == ()


@given(right=st.sampled_from([None, *RIGHT_LABELS]), note=st.text(st.characters(codec="utf-8")))
def test_whatever_is_noted_is_read_again(
    marked: tuple[Library, ReportId], right: Label | None, note: str
) -> None:
    library, number = marked
    library.mark_pair(number, Mark(A, B, right, note))
    assert library.marks(number) == (Mark(A, B, right, note),)


@pytest.fixture(scope="module")
def marked(tmp_path_factory: pytest.TempPathFactory) -> tuple[Library, ReportId]:
    """A library with one report, to be marked again and again."""
    library = Library.open(tmp_path_factory.mktemp("marked") / "library.db")
    return library, library.keep_report("What dose?", b"{}", [])


def test_marks_belong_to_reports_alone(db: apsw.Connection) -> None:
    with pytest.raises(apsw.ConstraintError):
        db.execute("insert into marks values (9, 'a', 'b', '', '', x'')")
