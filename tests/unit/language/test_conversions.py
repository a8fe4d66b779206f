from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edgerag.language.conversions import in_daily_terms
from edgerag.language.quantities import Interval
from edgerag.language.reading import read


def amounts(text: str) -> list[tuple[str, Fraction | None]]:
    return [(value.unit, value.interval.low) for statement in read(text) for value in statement.values]


@pytest.mark.parametrize(
    ("text", "unit", "low"),
    [
        ("0.5 mL of adrenaline 1:1000", "mass", Fraction(1, 2)),
        ("50 mL of dextrose 50%", "mass", Fraction(25_000)),
        ("1 mL 1% lignocaine", "mass", Fraction(10)),
        ("500 mL sodium chloride 0.9%", "volume", Fraction(500)),
        ("500 mL of 0.9% saline", "volume", Fraction(500)),
        ("fasting glucose of 126 mg/dL", "amount of substance/l glucose", Fraction(7)),
    ],
)
def test_worked_examples(text: str, unit: str, low: Fraction) -> None:
    assert amounts(text) == [(unit, low)]


@pytest.mark.parametrize(
    ("text", "daily"),
    [
        ("amoxicillin 1 g twice daily", Fraction(2000)),
        ("amoxicillin 1 g every 6 hours", Fraction(4000)),
        ("amoxicillin 1 g every 6-8 hours", None),
        ("amoxicillin 1 g", None),
    ],
)
def test_dose_comes_to_so_much_a_day(text: str, daily: Fraction | None) -> None:
    dose = read(text)[0].values[0]
    assert (dose.daily.low if dose.daily else None) == daily


@settings(deadline=None)
@given(st.integers(1, 1000), st.integers(1, 6))
def test_daily_terms_are_used_only_where_the_other_text_has_them(milligrams: int, times: int) -> None:
    given_so_often = read(f"amoxicillin {milligrams} mg {times} times a day")[0].values[:1]
    a_day = read(f"amoxicillin {milligrams * times} mg per day")[0].values
    (converted,) = in_daily_terms(given_so_often, a_day)
    whole = Fraction(milligrams * times)
    assert (converted.unit, converted.interval) == ("mass/day", Interval(whole, whole))
    assert in_daily_terms(given_so_often, given_so_often) == list(given_so_often)
