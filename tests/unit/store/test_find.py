from __future__ import annotations

from threading import Event

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.store.find import Found, Pattern, find
from edgerag.store.library import Library
from tests.synthetic import EMBEDDER, make_handbook, make_vectors

CLINIC = make_handbook(
    "Clinic",
    ["Give oral rehydration solution.", "Zinc: 20 mg.", "In dehydration give solution (oral)."],
    headings=["Diarrhoea", "Zinc", "Shock"],
)


@pytest.fixture
def filled(library: Library) -> Library:
    for parsed in (CLINIC, make_handbook("Hospital", ["Insulin infusion."])):
        library.add(parsed, make_vectors(len(parsed.chunks)), EMBEDDER)
    return library


def look(library: Library, words: str) -> list[Found]:
    return list(find(library, words, library.handbooks(), Event()))


def test_every_place_is_told_with_its_handbook_page_and_section(filled: Library) -> None:
    (found,) = look(filled, "solution")
    assert found.handbook.title == "Clinic"
    assert [(p.cited.page, p.cited.section) for p in found.places] == [(1, "Diarrhoea"), (3, "Shock")]
    for place in found.places:
        text = filled.page(found.handbook.id, place.cited.page_ordinal).text
        assert text[place.cited.start : place.cited.end] == place.cited.quote == "solution"
        assert place.around in text


def test_a_word_is_found_by_its_beginning_in_capitals_or_not(filled: Library) -> None:
    assert [p.cited.page for p in look(filled, "DEHYDRAT")[0].places] == [3]
    assert look(filled, "hydration") == []


def test_words_that_stand_together_are_found_there_and_others_where_a_page_has_all(filled: Library) -> None:
    assert [p.cited.quote for p in look(filled, "oral rehydration")[0].places] == ["oral rehydration"]
    assert [(p.cited.page, p.cited.quote) for p in look(filled, "oral dehydration")[0].places] == [
        (3, "dehydration")
    ]
    assert look(filled, "zinc insulin") == []


def test_nothing_is_looked_for_without_words_or_once_it_was_stopped(filled: Library) -> None:
    assert look(filled, "  ") == []
    stopped = Event()
    stopped.set()
    assert list(find(filled, "zinc", filled.handbooks(), stopped)) == []


@given(text=st.text(max_size=60), words=st.text(max_size=12))
def test_whatever_is_typed_is_looked_for_as_it_stands(text: str, words: str) -> None:
    for start, end in Pattern(words).spans(text):
        assert 0 <= start < end <= len(text)
