from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from edgerag.compare.situations import are_for_two
from edgerag.language.reading import read
from edgerag.understand.understand import understand

DEEDS = ("give oxygen", "refer", "repeat the test", "losartan 25 mg daily", "stop the drip")
EXCLUSIVE = (
    ("Mild attack", "Severe attack"),
    ("No fever for 2 days", "Fever after 4 days"),
    ("Sodium > 150 mmol/L", "Sodium < 120 mmol/L"),
    ("Step 1", "Step 3"),
    ("First line", "Second line"),
    ("Grade I", "Grade III"),
    ("Discharge for less than 14 days", "Discharge for 14 days or more"),
    ("Hb 11 g/dL or more", "Hb 7–10.9 g/dL"),
    ("On arrival", "After the first dose"),
    ("Not breathing, no pulse", "Not breathing but definite pulse"),
    ("Pneumonia (no chest indrawing)", "Pneumonia with chest indrawing"),
)


def two(question: str, a: str, b: str) -> bool:
    return are_for_two(understand(question), read(a), read(b))


@given(pair=st.sampled_from(EXCLUSIVE), deed=st.sampled_from(DEEDS), other=st.sampled_from(DEEDS))
@settings(deadline=None)
def test_what_excludes_each_other_is_for_two_whatever_is_to_be_done(
    pair: tuple[str, str], deed: str, other: str
) -> None:
    a, b = f"{pair[0]}: {deed}.", f"{pair[1]}: {other}."
    assert two("How is it treated?", a, b)
    assert two("How is it treated?", b, a)
    assert not two("How is it treated?", a, f"{pair[0]}: {other}.")
    assert not two("How is it treated?", a, f"{other.capitalize()}.")


@given(one=st.sampled_from(("new pain", "vomiting", "a rash")), other=st.sampled_from(("a fall", "jaundice")))
@settings(deadline=None)
def test_conditions_with_nothing_in_common_are_two_unless_one_is_asked_about(one: str, other: str) -> None:
    a, b = f"Do a scan if there is {one}.", f"Order a scan when there is {other}."
    assert two("When is a scan done?", a, b)
    assert not two(f"Is a scan done if there is {one}?", a, b)


@pytest.mark.parametrize(
    ("question", "a", "b"),
    [
        ("What is given for severe malaria?", "Severe malaria: quinine.", "Mild malaria: chloroquine."),
        ("What if there is no fever?", "No fever: refer.", "Fever: treat."),
        ("What treats it?", "Severe attack: oxygen. Give fluids.", "Mild attack: salbutamol."),
        ("What treats it?", "Amoxicillin.", "Severe attack: oxygen."),
        ("What treats it?", "", "Severe attack: oxygen."),
    ],
)  # fmt: skip
def test_the_situation_in_question_and_advice_for_all_are_not_set_apart(
    question: str, a: str, b: str
) -> None:
    assert not two(question, a, b)


@given(st.sampled_from(EXCLUSIVE), st.sampled_from(EXCLUSIVE))
@settings(deadline=None)
def test_long_texts_tell_more_than_one_situation(one: tuple[str, str], other: tuple[str, str]) -> None:
    assume(one != other)
    assert not two("How is it treated?", f"{one[0]}: refer.\n" * 1000, f"{one[1]}: refer.\n" * 1000)


@given(head=st.sampled_from(("If allergic to penicillin", "Where there is intolerance of penicillin")))
@settings(deadline=None)
def test_what_is_for_those_alone_who_cannot_have_it_is_for_others(head: str) -> None:
    a, b = "Benzathine penicillin 1.2 MU once.", f"{head}: azithromycin 500 mg daily."
    assert two("What is given for a sore throat?", a, b)
    assert not two("What is given for a sore throat if she is allergic to penicillin?", a, b)
    assert not two("What is given for a sore throat?", b, b)


def test_a_row_that_tells_of_several_situations_is_for_no_single_one() -> None:
    several = "Mild: rest. | if there is fever refer | if there is pain give ibuprofen | Severe: oxygen"
    assert not two("How is it treated?", several, "Severe attack: losartan 25 mg daily.")


def test_an_arrow_or_a_dash_stands_behind_a_head_too() -> None:
    assert two("How is it treated?", "Mild attack → rest.", "Severe attack – oxygen.")
