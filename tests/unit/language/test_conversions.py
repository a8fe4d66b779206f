from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edgerag.language.conversions import in_daily_terms, in_terms_of_weight
from edgerag.language.quantities import Interval
from edgerag.language.reading import read
from edgerag.language.values import Kind, Value


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
        ("morphine syrup (10 mg in 5 mL): 5 mL", "mass", Fraction(10)),
        ("0.5 mL of salbutamol respirator solution (5 mg/mL)", "mass", Fraction(5, 2)),
        ("half of a 20 mg tablet", "mass", Fraction(10)),
        ("Levonorgestrel 0.75 mg: take two tablets at once", "mass", Fraction(3, 2)),
        ("Paracetamol 500 mg: 2 tabs when needed", "mass", Fraction(1000)),
        ("Paracetamol 500 mg: 8 tablets per day", "mass/day", Fraction(4000)),
        ("Adrenaline 1 in 1 000: half a millilitre", "mass", Fraction(1, 2)),
        ("½ of an 8 mg tablet", "mass", Fraction(4)),
        ("10% glucose4 5mL/kg", "mass/kg", Fraction(500)),
        ("for an hour or more", "time", Fraction(1)),
        ("two 250 mg tablets", "mass", Fraction(500)),
        ("2 x 250 mg tablets", "mass", Fraction(500)),
        ("4 tablets of 480 mg", "mass", Fraction(1920)),
        ("480 mg tablets: 4 tablets", "mass", Fraction(1920)),
        ("2 puffs of the 50 mcg. inhaler", "mass", Fraction(1, 10)),
        ("salbutamol 100 mcg inhaler, 2 puffs", "mass", Fraction(1, 5)),
        ("salbutamol 2 puffs (100 mcg per puff)", "mass", Fraction(1, 5)),
        ("salbutamol 2 puffs", "puffs", Fraction(2)),
        ("½ tablet of 10 mg", "mass", Fraction(5)),
        ("urate below 6 mg/dL", "amount of substance/l urate", None),
        ("temperature of 101 °F", "temperature", Fraction(383, 10)),
        ("weight 22 lb", "body weight", Fraction(10)),
        ("pressure of 8 kPa", "pressure", Fraction(60)),
        ("fasting glucose of 126 mg/dL", "amount of substance/l glucose", Fraction(7)),
    ],
)
def test_worked_examples(text: str, unit: str, low: Fraction) -> None:
    assert amounts(text) == [(unit, low)]


@pytest.mark.parametrize(
    ("text", "words", "strength"),
    [
        ("Adrenaline 1:1000 into the thigh: 0.5 mL", "0.5 mL", "1:1000"),
        ("0.5 mL of the 1 mg/mL ampoule", "0.5 mL", "1 mg/mL"),
        ("morphine syrup (10 mg in 5 mL): 5 mL", "5 mL", "10 mg in 5 mL"),
        ("4 tablets of 480 mg", "4 tablets", "480 mg"),
        ("half of a 20 mg tablet", "half of a 20 mg", ""),
        ("two 250\nmg tablets", "two 250 mg", ""),
        ("500 mL sodium chloride 0.9%", "500 mL", ""),
    ],
)
def test_what_a_volume_or_a_tablet_holds_is_told_with_the_words_that_say_so(
    text: str, words: str, strength: str
) -> None:
    (value,) = read(text)[0].values
    assert (value.text, value.strength) == (words, strength)


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
@given(st.integers(1, 9), st.integers(1, 500), st.sampled_from(["puffs", "tablets"]))
def test_pieces_hold_what_each_holds_and_only_those_of_their_own_form(
    number: int, mg: int, form: str
) -> None:
    other = "puffs" if form == "tablets" else "tablets"
    assert ("mass", Fraction(number * mg)) in amounts(f"zinc {mg} mg {form}, {number} {form}")
    assert (other, Fraction(number)) in amounts(f"zinc {mg} mg {form}, {number} {other}")


@given(st.integers(1, 900), st.sampled_from(["in divided doses", "in a single or divided dose"]))
def test_what_is_divided_anyhow_is_for_a_day_and_tells_no_number_of_times(mg: int, divided: str) -> None:
    ((dose, often),) = [statement.values for statement in read(f"Give zinc {mg} mg daily {divided}.")]
    assert (dose.unit, dose.interval) == ("mass/day", Interval(Fraction(mg), Fraction(mg)))
    assert (often.kind, often.interval) == (Kind.FREQUENCY, Interval(None, Fraction(24)))


@given(st.integers(1, 1000), st.integers(1, 6))
def test_daily_terms_are_used_only_where_the_other_text_has_them(milligrams: int, times: int) -> None:
    given_so_often = read(f"amoxicillin {milligrams} mg {times} times a day")[0].values[:1]
    a_day = read(f"amoxicillin {milligrams * times} mg per day")[0].values
    (converted,) = in_daily_terms(given_so_often, a_day)
    whole = Fraction(milligrams * times)
    assert (converted.unit, converted.interval) == ("mass/day", Interval(whole, whole))
    assert in_daily_terms(given_so_often, given_so_often) == list(given_so_often)


@settings(deadline=None)
@given(st.integers(1, 1000), st.integers(2, 6))
def test_a_days_amount_and_its_doses_meet_from_either_side(milligrams: int, times: int) -> None:
    a_day = read(f"amoxicillin {milligrams} mg/day in {times} divided doses")[0].values[:1]
    share = Fraction(milligrams, times)
    assert [(dose.unit, dose.each) for dose in a_day] == [("mass/day", Interval(share, share))]
    per_dose = read(f"amoxicillin {milligrams * times} mg in {times} divided doses")[0].values[:1]
    plain = read(f"amoxicillin {milligrams} mg")[0].values
    (converted,) = in_daily_terms(per_dose, plain)
    assert (converted.unit, converted.interval) == (plain[0].unit, plain[0].interval)


def test_both_ways_to_give_a_dose_meet_and_do_not_pass_each_other() -> None:
    a = read("amoxicillin 80 mg/kg/day in 2 divided doses")[0].values
    b = read("amoxicillin 40 mg/kg per dose, two doses a day")[0].values
    (x, *_), (y, *_) = in_daily_terms(a, b), in_daily_terms(b, a)
    assert (x.unit, x.interval) == (y.unit, y.interval)


@pytest.mark.parametrize(
    ("one", "other"),
    [("urate below 6 mg/dL", "urate below 360 µmol/L"), ("glucose > 200 mg/dL", "glucose > 11.1 mmol/L"),
     ("bilirubin above 3 mg/dL", "bilirubin above 50 µmol/L")],
)  # fmt: skip
def test_a_level_is_one_by_mass_and_by_amount(one: str, other: str) -> None:
    (x,), (y,) = read(one)[0].values, read(other)[0].values
    assert (x.unit, x.interval) == (y.unit, y.interval)


def doses(text: str) -> list[Value]:
    return [value for statement in read(text) for value in statement.values if value.kind is Kind.DOSE]


@given(st.integers(1, 50), st.integers(1, 100))
def test_a_dose_per_kilogram_is_the_dose_for_the_weight_in_question(mg: int, kg: int) -> None:
    weights = [v for s in read(f"a child of {kg} kg") for v in s.values if v.kind is Kind.WEIGHT]
    (each,) = in_terms_of_weight(doses(f"Give {mg} mg/kg."), doses("Give 7 mg."), weights)
    assert (each.unit, each.interval) == ("mass", Interval(Fraction(mg * kg), Fraction(mg * kg)))


def test_without_a_weight_in_question_the_band_of_the_other_text_stands_for_it() -> None:
    (each,) = in_terms_of_weight(doses("Diazepam 0.5 mg/kg."), doses("10-14 kg: diazepam 6 mg"), [])
    assert each.interval == Interval(Fraction(5), Fraction(7))


def test_a_dose_per_kilogram_stays_one_where_no_weight_is_known() -> None:
    (each,) = in_terms_of_weight(doses("Diazepam 0.5 mg/kg."), doses("Diazepam 6 mg"), [])
    assert each.unit == "mass/kg"


@given(
    st.integers(5, 50),
    st.sampled_from(["(up to 1 g)", "(maximum 1 g)", "(max. 500 mg)", "(at most 1 g a dose)"]),
    st.sampled_from([("three times a day", 3), ("TID", 3), ("twice daily", 2), ("6 hourly", 4)]),
)
def test_the_most_in_brackets_does_not_part_a_dose_from_how_often_it_is_given(
    mg: int, most: str, often: tuple[str, int]
) -> None:
    words, times = often
    dose = next(value for value in doses(f"amoxicillin {mg} mg/kg {most} {words}") if value.unit == "mass/kg")
    assert dose.daily == Interval(Fraction(mg * times), Fraction(mg * times))


def test_another_dose_outside_brackets_has_its_own_times() -> None:
    first, second = doses("amoxicillin 500 mg, then 250 mg three times a day")
    assert first.daily is None
    assert second.daily == Interval(Fraction(750), Fraction(750))
