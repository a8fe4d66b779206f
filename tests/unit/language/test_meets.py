from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.language.meets import lacking, meets
from edgerag.language.values import Kind


@pytest.mark.parametrize(
    ("kind", "answer", "other"),
    [
        (Kind.DOSE, "Give 0.5mℓ IM", "Give adrenaline at once"),
        (Kind.DURATION, "for at least 9 months", "with food"),
        (Kind.FREQUENCY, "8 hourly", "with food"),
        (Kind.AGE, "for the first 6 months of life", "with food"),
        (Kind.AGE, "at birth", "with food"),
        (Kind.THRESHOLD, "CD4 ≤ 500 cells/mm3", "CD4 count is measured"),
        (Kind.DRUG, "Hydrochlorothiazide, oral, 12.5 mg daily", "Measure the blood pressure"),
        (Kind.ACTION, "Do not apply a tourniquet", "Snakes of this region"),
        (Kind.TIMING, "within 2 weeks of TB treatment", "Antiretroviral therapy"),
        (Kind.COUNT, "single dose", "in the buttock"),
        (Kind.ROUTE, "into the vein (IV)", "in the morning"),
        (Kind.WEIGHT, "if 10 kg or more", "if 10 years or more"),
        (Kind.STRENGTH, "a 2.5 % lotion", "a lotion"),
    ],
)
def test_an_answer_holds_what_was_asked_for(kind: Kind, answer: str, other: str) -> None:
    assert meets([kind], answer) > meets([kind], other)


def test_any_text_holds_what_nobody_asked_for() -> None:
    assert meets((), "Snakes of this region") == 1.0


def test_of_two_things_asked_for_a_text_may_hold_one() -> None:
    asked, text = (Kind.DOSE, Kind.DURATION), "Give 5 mg"
    assert meets([Kind.DURATION], text) < meets(asked, text) < meets([Kind.DOSE], text)
    assert lacking(asked, text) is Kind.DURATION


@pytest.mark.parametrize("text", ["1" * 10_000, "1." * 10_000, "1" + " " * 10_000 + "x"])
def test_a_row_of_digits_or_of_spaces_holds_no_time_and_takes_none(text: str) -> None:
    assert meets([Kind.DURATION, Kind.FREQUENCY, Kind.TIMING, Kind.AGE], text) == 0.0


@given(st.text(st.sampled_from("123 -–<.,/+%½abfirstmoredays"), max_size=40), st.sampled_from(Kind))
def test_any_text_holds_it_or_not(text: str, kind: Kind) -> None:
    assert 0.0 <= meets([kind], text) <= 1.0


@given(
    st.integers(1, 99), st.sampled_from(["{} days", "{}-day", "2 to {} weeks", "{} more months", "{}weekly"])
)
def test_a_number_before_a_unit_of_time_is_a_time_however_it_is_written(n: int, form: str) -> None:
    assert meets([Kind.DURATION], form.format(n)) == 1.0
