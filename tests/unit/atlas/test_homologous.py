from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import groupby
from threading import Event

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.atlas import homologous
from edgerag.atlas.homologous import (
    LEAST_ALIKE,
    Agreement,
    By,
    Difference,
    by_attribute,
    comparable,
    compared,
    n_left_out,
    sharing,
)
from edgerag.atlas.likeness import Rarity
from edgerag.atlas.stated import Stated, gather
from edgerag.domain.handbooks import Section
from edgerag.domain.ids import SectionId
from edgerag.extract.claims import claims_of
from edgerag.language.values import Kind
from edgerag.store.library import Library
from tests.synthetic import make_handbook

Shelve = Callable[[str, Mapping[str, str]], None]


def stated(library: Library) -> tuple[Stated, ...]:
    return gather(library, library.handbooks(), lambda *_: None, Event()).stated


def of_each(claims: Iterable[Stated]) -> tuple[By, By]:
    """Sort the claims of two handbooks."""
    ones, others = (list(book) for _, book in groupby(claims, lambda one: one.handbook.id))
    return by_attribute(ones), by_attribute(others)


def found(claims: tuple[Stated, ...], rarity: Rarity | None = None) -> list[Difference]:
    rarity = rarity or Rarity(one.claim.terms for one in claims)
    return [pair for pair in compared(*of_each(claims), rarity) if isinstance(pair, Difference)]


def claims_of_book(title: str, *statements: str) -> tuple[Stated, ...]:
    """What a handbook states of malaria, in passages that are all alike."""
    text = "\n\n".join(statements)
    section = Section(SectionId(1), 0, None, 1, "Malaria", ("Malaria",), 0, len(text), 1, 1)
    book, passage = make_handbook(title, [text]).handbook, np.ones(1, dtype=np.float32)
    return tuple(Stated(book, claim, passage) for claim in claims_of(text, [section]))


def test_what_two_state_alike_is_an_agreement(library: Library, shelve: Shelve) -> None:
    shelve("One", {"Malaria": "Give quinine 600 mg at once."})
    shelve("Two", {"Malaria": "Give quinine 0.6 g at once."})
    claims = stated(library)
    every = compared(*of_each(claims), Rarity(one.claim.terms for one in claims))
    (found,) = [pair for pair in every if pair.attribute.kind is Kind.DOSE]
    assert isinstance(found, Agreement)
    assert {found.a.handbook.title, found.b.handbook.title} == {"One", "Two"}


def test_what_only_one_handbook_states_is_not_compared(library: Library, shelve: Shelve) -> None:
    shelve("One", {"Malaria": "Give quinine 600 mg.\n\nGive artesunate 120 mg."})
    shelve("Two", {"Malaria": "Give quinine 900 mg."})
    assert {attribute.drug for attribute in comparable(*of_each(stated(library)))} == {"quinine"}


def test_each_statement_is_set_against_its_likeliest_counterpart(library: Library, shelve: Shelve) -> None:
    shelve("One", {"Malaria": "Give quinine 600 mg at night with milk.\n\nGive quinine 300 mg before meals."})
    shelve("Two", {"Malaria": "Give quinine 900 mg at night with milk.\n\nGive quinine 450 mg before meals."})
    pairs = {
        tuple(sorted(span.text for span in (one.finding.a, one.finding.b) if span))
        for one in found(stated(library))
        if one.is_mutual
    }
    assert pairs == {("600 mg", "900 mg"), ("300 mg", "450 mg")}


@given(words=st.sampled_from(["at night with milk", "at once", "before meals in the morning"]))
def test_a_difference_beside_an_agreement_is_kept_and_is_less_sure(words: str) -> None:
    ours = claims_of_book("One", f"Give quinine 600 mg {words}.")
    theirs = claims_of_book("Two", f"Give quinine 900 mg {words}.", f"Give quinine 600 mg {words} if ill.")
    rarity = Rarity(one.claim.terms for one in (*ours, *theirs))
    alone, beside = (
        next(one.likeness for one in found((*ours, *others), rarity)) for others in (theirs[:1], theirs)
    )
    assert LEAST_ALIKE <= beside < alone


def test_passages_that_are_nothing_alike_are_not_compared(library: Library, shelve: Shelve) -> None:
    shelve("One", {"Malaria": "Give quinine 600 mg at once."})
    shelve("Two", {"Malaria": "Give quinine 900 mg at once."})
    one, other = stated(library)
    across = np.zeros_like(other.passage)
    across[0], across[1] = 0.5**0.5, -(0.5**0.5)
    assert found((one, other))
    assert found((one, Stated(other.handbook, other.claim, across))) == []


def test_statements_under_headings_of_two_illnesses_are_not_compared(
    library: Library, shelve: Shelve
) -> None:
    shelve("One", {"Scabies": "Give ivermectin 3 mg at once."})
    shelve("Two", {"Onchocerciasis": "Give ivermectin 6 mg at once."})
    assert found(stated(library)) == []


def test_tables_that_are_too_long_are_left_out_and_counted(
    library: Library, shelve: Shelve, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelve("One", {"Malaria": "Give quinine 600 mg at once.\n\nGive quinine 300 mg at night."})
    shelve("Two", {"Malaria": "Give quinine 900 mg at once."})
    ones, others = of_each(stated(library))
    assert n_left_out(ones, others) == 0
    monkeypatch.setattr(homologous, "MOST_PAIRS", 1)
    assert n_left_out(ones, others) == 2
    assert found(stated(library)) == []


some_sets = st.lists(st.frozensets(st.sampled_from("abcde")), min_size=1, max_size=6)


@given(ones=some_sets, others=some_sets)
def test_which_sets_share_a_member_is_told_as_by_looking_at_each_two(
    ones: list[frozenset[str]], others: list[frozenset[str]]
) -> None:
    assert sharing(ones, others).tolist() == [[bool(one & other) for other in others] for one in ones]
