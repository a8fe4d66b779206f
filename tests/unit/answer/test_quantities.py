from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.answer.quantities import Quantity, missing, quantities


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0.5mℓ IM", {Quantity("0.5", "ml", "")}),
        ("1 000 mg or 1,000 mg", {Quantity("1000", "mg", "")}),
        ("9–12 months", {Quantity("9", "month", ""), Quantity("12", "month", "")}),
        ("two tablets", {Quantity("2", "tab", "")}),
        ("count ≥ 350", {Quantity("350", "", ">")}),
        ("at least 9 months", {Quantity("9", "month", ">")}),
        ("2 weeks or more", {Quantity("2", "week", ">")}),
        ("within 72 hours", {Quantity("72", "hour", "<")}),
        ("5.0 mg", {Quantity("5", "mg", "")}),
    ],
)
def test_numbers_are_read_with_unit_and_direction(text: str, expected: set[Quantity]) -> None:
    assert quantities(text) == expected


def test_another_unit_or_direction_is_missing() -> None:
    known = quantities("Give 5 mg if CD4 < 350")
    assert missing(quantities("5 mg"), known) == []
    assert missing(quantities("5 mcg"), known) == [Quantity("5", "mcg", "")]
    assert missing(quantities("CD4 > 350"), known) == [Quantity("350", "", ">")]
    assert missing(quantities("CD4 350"), known) == [Quantity("350", "", "")]


@given(st.text(max_size=100))
def test_every_text_holds_its_own_quantities(text: str) -> None:
    assert missing(quantities(text), quantities(text)) == []


@given(st.integers(0, 10**6), st.sampled_from(["mg", "mL", "weeks", "%", "IU"]))
def test_digits_are_never_overlooked(value: int, unit: str) -> None:
    assert str(value) in {quantity.value for quantity in quantities(f"give {value} {unit} now")}
