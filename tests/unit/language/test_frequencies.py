from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.language.frequencies import frequencies
from edgerag.language.kinds import values_in
from edgerag.language.quantities import Interval
from edgerag.language.text import folded


def hours(text: str) -> list[Interval]:
    return [one.interval for one in frequencies(folded(text))]


@pytest.mark.parametrize(
    ("written", "each"),
    [
        ("bd", 12), ("b.d.", 12), ("bid", 12), ("twice a day", 12), ("2x/day", 12), ("x 2 daily", 12),
        ("1-0-1", 12), ("morning and evening", 12), ("12-hourly", 12), ("in 2 divided doses", 12),
        ("divided in two", 12), ("two doses a day", 12), ("q12h", 12), ("every twelve hours", 12),
        ("tds", 8), ("tid", 8), ("1-1-1", 8), ("q8h", 8), ("q 8 h", 8), ("every 8 h", 8),
        ("3 times daily", 8),
        ("qid", 6), ("qds", 6), ("6-hourly", 6), ("six-hourly", 6), ("four times a day", 6),
        ("od", 24), ("mane", 24), ("nocte", 24), ("each morning", 24), ("each day", 24), ("0-0-1", 24),
        ("every night", 24), ("7 days a week", 24), ("dai1y", 24),
        ("alternate days", 48), ("every other day", 48), ("every third day", 72),
        ("once weekly", 168), ("once a week", 168), ("each week", 168), ("fortnightly", 336),
        ("every 2 weeks", 336), ("three-monthly", 2191.5), ("every 3 months", 2191.5), ("yearly", 8766),
        ("annual", 8766), ("quarterly", 2191.5), ("half-yearly", 4383), ("semi-annually", 4383),
    ],
)  # fmt: skip
def test_every_way_to_say_how_often(written: str, each: float) -> None:
    assert hours(f"Give it {written}.") == [Interval(Fraction(each), Fraction(each))]


@pytest.mark.parametrize("text", ["2010-1-1", "0-0-0", "hourlyx", "500 mg x 5d", "tidy", "0 times a day"])
def test_what_tells_no_frequency(text: str) -> None:
    assert hours(text) == []


@given(st.integers(1, 12))
def test_times_a_day_and_hours_between_are_one(times: int) -> None:
    each = Fraction(24, times)
    assert hours(f"{times} times a day") == [Interval(each, each)]
    if 24 % times == 0:
        assert hours(f"every {24 // times} hours") == hours(f"{24 // times} hourly") == [Interval(each, each)]


@given(st.integers(1, 12), st.integers(1, 12))
def test_the_ends_of_a_range_may_be_swapped(low: int, high: int) -> None:
    assert hours(f"every {low}-{high} hours") == hours(f"every {high} to {low} hours")


def test_an_amount_for_a_day_in_so_many_doses_is_one_frequency() -> None:
    assert hours("4 g daily in 2 divided doses") == [Interval(Fraction(12), Fraction(12))]
    assert hours("4 g daily in divided doses") == [Interval(None, Fraction(24))]


def test_what_is_replaced_does_not_count() -> None:
    assert len(hours("8 weekly instead of 12 weekly")) == 1


@given(st.integers(2, 500))
def test_an_amount_before_daily_is_no_number_of_days(amount: int) -> None:
    assert hours(f"Spironolactone: {amount} daily") == [Interval(Fraction(24), Fraction(24))]
    assert hours(f"every {amount} days") == [Interval(Fraction(24 * amount), Fraction(24 * amount))]


@given(
    st.integers(1, 9),
    st.sampled_from([("mg", "daily", 24), ("ml", "a day", 24), ("g", "per week", 168)]),
)
def test_a_number_between_an_amount_and_a_period_is_how_many_times(
    times: int, said: tuple[str, str, int]
) -> None:
    unit, period, each = said
    often = Fraction(each, times)
    assert hours(f"Ibuprofen 200 {unit} {times} {period} for 5 days") == [Interval(often, often)]


@given(
    nth=st.sampled_from([("second", 2), ("third", 3), ("fourth", 4)]),
    period=st.sampled_from([("day", 24), ("week", 168)]),
)
def test_every_nth_period_is_n_periods(nth: tuple[str, int], period: tuple[str, int]) -> None:
    expected = Fraction(nth[1] * period[1])
    assert hours(f"every {nth[0]} {period[0]}") == [Interval(expected, expected)]


def test_every_second_visit_is_no_time() -> None:
    assert hours("at every second visit") == []


@pytest.mark.parametrize("what", ["living", "life", "functioning", "activities", "routine"])
def test_what_days_are_like_is_no_frequency(what: str) -> None:
    assert hours(f"difficulty with daily {what}") == []
    assert len(hours("5 mg daily. Activities as before.")) == 1


@given(
    times=st.integers(1, 6),
    least=st.sampled_from(["at least", "no less than", "a minimum of"]),
    most=st.sampled_from(["up to", "at most", "no more than", "max"]),
)
def test_a_limit_of_how_often_opens_the_other_end(times: int, least: str, most: str) -> None:
    each = Fraction(24, times)
    assert hours(f"{least} {times} times a day") == [Interval(None, each)]
    assert hours(f"{most} {times} times a day") == [Interval(each, None)]
    for limit in (least, most):
        (often,) = frequencies(f"give 2 puffs {limit} {times} times a day")
        assert often.start == len("give 2 puffs ")


@given(st.sampled_from(["hourly", "weekly", "annually", "twice a day", "every 4 hours"]))
def test_a_number_before_a_limit_of_how_often_stays_exact(often: str) -> None:
    (amount, *_) = values_in(f"give 2 g at least {often}", f"give 2 g at least {often}")
    assert amount.interval == Interval(Fraction(2000), Fraction(2000))
