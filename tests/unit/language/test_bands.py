from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.language.bands import are_steps
from edgerag.language.quantities import DAY, MONTH, YEAR, Interval
from edgerag.language.reading import read
from edgerag.language.values import Kind, Value


def doses(text: str) -> list[Value]:
    return [value for statement in read(text) for value in statement.values if value.kind is Kind.DOSE]


def holds(band: Interval | None, point: object) -> bool:
    assert band is not None
    return (band.low is None or band.low <= point) and (band.high is None or point <= band.high)  # type: ignore[operator]


@pytest.mark.parametrize(
    ("text", "years", "is_meant"),
    [
        ("2-5 years: cetirizine 2.5 mg bd", 2, True),
        ("2-5 years: cetirizine 2.5 mg bd", 5, True),
        ("2-5 years: cetirizine 2.5 mg bd", 6, False),
        ("Cetirizine 10 mg daily in anyone over 12.", 13, True),
        ("Cetirizine 10 mg daily in anyone over 12.", 3, False),
        ("Children under 5 years: zinc 10 mg", 5, False),
        ("Children 5 years or older: zinc 10 mg", 5, True),
        ("12-23 months | albendazole | 200 mg | stat", 1, True),
        ("12-23 months | albendazole | 200 mg | stat", 2, False),
        ("Adults and children over 2 years: a single 400 mg albendazole tablet.", 3, True),
        ("> 6 months: zinc 20 mg daily for 10 days.", 3, True),
        ("Children from 6 months to 5 years: zinc 10 mg daily for 10 days.", 3, True),
        ("Loratadine syrup 2.5 mg can be given from the first birthday onwards.", 1, True),
        ("Zinc: half of a 20 mg tablet each day if the baby is less than half a year old.", 1, False),
        ("Over 65: citalopram 20 mg daily.", 70, True),
    ],
)
def test_an_age_governs_the_dose_beside_it(text: str, years: int, *, is_meant: bool) -> None:
    (dose,) = doses(text)
    assert holds(dose.ages, years * YEAR) is is_meant


@pytest.mark.parametrize("text", ["10-14 kg: diazepam 6 mg rectally", "Diazepam 6 mg rectally for 10-14 kg"])
def test_a_weight_governs_the_dose_beside_it(text: str) -> None:
    (dose,) = doses(text)
    assert dose.weights == Interval(10, 14)  # type: ignore[arg-type]
    assert dose.ages is None


def test_a_band_holds_until_the_next_and_not_for_adults() -> None:
    small, large, adult = doses("2-5 years: 2.5 mg cetirizine, 6-11 years: 5 mg cetirizine, adults: 10 mg.")
    assert holds(small.ages, 3 * YEAR)
    assert not holds(small.ages, 6 * YEAR)
    assert holds(large.ages, 6 * YEAR)
    assert adult.ages is None


def test_bands_may_follow_their_doses() -> None:
    small, large = doses(
        "Zinc 10 mg daily for infants under 6 months, 20 mg daily for children over 6 months."
    )
    assert holds(small.ages, 3 * MONTH)
    assert holds(large.ages, 2 * YEAR)
    assert not holds(large.ages, 3 * MONTH)


BANDS = (
    ("under 5 years", "over 5 years"),
    ("in those under 5 years", "in those over 5 years"),
    ("(under 5 years)", "(5 years and over)"),
    ("if under 5 years", "if 5 years or older"),
)


@given(st.sampled_from(BANDS), st.sampled_from((" and ", ", ", " or ", "; ")), st.booleans())
def test_each_dose_has_the_band_beside_it_before_or_behind(
    bands: tuple[str, str],
    joint: str,
    is_behind: bool,
) -> None:
    parts = [f"{n} mg {band}" if is_behind else f"{band}: {n} mg" for n, band in enumerate(bands, 10)]
    small, large = doses(f"Zinc {joint.join(parts)}.")
    assert holds(small.ages, 2 * YEAR)
    assert not holds(small.ages, 9 * YEAR)
    assert holds(large.ages, 9 * YEAR)
    assert not holds(large.ages, 2 * YEAR)


@pytest.mark.parametrize(
    "text",
    [
        "Zinc 5 mg to children under 6 years and 10 mg to adults.",
        "Zinc 5 mg for infants under 6 months, 10 mg for older children.",
        "Children under 6 years zinc 5 mg, adults 10 mg.",
    ],
)
def test_a_band_of_some_is_not_that_of_those_who_are_named_apart(text: str) -> None:
    of_band, apart = doses(text)
    assert of_band.ages is not None
    assert apart.ages is None


def test_a_band_in_a_bracket_with_its_dose_is_for_that_dose_alone() -> None:
    usual, heavy = doses("Give zinc 200 mg for 7 days (250 mg if the weight is above 60 kg).")
    assert usual.weights is None
    assert heavy.weights is not None


def test_how_often_before_a_colon_is_for_all_bands_behind_it() -> None:
    text = "Cotrimoxazole 6 hourly for 21 days: < 60 kg three tablets; > 60 kg four tablets"
    often = [v for said in read(text) for v in said.values if v.kind in (Kind.FREQUENCY, Kind.DURATION)]
    assert len(often) == 2
    assert all(value.weights is None for value in often)


@given(st.integers(1, 11), st.integers(0, 300))
def test_two_bands_that_meet_take_every_age_once(years: int, days: int) -> None:
    below, above = doses(f"Under {years} years: zinc 10 mg. {years} years or older: zinc 20 mg.")
    age = days * DAY * 12
    assert holds(below.ages, age) is not holds(above.ages, age) or years * YEAR - DAY < age < years * YEAR


@given(
    st.integers(1, 4), st.integers(5, 9), st.integers(10, 15),
    st.sampled_from(["{low}-{mid} years: zinc 10 mg. {mid}-{high} years: zinc 20 mg.",
                     "{low}-{mid} years: zinc 10 mg. Over {mid} years: zinc 20 mg.",
                     "{low}-{mid} months: zinc 10 mg. {mid} months or older: zinc 20 mg.",
                     "{low}-{mid} kg: zinc 10 mg. {mid}-{high} kg: zinc 20 mg."]),
)  # fmt: skip
def test_bands_that_meet_are_steps_of_a_ladder(low: int, mid: int, high: int, written: str) -> None:
    below, above = doses(written.format(low=low, mid=mid, high=high))
    bands = (below.weights, above.weights) if "kg" in written else (below.ages, above.ages)
    one, other = bands
    assert one is not None
    assert other is not None
    assert are_steps(one, other)
    assert are_steps(other, one)
    assert not are_steps(one, one)


@given(st.integers(1, 3), st.integers(6, 9))
def test_a_band_in_another_or_far_into_it_is_no_step(low: int, high: int) -> None:
    narrow, wide, far = (
        Interval(a * YEAR, b * YEAR) for a, b in ((low, high), (low, high + 3), (low + 1, high + 5))
    )
    assert not are_steps(narrow, wide)
    assert not are_steps(narrow, far)
    assert not are_steps(Interval(None, None), narrow)


@given(st.integers(3, 40))
def test_a_weight_in_a_bracket_behind_another_says_it_again(kg: int) -> None:
    pounds = f"({kg * 22 / 10:g} pounds)"
    for band in (f"more than {kg} kg", f"less than {kg} kg", f"{kg} to {kg + 1} kg"):
        (plain,) = [one for one in read(f"weighing {band}: 15 mg")[0].values if one.kind is Kind.DOSE]
        (again,) = [
            one for one in read(f"weighing {band} {pounds}: 15 mg")[0].values if one.kind is Kind.DOSE
        ]
        assert again.weights == plain.weights


@pytest.mark.parametrize(
    "text",
    [
        "Ampicillin 50 mg in the first week of life, 100 mg thereafter.",
        "Ampicillin: first week of life 50 mg, thereafter 100 mg.",
    ],
)
def test_what_is_given_thereafter_is_for_those_who_are_older(text: str) -> None:
    young, older = doses(text)
    assert holds(young.ages, 3 * DAY)
    assert not holds(older.ages, 3 * DAY)
    assert holds(older.ages, 20 * DAY)


@pytest.mark.parametrize("limit", ["20 kg and above", "20 kg or more", "20 kg and over"])
def test_a_band_that_ends_in_words_leaves_the_dose_behind_it_alone(limit: str) -> None:
    light, heavy = doses(f"below 20 kg 3 mg/kg; {limit} 2.4 mg/kg")
    assert (light.weights, heavy.weights) == (
        Interval(None, Fraction(19999, 1000)),
        Interval(Fraction(20), None),
    )
    assert heavy.interval.is_point


def test_each_line_that_begins_with_a_band_tells_its_own() -> None:
    first, second, third = doses("Under 2 years: 50 ml\n2-9 years: 100 ml\n10 years and above: 200 ml")
    assert not holds(first.ages, 5 * YEAR)
    assert holds(second.ages, 5 * YEAR)
    assert holds(third.ages, 12 * YEAR)


@pytest.mark.parametrize(
    "whose", ["babies of 1500 g or more", "newborns under 1500 g", "infants weighing 2500 g"]
)
def test_what_somebody_weighs_in_grams_is_no_dose(whose: str) -> None:
    (dose,) = doses(f"Vitamin K 1 mg ({whose})")
    assert dose.weights is not None
