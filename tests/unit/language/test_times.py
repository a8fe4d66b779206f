from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.language.kinds import values_in
from edgerag.language.quantities import DAY, MONTH, WEEK
from edgerag.language.text import folded
from edgerag.language.values import Kind, Value


def values(text: str) -> list[Value]:
    return values_in(folded(text), text)


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("bd, 5/7", 5 * DAY), ("7/7", 7 * DAY), ("x 6/52", 6 * WEEK), ("daily x 6/12", 6 * MONTH),
        ("x 5d", 5 * DAY),
        ("for a week", WEEK), ("for a fortnight", 2 * WEEK),
        ("two weeks in all", 2 * WEEK), ("days 1-5", 5 * DAY),
        ("for six (6) months", 6 * MONTH),
    ],
)  # fmt: skip
def test_how_long(text: str, hours: object) -> None:
    (found,) = [value.interval for value in values(text) if value.kind is Kind.DURATION]
    assert found.low == found.high == hours


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("no later than 8 hours from injury", Kind.TIMING),
        ("before 8 hours have gone by", Kind.TIMING),
        ("at the end of month 2", Kind.TIMING),
        ("a 3-year-old", Kind.AGE),
        ("an 18-month-old", Kind.AGE),
        ("6 months to 5 years: 10 mg", Kind.AGE),
        ("less than half a year old", Kind.AGE),
        ("for 6-12 months", Kind.DURATION),
    ],
)
def test_what_a_time_tells(text: str, kind: Kind) -> None:
    assert kind in {value.kind for value in values(text)}
    assert not {Kind.AGE, Kind.DURATION, Kind.TIMING} - {kind} & {value.kind for value in values(text)}


@pytest.mark.parametrize("text", ["visual acuity 6/12", "12/12/2019", "50/12.5 mg", "7 days a week"])
def test_what_is_no_time_of_giving(text: str) -> None:
    assert not [value for value in values(text) if value.kind in (Kind.DURATION, Kind.TIMING, Kind.AGE)]


@given(st.integers(1, 30))
def test_the_same_time_in_another_unit(n: int) -> None:
    (weeks,) = values(f"Treat for {n} weeks.")
    (days,) = values(f"Treat for {7 * n} days.")
    (short,) = values(f"Treat for {n}/52.")
    assert weeks.interval == days.interval == short.interval
