from __future__ import annotations

from dataclasses import FrozenInstanceError, replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.compare.compatibility import are_apart
from edgerag.compare.people import bands_part
from edgerag.language.quantities import YEAR, Interval
from edgerag.language.reading import read
from edgerag.language.values import FOREVER, Kind, Stage, Value


def values(text: str) -> list[Value]:
    return [value for statement in read(text) for value in statement.values]


def first(text: str, kind: Kind = Kind.DOSE) -> Value:
    return next(value for value in values(text) if value.kind is kind)


def point(n: int) -> Interval:
    return Interval(Fraction(n), Fraction(n))


INTERVALS = st.builds(
    lambda ends: Interval(min(ends), max(ends)),
    st.tuples(st.fractions(min_value=0, max_value=99), st.fractions(min_value=0, max_value=99)),
)


@pytest.mark.parametrize(
    ("text", "kind", "is_compared", "is_strict"),
    [
        ("Give zinc 15 mg.", Kind.DOSE, False, False),
        ("Give at least 15 mg zinc.", Kind.DOSE, True, False),
        ("Treat for up to 5 days.", Kind.DURATION, True, False),
        ("Start if CD4 < 350 cells/mm3.", Kind.THRESHOLD, True, True),
        ("Start if CD4 ≤ 350 cells/mm3.", Kind.THRESHOLD, True, False),
        ("SpO2 92% or lower", Kind.THRESHOLD, True, False),
    ],
)
def test_a_limit_is_told_from_a_value_and_one_that_leaves_its_number_out_from_one_that_does_not(
    text: str, kind: Kind, is_compared: bool, is_strict: bool
) -> None:
    value = first(text, kind)
    assert (value.is_compared, value.is_strict) == (is_compared, is_strict)


def test_a_dose_knows_what_it_comes_to_in_a_day_and_a_days_amount_what_it_comes_to_each_time() -> None:
    assert first("amoxicillin 500 mg twice daily").daily == point(1000)
    assert first("amoxicillin 900 mg/day in 3 divided doses").each == point(300)
    alone = first("amoxicillin 500 mg")
    assert (alone.daily, alone.each) == (None, None)


def test_a_value_stands_at_a_stage_of_a_course_if_the_text_tells_it() -> None:
    doses = [v for v in values("Magnesium sulphate 4 g IV, then 5 g every 4 hours.") if v.kind is Kind.DOSE]
    assert [(dose.text, dose.stage) for dose in doses] == [("4 g", Stage.INITIAL), ("5 g", Stage.LATER)]
    assert first("Loading dose: zinc 40 mg").stage is Stage.INITIAL
    assert first("Maintenance dose: zinc 20 mg").stage is Stage.LATER
    assert first("zinc 20 mg").stage is None


def test_a_dose_of_a_band_of_age_or_weight_is_meant_for_that_band() -> None:
    by_age, by_weight = first("1-2 years: zinc 10 mg"), first("3-6 kg: zinc 10 mg")
    assert by_age.ages is not None
    assert by_age.ages.low == YEAR
    assert by_age.weights is None
    assert by_weight.weights == Interval(Fraction(3), Fraction(6))
    assert by_weight.ages is None


@given(st.sampled_from(list(Kind)), INTERVALS, INTERVALS)
def test_a_value_of_which_nothing_is_said_is_for_everybody(
    kind: Kind, size: Interval, band: Interval
) -> None:
    value = Value(kind, "mass", size, 0, 4)
    assert (value.drug, value.populations, value.stage) == ("", frozenset(), None)
    assert not bands_part(value.ages, band)
    assert not bands_part(value.weights, band)


@given(INTERVALS)
def test_forever_is_apart_from_nothing(interval: Interval) -> None:
    assert not are_apart(FOREVER, interval)
    assert not are_apart(interval, FOREVER)


def test_any_count_is_a_limit_without_an_end() -> None:
    (anybody,) = values("Start ART at any CD4 count.")
    assert anybody.interval == FOREVER
    assert first("Start ART if CD4 < 350 cells/mm3.", Kind.THRESHOLD).interval != FOREVER


@given(INTERVALS, st.integers(0, 99))
def test_values_are_one_if_all_of_them_is_and_cannot_be_written_to(interval: Interval, start: int) -> None:
    one = Value(Kind.DOSE, "mass", interval, start, start + 4)
    assert len({one, replace(one)}) == 1
    assert len({one, replace(one, start=start + 1)}) == 2
    assert len({one, replace(one, stage=Stage.LATER)}) == 2
    with pytest.raises(FrozenInstanceError):
        one.unit = "volume"  # type: ignore[misc]


@given(st.integers(1, 999), st.sampled_from(["mg", "mL", "days", "hourly", "kg"]), st.integers(0, 9))
def test_a_value_stands_where_it_says(number: int, unit: str, n_before: int) -> None:
    text = "Wash your hands.\n" * n_before + f"Give it: {number} {unit}."
    for value in values(text):
        assert text[value.start : value.end] == value.text
