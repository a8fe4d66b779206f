from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.language.names import Family
from edgerag.language.values import Kind
from edgerag.understand.understand import understand

NUMBERS = {
    Kind.DOSE,
    Kind.DURATION,
    Kind.FREQUENCY,
    Kind.THRESHOLD,
    Kind.AGE,
    Kind.WEIGHT,
    Kind.TIMING,
    Kind.COUNT,
}
KINDS = st.lists(st.sampled_from(list(Kind)), unique=True, max_size=4).map(tuple)


@pytest.mark.parametrize(
    ("question", "sought", "asks_value"),
    [
        ("What dose of adrenaline is given?", (Kind.DOSE,), True),
        ("At what CD4 count should ART start?", (Kind.THRESHOLD,), True),
        ("Which drug, and at what dose, treats malaria?", (Kind.DRUG, Kind.DOSE), True),
        ("Which antibiotic is given?", (Kind.DRUG,), False),
        ("By which route is adrenaline given?", (Kind.ROUTE,), False),
        ("Should a tourniquet be applied?", (Kind.ACTION,), False),
        ("Is measles common?", (Kind.ACTION,), False),
        ("Tell me about malaria.", (), False),
    ],
)
def test_worked_examples(question: str, sought: tuple[Kind, ...], asks_value: bool) -> None:
    asked = understand(question)
    assert (asked.sought, asked.asks_value) == (sought, asks_value)


@given(KINDS, st.booleans())
def test_a_yes_or_no_is_sought_only_where_nothing_else_is(
    kinds: tuple[Kind, ...], is_yes_or_no: bool
) -> None:
    asked = replace(understand("?"), kinds=kinds, is_yes_or_no=is_yes_or_no)
    if kinds:
        assert asked.sought == kinds
    else:
        assert asked.sought == ((Kind.ACTION,) if is_yes_or_no else ())


@given(KINDS, st.booleans())
def test_a_number_is_asked_for_if_any_kind_is_written_with_one(
    kinds: tuple[Kind, ...], is_yes_or_no: bool
) -> None:
    asked = replace(understand("?"), kinds=kinds, is_yes_or_no=is_yes_or_no)
    assert asked.asks_value == bool(NUMBERS & set(kinds))
    assert replace(asked, beside=tuple(NUMBERS)).asks_value == asked.asks_value


def test_what_is_named_stands_in_the_order_of_the_question() -> None:
    question = "Is ceftriaxone or amoxicillin given for pneumonia in a child?"
    asked = understand(question)
    starts = [one.start for one in asked.entities]
    assert starts == sorted(starts)
    written = {(one.family, question[one.start : one.end]) for one in asked.entities}
    assert {
        (Family.DRUG, "ceftriaxone"),
        (Family.DRUG, "amoxicillin"),
        (Family.CONDITION, "pneumonia"),
    } <= written


@given(st.text(max_size=60))
def test_any_text_is_kept_as_it_was_asked_and_its_names_lie_within_it(question: str) -> None:
    asked = understand(question)
    assert asked.text == question
    assert all(0 <= one.start < one.end <= len(question) for one in asked.entities)
