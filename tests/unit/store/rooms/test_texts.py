from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from edgerag.errors import HandbookNotFoundError
from edgerag.store.library import Library
from edgerag.store.rooms.stock import Added
from tests.synthetic import make_handbook
from tests.unit.store.shelved import CLINIC, HOSPITAL, add, assert_holds

text = st.text(st.characters(codec="utf-8"), max_size=40)


def test_gives_back_what_was_added(library: Library) -> None:
    assert add(library, CLINIC) is Added.NEW
    assert add(library, HOSPITAL) is Added.NEW
    assert_holds(library, CLINIC)
    assert_holds(library, HOSPITAL)
    assert [book.title for book in library.handbooks()] == ["Clinic", "Hospital"]


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(title=text, texts=st.lists(text, min_size=1, max_size=5))
def test_gives_back_any_text_unchanged(library: Library, title: str, texts: list[str]) -> None:
    parsed = make_handbook(title, texts)
    add(library, parsed)
    assert_holds(library, parsed)
    library.remove(parsed.handbook.id)


def test_pages_are_counted_by_the_numbers_that_one_turns_to(library: Library) -> None:
    parts = tuple(replace(page, number=None) for page in HOSPITAL.pages)
    add(library, CLINIC)
    add(library, replace(HOSPITAL, pages=parts))
    assert library.page_counts() == {CLINIC.handbook.id: len(CLINIC.pages), HOSPITAL.handbook.id: 0}


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
