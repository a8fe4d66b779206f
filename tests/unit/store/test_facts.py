from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.domain.facts import Fact
from edgerag.domain.ids import HandbookId
from edgerag.store.library import Library
from tests.synthetic import EMBEDDER, make_handbook, make_vectors

CLINIC = make_handbook("Clinic", ["Adrenaline 0.5 mg IM."])
HOSPITAL = make_handbook("Hospital", ["Insulin infusion."])
BOOK, OTHER = CLINIC.handbook.id, HOSPITAL.handbook.id
RIGHT = Fact(BOOK, "anaphylaxis", b"dose", 1.0, by_person=True)
BORNE_OUT = Fact(BOOK, "anaphylaxis", b"dose", 0.9, by_person=False)
ELSEWHERE = Fact(OTHER, "", b"dose", 0.0, by_person=True)


@pytest.fixture
def held(library: Library) -> Library:
    """A library with two handbooks."""
    for parsed in (CLINIC, HOSPITAL):
        library.add(parsed, make_vectors(len(parsed.chunks)), EMBEDDER)
    return library


def test_a_statement_counts_once_and_a_person_knows_better_than_the_others(held: Library) -> None:
    held.keep_facts([BORNE_OUT, BORNE_OUT])
    assert held.facts() == (BORNE_OUT,)
    held.keep_facts([RIGHT])
    held.keep_facts([BORNE_OUT])
    assert held.facts() == (RIGHT,)
    wrong = Fact(BOOK, "anaphylaxis", b"dose", 0.0, by_person=True)
    held.keep_facts([wrong, ELSEWHERE])
    assert set(held.facts()) == {wrong, ELSEWHERE}


def test_facts_are_taken_back_and_reset(held: Library) -> None:
    held.keep_facts([RIGHT, ELSEWHERE])
    held.forget_facts([RIGHT])
    assert held.facts() == (ELSEWHERE,)
    held.keep_facts([RIGHT])
    assert held.reset_facts(BOOK) == 1
    assert held.facts() == (ELSEWHERE,)
    assert held.reset_facts() == 1
    assert held.facts() == ()


def test_facts_go_with_their_handbook_and_none_is_kept_of_one_that_is_gone(held: Library) -> None:
    held.keep_facts([RIGHT])
    held.remove(BOOK)
    held.keep_facts([RIGHT])
    assert held.facts() == ()


def test_a_fact_that_is_not_as_it_was_stored_is_left_out(held: Library) -> None:
    held.keep_facts([RIGHT])
    with held.transaction() as db:
        db.execute("update facts set credit = 0")
    assert held.facts() == ()


@given(area=st.text(st.characters(codec="utf-8")), statement=st.binary(), credit=st.floats(0, 1))
def test_whatever_is_kept_is_read_again(kept: Library, area: str, statement: bytes, credit: float) -> None:
    fact = Fact(BOOK, area, statement, credit, by_person=False)
    kept.keep_facts([fact])
    assert fact in kept.facts()


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """A library with one handbook, of which more and more is known."""
    library = Library.open(tmp_path_factory.mktemp("kept") / "library.db")
    library.add(CLINIC, make_vectors(len(CLINIC.chunks)), EMBEDDER)
    return library


def test_no_fact_is_kept_of_an_unknown_handbook(held: Library) -> None:
    held.keep_facts([Fact(HandbookId("f" * 16), "", b"", 1.0, by_person=True)])
    assert held.facts() == ()
