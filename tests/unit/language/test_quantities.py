from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.language.numbers import number
from edgerag.language.quantities import (
    DAY,
    MONTH,
    WEEK,
    Dimension,
    Interval,
    Quantity,
    dilutions,
    quantities,
)
from edgerag.language.text import folded


def only(text: str) -> Quantity:
    (quantity,) = quantities(folded(text), text)
    return quantity


def point(value: Fraction | int) -> Interval:
    return Interval(Fraction(value), Fraction(value))


@pytest.mark.parametrize(
    ("text", "dimension", "per", "interval"),
    [
        ("500 mg", Dimension.MASS, (), point(500)),
        ("0.5 g", Dimension.MASS, (), point(500)),
        ("0,5 g", Dimension.MASS, (), point(500)),
        (".5 g", Dimension.MASS, (), point(500)),
        ("100 micrograms", Dimension.MASS, (), point(Fraction(1, 10))),
        ("250µg", Dimension.MASS, (), point(Fraction(1, 4))),
        ("1mℓ", Dimension.VOLUME, (), point(1)),
        ("½ l", Dimension.VOLUME, (), point(500)),
        ("one and a half tablets", Dimension.TABLETS, (), point(Fraction(3, 2))),
        ("1 1/2 tablets", Dimension.TABLETS, (), point(Fraction(3, 2))),
        ("11 1⁄2 cm", Dimension.LENGTH, (), point(Fraction(23, 2))),
        ("half a tablet", Dimension.TABLETS, (), point(Fraction(1, 2))),
        ("2.4 MU", Dimension.UNITS, (), point(2_400_000)),
        ("2.4 million units", Dimension.UNITS, (), point(2_400_000)),
        ("10 000 units", Dimension.UNITS, (), point(10_000)),
        ("10,000 IU", Dimension.UNITS, (), point(10_000)),
        ("15 mg/kg/day", Dimension.MASS, ("kg", "day"), point(15)),
        ("0.01 mL per kg", Dimension.VOLUME, ("kg",), point(Fraction(1, 100))),
        ("7 g/dL", Dimension.MASS, ("l",), point(70_000)),
        ("70 g/l", Dimension.MASS, ("l",), point(70_000)),
        ("two weeks", Dimension.TIME, (), point(2 * WEEK)),
        ("1 year", Dimension.TIME, (), point(12 * MONTH)),
        ("5-7 days", Dimension.TIME, (), Interval(5 * DAY, 7 * DAY)),
        ("5 to 7 days", Dimension.TIME, (), Interval(5 * DAY, 7 * DAY)),
        ("5 days to 2 weeks", Dimension.TIME, (), Interval(5 * DAY, 2 * WEEK)),
        ("between 5 and 7 days", Dimension.TIME, (), Interval(5 * DAY, 7 * DAY)),
        ("at least 6 months", Dimension.TIME, (), Interval(6 * MONTH, None)),
        ("6 months or more", Dimension.TIME, (), Interval(6 * MONTH, None)),
        ("within 72 hours", Dimension.TIME, (), Interval(None, 3 * DAY)),
        ("within 2 - 8 weeks", Dimension.TIME, (), Interval(14 * DAY, 56 * DAY)),
        ("CD4 ≤500 cells/mm3", Dimension.CELLS, (), Interval(None, Fraction(500))),
        ("> 1000 copies/mL", Dimension.COPIES, (), Interval(Fraction(1000), None)),
        ("< 350 cells/µL", Dimension.CELLS, (), Interval(None, Fraction(350))),
        (">= 180 mmHg", Dimension.PRESSURE, (), Interval(Fraction(180), None)),
        ("38.5 °C", Dimension.TEMPERATURE, (), point(Fraction(77, 2))),
    ],
)
def test_quantity_is_read_exactly(
    text: str, dimension: Dimension, per: tuple[str, ...], interval: Interval
) -> None:
    quantity = only(text)
    assert (quantity.dimension, quantity.per, quantity.interval) == (dimension, per, interval)


def test_limit_is_told_from_a_plain_value() -> None:
    assert only("at least 15 minutes").is_compared
    assert not only("for 15 minutes").is_compared


@given(
    st.integers(1, 400),
    st.integers(1, 400),
    st.sampled_from(["", "≥ ", "≥", ">= ", ">", "> "]),
    st.sampled_from(["-", "–", " - ", " to "]),
    st.sampled_from(["kg", "mg", "months", "mmol/L", "%"]),
)
def test_a_sign_before_a_range_leaves_both_its_ends_where_they_are(
    low: int, width: int, before: str, dash: str, unit: str
) -> None:
    plain = only(f"{low}-{low + width} {unit}")
    signed = only(f"{before}{low}{dash}{low + width} {unit}")
    assert (signed.interval, signed.is_compared) == (plain.interval, False)


def test_two_units_do_not_make_a_range() -> None:
    text = "for 3 days or 2 tablets"
    assert [q.dimension for q in quantities(folded(text), text)] == [Dimension.TIME, Dimension.TABLETS]


def test_one_in_a_thousand_is_a_milligram_in_a_millilitre() -> None:
    assert [strength for _, _, strength in dilutions(folded("1:1000 or 1 : 10 000"))] == [1, Fraction(1, 10)]
    assert list(dilutions("1:0000")) == []


def test_numbers_without_a_unit_are_left_alone() -> None:
    text = "See page 16, table 3.2, step 4 (2013)."
    assert list(quantities(folded(text), text)) == []


@given(st.text(max_size=300))
def test_folding_keeps_every_offset(text: str) -> None:
    assert len(folded(text)) == len(text)


@given(st.text(alphabet="0123456789 .,/-½<>≤mgkldayshourto%()µℓ", max_size=120))
def test_spans_quote_the_text(text: str) -> None:
    for quantity in quantities(folded(text), text):
        assert text[quantity.start : quantity.end] == quantity.text
        low, high = quantity.interval.low, quantity.interval.high
        assert low is None or high is None or low <= high


@given(st.fractions(min_value=0, max_value=5000, max_denominator=100))
def test_decimal_numbers_survive(value: Fraction) -> None:
    written = f"{float(value):.6f}"
    assert number(written) == Fraction(written)


@given(
    st.integers(1, 9), st.integers(10, 30), st.sampled_from(["{} to {}", "{}\u2013{}", "between {} and {}"])
)
def test_a_plus_before_a_temperature_changes_nothing(low: int, high: int, written: str) -> None:
    def read(one: str, other: str) -> list[tuple[Dimension, Interval]]:
        text = f"{written.format(one, other)} \u00b0C"
        return [(q.dimension, q.interval) for q in quantities(folded(text), text)]

    assert (
        read(f"+{low}", f"+{high}")
        == read(str(low), str(high))
        == [(Dimension.TEMPERATURE, Interval(Fraction(low), Fraction(high)))]
    )


ENDS = st.tuples(st.integers(1, 40), st.integers(1, 40)).map(lambda ends: (ends[0], ends[0] + ends[1]))


@given(
    ENDS,
    st.sampled_from(["{}-<{}", "{} to <{}", "{} to less than {}", "{} to under {}"]),
    st.sampled_from(["kg", "years", "months", "tablets"]),
)
def test_a_sign_before_the_upper_end_leaves_the_lower_one_where_it_is(
    ends: tuple[int, int], form: str, unit: str
) -> None:
    read, plain = only(f"{form.format(*ends)} {unit}"), only(f"{ends[0]}-{ends[1]} {unit}")
    assert (read.interval, read.is_compared) == (plain.interval, False)
    assert (read.ends_before, plain.ends_before) == (True, False)


@given(st.integers(1, 90), st.sampled_from(["-{} °C", "store at -{} °C", "(\u2212{} °C)", "-{} °C to 50 °C"]))
def test_a_temperature_may_be_below_zero(degrees: int, form: str) -> None:
    assert only(form.format(degrees)).interval.low == -degrees


@given(
    st.integers(1, 90), st.integers(1, 90), st.sampled_from(["-{} to -{} °C", "between -{} °C and -{} °C"])
)
def test_both_ends_of_a_range_may_be_below_zero(one: int, other: int, form: str) -> None:
    interval = only(form.format(one, other)).interval
    assert interval == Interval(Fraction(-max(one, other)), Fraction(-min(one, other)))


@given(st.integers(1, 90), st.sampled_from(["mg", "kg", "days", "mmHg", "%"]))
def test_nothing_but_a_temperature_is_below_zero(n: int, unit: str) -> None:
    assert only(f"-{n} {unit}").interval == only(f"{n} {unit}").interval


@given(st.integers(1, 40), st.integers(1, 40), st.sampled_from(["{}-{} °C", "{} - {} °C", "{} -{} °C"]))
def test_a_dash_between_two_temperatures_is_no_sign(one: int, other: int, form: str) -> None:
    interval = only(form.format(one, other)).interval
    assert interval == Interval(Fraction(min(one, other)), Fraction(max(one, other)))


@given(number=st.integers(1, 900), unit=st.sampled_from(["mg", "mL", "units", "tablets"]))
def test_a_plus_behind_what_is_given_joins_and_is_no_limit(number: int, unit: str) -> None:
    assert only(f"{number} {unit} + lamivudine").interval == point(only(f"{number} {unit}").interval.low or 0)


@given(years=st.integers(2, 17), side=st.sampled_from(["over", "under", "above", "below"]))
def test_a_limit_of_age_may_name_the_age(years: int, side: str) -> None:
    assert only(f"{side} the age of {years} years").interval == only(f"{side} {years} years").interval


@given(years=st.integers(1, 9), joint=st.sampled_from(["or", "and"]))
def test_what_goes_on_beyond_has_no_end(years: int, joint: str) -> None:
    assert only(f"up to {years} years {joint} beyond").interval.high is None


@pytest.mark.parametrize(
    "words", ["equal or above", "equal to or above", "equal to or greater than", "greater or equal to"]
)
def test_a_limit_with_its_own_number_in_it_is_at_least_that(words: str) -> None:
    limit = only(f"temperature {words} 38 °C")
    assert (limit.interval, limit.is_strict) == (Interval(Fraction(38), None), False)
    opposite = (
        words.replace("above", "below")
        .replace("greater", "less")
        .replace("less or equal to", "equal to or less than")
    )
    limit = only(f"temperature {opposite} 38 °C")
    assert (limit.interval, limit.is_strict) == (Interval(None, Fraction(38)), False)
