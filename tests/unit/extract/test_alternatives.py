from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.extract.alternatives import shared_values
from edgerag.language.reading import read
from edgerag.language.values import Kind

MEDICINES = ("erythromycin", "amoxicillin", "doxycycline", "ciprofloxacin", "tetracycline")
two_medicines = st.permutations(MEDICINES).map(lambda every: (every[0], every[1]))


def shared(text: str) -> set[tuple[str, Kind, str]]:
    (statement,) = read(text)
    return {(value.drug, value.kind, value.text) for value in shared_values(statement)}


@given(two=two_medicines)
def test_what_follows_two_alternatives_is_of_both(two: tuple[str, str]) -> None:
    assert shared(f"Give {two[0]} or {two[1]} 500 mg 3 times a day for 5 days.") == {
        (two[0], Kind.DOSE, "500 mg"),
        (two[0], Kind.FREQUENCY, "3 times a day"),
        (two[0], Kind.DURATION, "5 days"),
    }


@given(two=two_medicines)
def test_an_alternative_that_says_how_often_shares_only_how_long(two: tuple[str, str]) -> None:
    text = f"Give {two[0]} 250 mg 8 hourly or {two[1]} 500 mg 12 hourly for 5 days."
    assert shared(text) == {(two[0], Kind.DURATION, "5 days")}


@pytest.mark.parametrize(
    "text",
    [
        "Give doxycycline 300 mg as a single dose or erythromycin 500 mg 6 hourly for 3 days.",
        "Give amoxicillin 500 mg 8 hourly for 3 days or erythromycin 500 mg 6 hourly for 5 days.",
        "Give amoxicillin and erythromycin 500 mg 6 hourly for 5 days.",
        "Give amoxicillin 500 mg 8 hourly.",
    ],
)
def test_what_is_said_of_each_alone_is_not_shared(text: str) -> None:
    assert shared(text) == set()


@given(listed=st.permutations(MEDICINES))
def test_how_often_and_how_long_behind_a_list_are_of_all_that_it_joins(listed: list[str]) -> None:
    text = f"Give {listed[0]}, {listed[1]} and {listed[2]} once daily for 2 months."
    expected = {
        (one, kind, said)
        for one in listed[:2]
        for kind, said in ((Kind.FREQUENCY, "once daily"), (Kind.DURATION, "2 months"))
    }
    assert shared(text) == expected


@given(two=two_medicines)
def test_two_doses_that_are_given_together_share_how_often(two: tuple[str, str]) -> None:
    text = f"Give {two[0]} 500 mg and {two[1]} 250 mg 8 hourly."
    assert shared(text) == {(two[0], Kind.FREQUENCY, "8 hourly")}


@given(
    two=two_medicines,
    joint=st.sampled_from(["and give", "and then", "and start", ", if there is no response"]),
)
def test_what_is_said_of_another_deed_is_not_shared(two: tuple[str, str], joint: str) -> None:
    assert shared(f"Give {two[0]} 500 mg {joint} {two[1]} 250 mg 8 hourly for 5 days.") == set()


@given(two=two_medicines)
def test_a_single_dose_that_is_named_first_is_not_given_on(two: tuple[str, str]) -> None:
    assert shared(f"Single dose {two[0]} 2 g or {two[1]} 1 g once daily for 3 days.") == set()
