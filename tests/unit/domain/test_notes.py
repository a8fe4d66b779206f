from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from edgerag.domain.ids import HandbookId
from edgerag.domain.notes import LONGEST, Note, of_handbook, words

A, B = HandbookId("a" * 16), HandbookId("b" * 16)


@given(st.text(st.characters(codec=None)))
def test_what_is_kept_is_one_line_of_text_that_can_be_stored(typed: str) -> None:
    kept = words(typed)
    assert kept.encode().decode() == kept
    assert len(kept) <= LONGEST
    assert "\n" not in kept
    assert words(kept) == kept.strip()


def test_notes_on_the_answer_come_before_those_on_its_pages_and_bookmarks_are_left_out() -> None:
    page = Note(A, "Clinic", "", "page 2", "two", page=2)
    first = Note(A, "Clinic", "", "page 1", "one", page=1)
    bookmark = Note(A, "Clinic", "", "page 3", "", page=3)
    answer = Note(A, "Clinic", "", "answer", "said", report=4)
    other = Note(B, "Ward", "", "answer", "other", report=4)
    assert of_handbook([page, bookmark, first, other, answer], A) == [answer, first, page]
