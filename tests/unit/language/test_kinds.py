from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.language.kinds import values_in
from edgerag.language.quantities import Interval
from edgerag.language.reading import read
from edgerag.language.text import folded
from edgerag.language.values import Kind, Stage, Value
from tests.growth import is_linear


def values(text: str) -> list[Value]:
    return values_in(folded(text), text)


@pytest.mark.parametrize(
    ("text", "kind", "unit", "low"),
    [
        ("dopamine 5 mcg/kg/min", Kind.DOSE, "mass/kg/hour", "0.3"),
        ("10 drops/min", Kind.DOSE, "drops/hour", "600"),
        ("4 mL/kg/h", Kind.DOSE, "volume/kg/hour", "4"),
        ("birth weight 1 500 g or more", Kind.WEIGHT, "body weight", "1.5"),
        ("a baby weighing 2 kg gets 500 mg", Kind.DOSE, "mass", "500"),
        ("two sprays", Kind.DOSE, "sprays", "2"),
        ("75 mg/m²", Kind.DOSE, "mass/m2", "75"),
        ("200 mg hydroxychloroquine per day", Kind.DOSE, "mass/day", "200"),
        ("Quinine 20 mg salt/kg over 4 hours", Kind.DOSE, "mass/kg", "20"),
        ("3 mg elemental iron/kg/day", Kind.DOSE, "mass/kg/day", "3"),
        ("4 mg trimethoprim / kg twice daily", Kind.DOSE, "mass/kg", "4"),
        ("a daily dose of 200 mg", Kind.DOSE, "mass/day", "200"),
        ("3 mg of colchicine per course", Kind.DOSE, "mass/course", "3"),
        ("40 mg/kg per dose", Kind.DOSE, "mass/kg", "40"),
        ("four infusions", Kind.COUNT, "doses", "4"),
        ("two samples", Kind.COUNT, "samples", "2"),
        ("on days 1, 2 and 15", Kind.COUNT, "doses", "3"),
        ("on days 1, 2 and 15", Kind.TIMING, "time", "24"),
        ("five breaths for each puff", Kind.COUNT, "beats or breaths a minute/puff", "5"),
        ("selenium sulfide 2.5 % lotion", Kind.STRENGTH, "percent", "2.5"),
        ("one injection per day", Kind.FREQUENCY, "hours", "24"),
    ],
)
def test_kind_and_unit(text: str, kind: Kind, unit: str, low: str) -> None:
    assert [(v.unit, v.interval.low) for v in values(text) if v.kind is kind] == [(unit, Fraction(low))]


@pytest.mark.parametrize(
    ("text", "stage"),
    [
        ("Loading dose: magnesium sulfate 4 g", Stage.INITIAL),
        ("Load with clopidogrel 300 mg", Stage.INITIAL),
        ("clopidogrel 600 mg loading dose", Stage.INITIAL),
        ("Maintenance: magnesium sulfate 1 g", Stage.LATER),
        ("Digoxin after loading: 0.125 mg", Stage.LATER),
        ("leflunomide 20 mg, no loading dose", None),
        ("leflunomide 20 mg", None),
    ],
)
def test_loading_is_told_from_maintenance(text: str, stage: Stage | None) -> None:
    (dose,) = [value for value in values(text) if value.kind is Kind.DOSE]
    assert dose.stage is stage


@given(st.integers(1, 500), st.integers(1, 500))
def test_a_range_is_one_however_its_ends_are_written(one: int, other: int) -> None:
    low, high = sorted((one, other))
    written = [
        f"{low}-{high} mg",
        f"{high} to {low} mg",
        f"between {low} and {high} mg",
        f"{low} mg - {high} mg",
    ]
    if low < high:
        written += [f"at least {low} mg, not above {high} mg", f"{low * 1000} mcg to {high} mg"]
    for text in written:
        (value,) = values(f"Give {text} of it")
        assert value.interval == Interval(Fraction(low), Fraction(high))


@given(st.integers(1, 10**6))
def test_a_unit_changed_with_its_number_changes_nothing(n: int) -> None:
    for one, other in (
        (f"{n} g", f"{1000 * n} mg"),
        (f"{n} mg", f"{1000 * n} mcg"),
        (f"{n} L", f"{1000 * n} mL"),
        (f"for {n} h", f"for {60 * n} minutes"),
        (f"for {n} days", f"for {24 * n} hours"),
        (f"{n} mg/mL", f"{n} g/L"),
    ):
        first, second = values(f"Give {one}"), values(f"Give {other}")
        assert [v.interval for v in first] == [v.interval for v in second] != []


def test_limits_know_whether_their_number_is_left_out() -> None:
    under, lower = values("SpO2 under 92 %")[0], values("saturation 91 % or lower")[0]
    assert (under.is_strict, lower.is_strict) == (True, False)
    assert under.unit == lower.unit


@pytest.mark.parametrize(
    "unit",
    ["7", "1,", "1 000 ", "a", "مرض السكري ٣٤٥ ", "每日三次", " ", "½", "1/2 ", "one hundred ",
     "at least ", "1-", "| ", "5 mg ", "2 years 5 mg ", "bd ", "o.", "day 1, "],
)  # fmt: skip
def test_time_grows_no_faster_than_the_text(unit: str) -> None:
    assert is_linear(lambda text: values_in(folded(text), text), unit, n_chars=16_000)


@given(st.text(max_size=300))
def test_any_text_is_read(text: str) -> None:
    for statement in read(text):
        for value in statement.values:
            low, high = value.interval.low, value.interval.high
            assert low is None or high is None or low <= high


@given(st.integers(1, 900), st.sampled_from(["already on", "currently on", "stable on"]))
def test_what_somebody_takes_already_is_no_dose_to_give(mg: int, on: str) -> None:
    for written in (f"If {on} {mg} mg, refer.", f"If {on} simvastatin {mg} mg, refer."):
        assert not [value for value in values_in(written.lower(), written) if value.kind is Kind.DOSE]
    given_it = f"Give simvastatin {mg} mg."
    assert [value.kind for value in values_in(given_it.lower(), given_it)] == [Kind.DOSE]


@given(st.integers(2, 20), st.sampled_from(["Hb < {} gms", "Hb below {} g", "Haemoglobin is less than {} g"]))
def test_grams_of_haemoglobin_are_a_level_per_decilitre_and_no_dose(grams: int, written: str) -> None:
    def level(text: str) -> list[tuple[Kind, str, object]]:
        return [(value.kind, value.unit, value.interval) for value in values_in(folded(text), text)]

    bare = written.format(grams)
    (found,) = level(bare)
    assert found[0] is Kind.THRESHOLD
    assert [found] == level(f"Hb < {grams} g/dL") == level(f"Hb < {grams * 10} g/L")
    assert [kind for kind, _, _ in level(f"Hb is low: give iron {grams} g.")] == [Kind.DOSE]


@given(st.integers(1, 60), st.sampled_from(["mg/kg/day", "mg/day", "mg per day"]))
def test_a_number_behind_so_much_a_day_is_no_numbered_day(next_cell: int, unit: str) -> None:
    (dose,) = values(f"15 {unit} {next_cell} {next_cell + 20}")
    assert (dose.kind, dose.interval) == (Kind.DOSE, Interval(Fraction(15), Fraction(15)))


@pytest.mark.parametrize("text", ["BMI < 25 kg/m2", "weight gain of 0.5 kg per week", "PCR ≥ 0.2 g/mmol"])
def test_what_is_measured_per_something_is_no_weight_of_the_body_and_no_dose(text: str) -> None:
    assert [value.kind for value in values(text)] == [Kind.THRESHOLD]


@given(st.integers(1, 400), st.sampled_from(["Capsules: ", "Tablets: | ", "vial: "]))
def test_sizes_in_which_something_is_sold_are_no_doses(mg: int, form: str) -> None:
    assert values(f"{form}{mg} mg, {mg + 50} mg.") == values(f"{form}{mg} mg.") == []


@given(
    st.integers(1, 400), st.sampled_from(["capsules of", "Often comes in: tablets of", "vials containing"])
)
def test_every_size_of_a_list_behind_a_form_is_no_dose(mg: int, form: str) -> None:
    assert values(f"{form} {mg} mg, {mg + 50} mg, and {mg + 100} mg") == []
    assert values(f"{form} {mg}, {mg + 50}, or {mg + 100} mg.") == []
    assert [one.kind for one in values(f"{form} {mg} mg, {mg + 50} mg twice a day")] == [
        Kind.DOSE,
        Kind.FREQUENCY,
    ]


@given(st.integers(1, 400), st.sampled_from(["Each tablet", "The vial", "The syrup"]))
def test_what_a_form_contains_is_no_dose(mg: int, form: str) -> None:
    assert values(f"{form} contains {mg} mg.") == []


@given(
    st.integers(1, 400),
    st.sampled_from(["({} mg of iron)", "[{} mg iron]", "(containing {} mg elemental iron)"]),
)
def test_what_an_amount_holds_is_no_other_dose(mg: int, bracket: str) -> None:
    held = values(f"ferrous sulphate 500 mg {bracket.format(mg)} daily")
    assert [(one.kind, one.text) for one in held] == [(Kind.DOSE, "500 mg"), (Kind.FREQUENCY, "daily")]


@pytest.mark.parametrize(
    "bracket", ["(250 mg for children)", "(2 mg if elderly)", "(maximum 60 mg)", "(60 mg)"]
)
def test_an_amount_in_a_bracket_that_names_nothing_held_is_a_dose(bracket: str) -> None:
    assert [one.kind for one in values(f"chloroquine 500 mg {bracket}")] == [Kind.DOSE, Kind.DOSE]


@given(st.integers(1, 20), st.sampled_from(["", " IM", " of 50% solution", " deep IM"]))
def test_a_dose_into_each_side_is_twice_the_dose(grams: int, how: str) -> None:
    (dose,) = [one for one in values(f"Inject {grams} g{how} into each buttock.") if one.kind is Kind.DOSE]
    assert dose.interval.low == 2 * 1000 * grams


@given(st.integers(1, 400), st.sampled_from(["tablets", "capsules"]))
def test_an_amount_behind_a_form_that_is_given_so_often_is_a_dose(mg: int, form: str) -> None:
    assert [one.kind for one in values(f"{form}: {mg} mg twice a day")] == [Kind.DOSE, Kind.FREQUENCY]


@pytest.mark.parametrize("text", ["6 HR, i.e. 6 months", "2 RHZE, then 6 HR", "continue with 4 RH"])
def test_a_medicine_in_capitals_behind_a_number_is_no_unit(text: str) -> None:
    assert not [value for value in values(text) if value.text.endswith(("HR", "RH"))]


@given(st.integers(1, 48), st.sampled_from(["hr", "hrs", "h", "hours"]))
def test_hours_in_small_letters_are_a_time(n: int, unit: str) -> None:
    (value,) = values(f"infuse for {n} {unit}")
    assert value.interval == Interval(Fraction(n), Fraction(n))


@given(
    st.integers(14, 30),
    st.sampled_from(["G", "g", " G"]),
    st.sampled_from(["needle", "cannula", "spinal needle", "IV cannula", "butterfly needle"]),
)
def test_how_thick_a_needle_is_is_no_dose(gauge: int, unit: str, device: str) -> None:
    assert values(f"Use a {gauge}{unit} {device}.") == []


@given(
    st.integers(1, 500),
    st.sampled_from(["less than", "<", "below", "more than"]),
    st.sampled_from(["mL", "mL/hour"]),
)
def test_how_much_urine_comes_is_measured_and_no_dose(n: int, limit: str, unit: str) -> None:
    for of in ("urine output", "urine output is", "urine output falls to", "diuresis"):
        (value,) = values(f"Stop magnesium sulphate if {of} {limit} {n} {unit}.")
        assert value.kind is Kind.THRESHOLD
        assert value.unit.endswith("output")


@given(
    st.integers(1, 10),
    st.sampled_from(["x", "×", "*"]),
    st.sampled_from(["kg", "weight (kg)", "body weight in kg"]),
)
def test_what_weight_multiplies_is_so_much_per_kilogram(ml: int, times: str, weight: str) -> None:
    (value,) = values(f"{ml} mL {times} {weight} {times} % burn")
    assert (value.unit, value.interval.low) == ("volume/kg", Fraction(ml))
