from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.language.kinds import values_in
from edgerag.language.text import folded
from edgerag.language.values import Kind


def limits(text: str) -> list[tuple[str, Fraction | None, Fraction | None]]:
    found = [value for value in values_in(folded(text), text) if value.kind is Kind.THRESHOLD]
    return [(value.unit.rpartition(" ")[2], value.interval.low, value.interval.high) for value in found]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("once eGFR has dropped under 45", ("creatinine-clearance", None, 45)),
        ("eGFR < 45 mL/min/1.73 m2", ("creatinine-clearance", None, 45)),
        ("INR 7, no bleeding", ("inr", 7, 7)),
        ("if PSA is more than 20", ("psa", 20, None)),
        ("neutrophils fall below 2.0 × 10⁹/L", ("neutrophils", None, 2000)),
        ("neutrophils < 2.0", ("neutrophils", None, 2000)),
        ("platelets under 50", ("platelets", None, 50_000)),
        ("platelets < 50,000/mm3", ("platelets", None, 50_000)),
        ("Hb < 7 g/dL", ("haemoglobin", None, 70_000)),
        ("haemoglobin below 70 g/L", ("haemoglobin", None, 70_000)),
        ("saturation reads 91 % or lower", ("saturation", None, 91)),
        ("SpO2 under 92%", ("saturation", None, 92)),
        ("whose systolic pressure is 200 or higher", ("systolic", 200, None)),
        ("begin when the diastolic pressure stands above 100", ("diastolic", 100, None)),
    ],
)
def test_a_limit_is_set_on_what_is_measured(text: str, wanted: tuple[str, int | None, int | None]) -> None:
    assert wanted in limits(text)


MEASURED = [
    ("eGFR", " mL/min"),
    ("creatinine clearance", " mL/min"),
    ("CD4 count", " cells/mm3"),
    ("random glucose", " mmol/L"),
    ("Hb", " g/dL"),
    ("MUAC", " cm"),
    ("INR", ""),
]


@given(
    st.sampled_from(MEASURED),
    st.sampled_from(["<", ">", "≤", "≥"]),
    st.integers(2, 30),
    st.sampled_from(
        ["{name}{sign}{n}", "{name} {sign}{n}", "({name}) {sign} {n}", "{name} (by method) {sign}{n}"]
    ),
)
def test_a_sign_close_to_what_is_measured_and_brackets_around_it_change_no_limit(
    measured: tuple[str, str], sign: str, n: int, form: str
) -> None:
    name, unit = measured
    written = form.format(name=name, sign=sign, n=n)
    wanted = limits(f"{name} {sign} {n}{unit}")
    assert wanted
    assert (wanted[0][1] is None) is (sign in "<≤")
    assert limits(f"{written}{unit} should receive tenofovir") == wanted


def test_a_pressure_has_two_limits_whatever_side_the_words_stand_on() -> None:
    after, before = limits("once BP is 160/110 or more"), limits("BP ≥ 160/110 mmHg")
    assert after == before == [("systolic", Fraction(160), None), ("diastolic", Fraction(110), None)]


@given(low=st.integers(100, 150), wide=st.integers(5, 40), dash=st.sampled_from(["-", " - ", "–"]))
def test_a_range_of_pressures_is_one_range_of_each(low: int, wide: int, dash: str) -> None:
    ends = low, low + wide, low - 40, low - 40 + wide
    low_s, high_s, low_d, high_d = map(Fraction, ends)
    wanted = [("systolic", low_s, high_s), ("diastolic", low_d, high_d)]
    assert limits(f"if BP is {ends[0]}{dash}{ends[1]}/{ends[2]}{dash}{ends[3]} mmHg") == wanted
    assert limits(f"if BP is {ends[0]}/{ends[2]}{dash}{ends[1]}/{ends[3]}") == wanted


@pytest.mark.parametrize(
    "text",
    [
        "CD4 count every 6 months",
        "INR 3 times a week",
        "Hb at 2 visits",
        "glucose 50%",
        "regardless of (a)",
        "diarrhoea (RR: 1.06)",
        "HR 0.92 for death",
        "Difficulty breathing 16.",
    ],
)
def test_a_number_of_something_else_is_no_limit(text: str) -> None:
    assert not limits(text)
