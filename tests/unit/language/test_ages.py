from __future__ import annotations

from fractions import Fraction

import pytest

from edgerag.language.ages import ages
from edgerag.language.quantities import MONTH, WEEK, YEAR


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("in anyone over 12.", 12, None),
        ("over 65: 20 mg", 65, None),
        ("patients older than 65", 65, None),
        ("children under 5", None, 5),
        ("a man of 70?", 70, 70),
        ("children aged 2-5", 2, 5),
        ("age ≥ 12", 12, None),
        ("from the first birthday", 1, None),
        ("until the fifth birthday", None, 5),
    ],
)
def test_an_age_needs_no_unit(text: str, low: int | None, high: int | None) -> None:
    (age,) = ages(text)
    wanted = tuple(None if end is None else end * YEAR for end in (low, high))
    assert (age.interval.low, age.interval.high) == wanted


@pytest.mark.parametrize(
    "text",
    ["patients 2-3 times", "children over 10 kg", "adults over 20 minutes", "women > 12 weeks", "over 500",
     "people over 5%", "at least 6 monthly",
     "over 3 weekly", "children 250 mg", "adults: 2", "max. 12: stop", "patients over 65.5 kg"],
)  # fmt: skip
def test_other_numbers_are_no_ages(text: str) -> None:
    assert not [age for age in ages(text) if age.interval.low != Fraction(-1)]


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("in the first week of life", None, WEEK),
        ("from the second week of life", WEEK, None),
        ("after the first month of life", MONTH, None),
        ("in the first 2 weeks of life", None, 2 * WEEK),
        ("the second week of life", WEEK, 2 * WEEK),
        ("days 0-7 of life", 0, WEEK),
    ],
)
def test_a_time_of_life_is_an_age(text: str, low: object, high: object) -> None:
    (age,) = ages(text)
    assert (age.interval.low, age.interval.high) == (low, high)
