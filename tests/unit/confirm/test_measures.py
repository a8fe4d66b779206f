from __future__ import annotations

from fractions import Fraction

import pytest

from edgerag.confirm.measures import measured, unit_of


def of(amount: str, unit: str) -> tuple[str, ...]:
    return measured(Fraction(amount), unit)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("250", "µg"), ("0.25", "mg")),
        (("250", "mcg"), ("250", "μg")),
        (("1", "g"), ("1000", "mg")),
        (("1", "mg/kg/day"), ("1000", "µg per kg per day")),
        (("5", "mg/mL"), ("5", "g/L")),
        (("0.5", "g twice daily"), ("500", "mg twice daily")),
        (("90", "min"), ("1.5", "hours")),
        (("5", "IU"), ("5", "units")),
        (("0.5", "kg"), ("500", "g")),
    ],
)
def test_units_that_convert_exactly_make_one_amount(one: tuple[str, str], other: tuple[str, str]) -> None:
    assert of(*one) == of(*other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("5", "IU"), ("5", "mg")),
        (("5", "mg"), ("5", "mL")),
        (("5", "mg/kg"), ("5", "mg")),
        (("2", "tablets"), ("2", "capsules")),
        (("5", "mEq"), ("5", "mmol")),
        (("1", "month"), ("30", "days")),
        (("154", "lb"), ("69.9", "kg")),
        (("0.5", "g twice daily"), ("500", "mg")),
        (("1", "g or more"), ("1000", "mg")),
        (("5", ""), ("5", "mg")),
    ],
)
def test_what_does_not_convert_exactly_stays_two_amounts(
    one: tuple[str, str], other: tuple[str, str]
) -> None:
    assert of(*one) != of(*other)


def test_an_unknown_unit_is_its_words() -> None:
    assert of("5", "Fr. gauge") == ("5", "fr", "gauge")


@pytest.mark.parametrize(
    ("head", "unit"),
    [
        ("Dose (mg)", "mg"),
        ("Dose [mg/kg/day]", "mg/kg/day"),
        ("dose in mg", "mg"),
        ("Dose, mL", "mL"),
        ("dose_mg", "mg"),
        ("Dose mg/kg", "mg/kg"),
        ("Amount (tablets)", "tablets"),
    ],
)
def test_the_head_of_a_column_may_tell_a_unit(head: str, unit: str) -> None:
    assert unit_of(head) == unit


@pytest.mark.parametrize(
    "head",
    [
        "Dose",
        "Vitamin D",
        "Oral dose",
        "Price per unit",
        "Cost per hour",
        "Cost (USD)",
        "mg",
        "Dose (max)",
        "",
    ],
)
def test_a_head_without_a_unit_tells_none(head: str) -> None:
    assert unit_of(head) == ""
