from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.language.kinds import values_in
from edgerag.language.quantities import DAY, MONTH, WEEK, YEAR, Interval
from edgerag.language.reading import read
from edgerag.language.text import folded
from edgerag.language.times import IN_THE_PAST, is_of_nothing_given
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
        ("zinc | 3 times a day | minimum 3 months", Kind.DURATION),
        ("zinc | 3 times a day | a maximum of 6 weeks", Kind.DURATION),
        ("3 months and over | 10 mg", Kind.AGE),
    ],
)
def test_what_a_time_tells(text: str, kind: Kind) -> None:
    assert kind in {value.kind for value in values(text)}
    assert not {Kind.AGE, Kind.DURATION, Kind.TIMING} - {kind} & {value.kind for value in values(text)}


WHO = ["a child", "children", "an infant", "a baby", "a boy", "patients", "an adult", "newborns"]
WHAT = ["Give 5 mg to {}.", "{}: 5 mg", "In {} the dose is 5 mg.", "How is {} treated?", "• {} 5 mg/kg"]


@given(
    st.sampled_from(WHO),
    st.sampled_from(WHAT),
    st.integers(1, 60),
    st.sampled_from(["days", "weeks", "months", "years"]),
)
def test_the_time_of_a_person_is_an_age(who: str, what: str, n: int, unit: str) -> None:
    kinds = [value.kind for value in values(what.format(f"{who} of {n} {unit}"))]
    assert Kind.AGE in kinds
    assert not {Kind.DURATION, Kind.TIMING} & set(kinds)


@pytest.mark.parametrize(("unit", "kind"), [("years", Kind.AGE), ("weeks", Kind.DURATION)])
def test_a_woman_of_so_many_weeks_is_pregnant_and_not_so_old(unit: str, kind: Kind) -> None:
    assert [value.kind for value in values(f"a woman of 30 {unit}")] == [kind]


@pytest.mark.parametrize(
    "text", ["a course of 5 days", "children: a course of 3 months", "a stay of 2 weeks"]
)
def test_the_time_of_a_thing_is_no_age(text: str) -> None:
    assert [value.kind for value in values(text)] == [Kind.DURATION]


@pytest.mark.parametrize("text", ["visual acuity 6/12", "12/12/2019", "50/12.5 mg", "7 days a week"])
def test_what_is_no_time_of_giving(text: str) -> None:
    assert not [value for value in values(text) if value.kind in (Kind.DURATION, Kind.TIMING, Kind.AGE)]


@given(st.integers(1, 30))
def test_the_same_time_in_another_unit(n: int) -> None:
    (weeks,) = values(f"Treat for {n} weeks.")
    (days,) = values(f"Treat for {7 * n} days.")
    (short,) = values(f"Treat for {n}/52.")
    assert weeks.interval == days.interval == short.interval


@given(st.integers(1, 30), st.sampled_from(["hours", "days", "weeks"]))
def test_how_long_ago_something_happened_is_no_time_of_giving(n: int, unit: str) -> None:
    for past in ("in the past", "in past", "within the last", "within past"):
        (told,) = values(f"if a fit {past} {n} {unit}, refer")
        assert (told.kind, told.unit) == (Kind.TIMING, f"time{IN_THE_PAST}")
    (told,) = values(f"refer within {n} {unit}")
    assert told.unit == "time"


@given(st.integers(1, 60))
def test_so_many_years_and_adults_is_an_age(n: int) -> None:
    assert [value.kind for value in values(f"100 mg | {n} years and adults")] == [Kind.DOSE, Kind.AGE]
    assert Kind.AGE not in {value.kind for value in values(f"treat for {n} years, adults too")}


@given(weeks=st.integers(2, 26))
def test_two_doses_apart_tell_how_often(weeks: int) -> None:
    (apart,) = [
        one for one in values(f"Give 2 doses at least {weeks} weeks apart.") if one.kind is Kind.FREQUENCY
    ]
    assert (apart.unit, apart.interval.low) == ("hours", weeks * WEEK)


def test_two_things_apart_tell_when() -> None:
    (apart,) = values("Take iron and antacids 2 hours apart.")
    assert apart.kind is Kind.TIMING


@given(weeks=st.integers(2, 9), effect=st.sampled_from(["to start working", "to take effect", "to appear"]))
def test_what_an_effect_takes_is_no_time_of_giving(weeks: int, effect: str) -> None:
    assert values(f"It can take {weeks} weeks {effect}.") == []


@pytest.mark.parametrize(
    ("text", "is_of_none"),
    [
        ("Cough > 2 weeks: test the sputum.", True),
        ("Fever that lasts more than 3 days.", True),
        ("Return in 7 days.", True),
        ("If no better after 48 hours, refer.", True),
        ("Check the glucose after 30 minutes.", True),
        ("Give amoxicillin for 5 days.", False),
        ("Continue for 2 weeks.", False),
        ("If no better after 48 hours, give ceftriaxone.", False),
    ],
)
def test_times_of_an_illness_a_visit_or_a_test_are_of_nothing_given(text: str, is_of_none: bool) -> None:
    (time,) = [one for one in values(text) if one.kind in (Kind.DURATION, Kind.TIMING)]
    assert is_of_nothing_given(time, folded(text), 0) is is_of_none


@given(low=st.integers(2, 9), more=st.integers(1, 6), unit=st.sampled_from(["months", "years"]))
def test_a_range_with_a_sign_before_it_is_a_band_of_ages(low: int, more: int, unit: str) -> None:
    *_, band = values(f"½ tablet ≥ {low}-{low + more} {unit}")
    assert band.kind is Kind.AGE


def test_a_range_from_months_to_years_is_a_band_of_ages_and_one_after_for_is_how_long() -> None:
    assert [one.kind for one in values("3 months to 12 years, 25 mg/kg")] == [Kind.AGE, Kind.DOSE]
    assert [one.kind for one in values("Give it for 3 months to 2 years.")] == [Kind.DURATION]


@given(years=st.integers(1, 12))
def test_an_age_from_birth_has_no_lower_end_and_a_time_from_birth_is_how_long(years: int) -> None:
    for text in (f"Children from birth to {years} years", f"from birth to {years} years of age"):
        (age,) = values(text)
        assert (age.kind, age.interval) == (Kind.AGE, Interval(None, years * YEAR))
    (time,) = values(f"Give it from birth to {years} weeks.")
    assert time.kind is Kind.DURATION


@given(first=st.integers(1, 4), later=st.integers(5, 20), unit=st.sampled_from(["w", "weeks", " months"]))
def test_each_of_several_moments_tells_when(first: int, later: int, unit: str) -> None:
    told = values(f"Do a blood count at baseline, {first}{unit} and {later}{unit}.")
    assert {one.kind for one in told} == {Kind.TIMING}


@given(weeks=st.integers(2, 20), test=st.sampled_from(["HIV PCR test", "rapid test", "PCR"]))
def test_the_age_of_a_test_tells_when(weeks: int, test: str) -> None:
    assert [one.kind for one in values(f"Confirm with the {weeks} week {test}.")] == [Kind.TIMING]


@given(
    st.integers(1, 20), st.sampled_from(["until", "till"]), st.sampled_from(["Defer", "Delay", "Postpone"])
)
def test_a_time_until_which_something_is_put_off_tells_when(weeks: int, until: str, verb: str) -> None:
    (value,) = values(f"{verb} isoniazid {until} {weeks} weeks after delivery")
    assert (value.kind, value.interval.low) == (Kind.TIMING, weeks * WEEK)


@given(st.integers(1, 20), st.sampled_from(["until", "till"]))
def test_a_time_until_which_something_goes_on_is_how_long(weeks: int, until: str) -> None:
    (value,) = values(f"Continue isoniazid {until} {weeks} weeks after delivery")
    assert value.kind is Kind.DURATION


@given(st.integers(1, 20), st.sampled_from(["week", "month"]), st.sampled_from([":", " |"]))
def test_from_birth_to_so_much_at_the_head_of_a_line_is_an_age(n: int, unit: str, sign: str) -> None:
    age, *_ = values(f"Birth to {n} {unit}s{sign} nevirapine 10 mg")
    assert (age.kind, age.interval.low) == (Kind.AGE, None)


@given(
    st.sampled_from(["Child", "Man", "Woman", "toddler", "adult", "boy"]),
    st.integers(2, 60),
    st.sampled_from(["years", "yrs", "yr", "yo", "y/o"]),
    st.sampled_from(["with croup", "and 14 kg", ", fever"]),
)
def test_years_behind_somebody_are_an_age(who: str, n: int, unit: str, rest: str) -> None:
    text = f"{who} {n} {unit} {rest}"
    assert [value.kind for value in values(text) if value.unit == "time"] == [Kind.AGE]


@given(st.integers(2, 15), st.sampled_from(["over", "older", "above", "younger"]))
def test_so_much_and_over_is_an_age_and_so_much_or_more_is_none(n: int, side: str) -> None:
    (age,) = values(f"zinc 20 mg ({n} months and {side})")[1:]
    (time,) = values(f"zinc 20 mg ({n} months or more)")[1:]
    assert (age.kind, time.kind) == (Kind.AGE, Kind.DURATION)


@pytest.mark.parametrize("until", ["up to the fifth birthday", "to 5 years", "up to age 5 years"])
def test_from_so_many_months_to_so_many_years_is_an_age(until: str) -> None:
    assert values(f"From 6 months {until}: zinc 20 mg")[0].kind is Kind.AGE


@pytest.mark.parametrize("what", ["injections", "doses", "tablets"])
def test_so_far_apart_these_are_given_again_and_again(what: str) -> None:
    assert Kind.FREQUENCY in {value.kind for value in values(f"4 {what} of 6 mg, 12 hours apart")}


@pytest.mark.parametrize("lead", ["", "- ", "Adrenaline IM:\n- ", "| "])
@pytest.mark.parametrize("band", ["<6 y", "6-12 y", "≥12 y", "6-11 months", "<6/12", "6–11/12", "≥ 12/12"])
@pytest.mark.parametrize("amount", ["0.3 mL", "½ tab", "100 000 IU", "2 tabs"])
def test_a_band_of_times_before_an_amount_says_for_whom_it_is(lead: str, band: str, amount: str) -> None:
    values = [value for said in read(f"{lead}{band} {amount}") for value in said.values]
    assert [value.kind for value in values[:2]] == [Kind.AGE, Kind.DOSE]
    assert values[1].ages is not None


@pytest.mark.parametrize("text", ["5-day course", "for 5 d", "x 14 d", "2 months 500 mg daily", "1 day 5 mL"])
def test_what_is_no_band_of_years_or_months_is_no_age(text: str) -> None:
    assert all(value.kind is not Kind.AGE for said in read(text) for value in said.values)
