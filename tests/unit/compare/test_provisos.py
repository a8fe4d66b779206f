from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from edgerag.compare.findings import Relation
from edgerag.compare.provisos import compare_provisos
from edgerag.language.reading import read
from edgerag.understand.understand import understand

QUESTION = "When is ivermectin given?"
ONLY = (
    "Give ivermectin only if {}.",
    "Do not give ivermectin unless {}.",
    "No ivermectin unless {}.",
    "Ivermectin only when {}.",
)
EXCEPT = ("Give ivermectin unless {}.", "Ivermectin is given except when {}.")
CASES = ("the lotion has failed", "there are crusts", "the patient is pregnant", "the eGFR is below 30")


def relation(a: str, b: str) -> Relation:
    return compare_provisos(understand(QUESTION), read(a), read(b)).relation


@given(one=st.sampled_from(ONLY), other=st.sampled_from(ONLY), case=st.sampled_from(CASES))
@settings(deadline=None)
def test_only_if_and_not_unless_say_the_same(one: str, other: str, case: str) -> None:
    assert relation(one.format(case), other.format(case)) is Relation.AGREE


@given(one=st.sampled_from(ONLY), other=st.sampled_from(EXCEPT), case=st.sampled_from(CASES))
@settings(deadline=None)
def test_what_one_needs_and_the_other_excepts_is_opposite(one: str, other: str, case: str) -> None:
    assert relation(one.format(case), other.format(case)) is Relation.OPPOSITE
    assert relation(other.format(case), one.format(case)) is Relation.OPPOSITE


@given(one=st.sampled_from(ONLY), case=st.sampled_from(CASES), other=st.sampled_from(CASES))
@settings(deadline=None)
def test_another_proviso_agrees_with_none(one: str, case: str, other: str) -> None:
    assume(case != other)
    assert relation(one.format(case), one.format(other)) is Relation.NOTHING


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Ivermectin only if eGFR is below 30.", "Ivermectin only if eGFR is below 60."),
        ("Ivermectin only if pregnant.", "Ivermectin only if not pregnant."),
        ("Ivermectin only if crusts are seen.", "Refer only if crusts are seen."),
    ],
)  # fmt: skip
def test_other_figures_another_sign_or_another_deed_agree_with_none(a: str, b: str) -> None:
    assert relation(a, b) is Relation.NOTHING
