from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edgerag.compare.findings import Finding, Relation
from edgerag.compare.order import compare_order
from edgerag.language.reading import read

STEPS = (
    "rinse the mouth",
    "phone the poison centre",
    "give oxygen",
    "lay the patient flat",
    "splint the limb",
)
WORDINGS = (
    "First {0}, then {1}.",
    "{0} first. {1} after that.",
    "{0} before anything else; {1} afterwards.",
    "The first step is to {0}; {1} next.",
)


def compare(a: str, b: str) -> Finding:
    return compare_order(read(a), read(b))


def told(wording: str, first: str, second: str) -> str:
    return wording.format(first, second).capitalize()


@given(steps=st.permutations(STEPS), one=st.sampled_from(WORDINGS), other=st.sampled_from(WORDINGS))
@settings(deadline=None)
def test_reversed_steps_clash_and_steps_in_one_order_do_not(steps: list[str], one: str, other: str) -> None:
    first, second = steps[:2]
    assert compare(told(one, first, second), told(other, second, first)).relation is Relation.CONFLICT
    assert compare(told(one, first, second), told(other, first, second)).relation is Relation.NOTHING


@given(steps=st.permutations(STEPS), one=st.sampled_from(WORDINGS))
@settings(deadline=None)
def test_other_steps_do_not_clash(steps: list[str], one: str) -> None:
    assert compare(told(one, *steps[:2]), told(one, *steps[2:4])).relation is Relation.NOTHING


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Put in timolol before latanoprost.", "Latanoprost goes first, timolol comes after."),
        ("Check the airway before fluids are given.", "Check the airway after fluids are given."),
        ("Adrenaline first; lay him flat after that.", "Lay him flat before giving adrenaline."),
    ],
)  # fmt: skip
def test_before_and_after_tell_an_order(a: str, b: str) -> None:
    assert compare(a, b).relation is Relation.CONFLICT
    assert compare(b, a).relation is Relation.CONFLICT


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("First-line treatment is amoxicillin.", "Amoxicillin after first-line treatment has failed."),
        ("Take it 30 minutes before breakfast.", "Take it 2 hours after breakfast."),
        ("The first dose is 5 mg.", "Give the first dose at night."),
    ],
)  # fmt: skip
def test_a_line_a_time_and_a_dose_are_no_steps(a: str, b: str) -> None:
    assert compare(a, b).relation is Relation.NOTHING
