from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.language.cell_bands import is_unit, tells_who, whom
from edgerag.language.quantities import DAY, MONTH, YEAR, Interval

GRAM = Fraction(1, 1000)


def weights(cell: str, head: str = "Weight") -> tuple[Interval, Interval] | None:
    read = whom(head, cell)
    return (read.weight.narrow, read.weight.wide) if read is not None and read.weight is not None else None


def ages(cell: str, head: str = "Age") -> tuple[Interval, Interval] | None:
    read = whom(head, cell)
    return (read.age.narrow, read.age.wide) if read is not None and read.age is not None else None


def kg(low: float | None, high: float | None) -> Interval:
    return Interval(*(None if end is None else Fraction(str(end)) for end in (low, high)))


@pytest.mark.parametrize(
    ("cell", "low", "high"),
    [
        ("10-14 kg", 10, 14),
        ("6 – 9.9 kg", 6, 9.9),
        ("13 to 16 kg", 13, 16),
        ("5,5-7 kg", 5.5, 7),
        ("≥10 to <15 kg", 10, 14.999),
        ("> 10-<15 kg", 10.001, 14.999),
        ("20 kg +", 20, None),
        ("3–<6 kg", 3, 5.999),
        ("5 to less than 10 kg", 5, 9.999),
        ("5kg to <10kg", 5, 9.999),
        ("Over 20 kg", 20.001, None),
        ("≥ 25 kg", 25, None),
        ("25 kg and above", 25, None),
        ("< 5 kg", None, 4.999),
        ("Children of 10 kg", 10, 10),
    ],
)
def test_weights_are_read_as_they_are_written(cell: str, low: float | None, high: float | None) -> None:
    assert weights(cell) == (kg(low, high), kg(low, high))


@pytest.mark.parametrize("cell", ["10-14", "10 to 14", "10–14"])
def test_a_cell_has_the_unit_of_its_column(cell: str) -> None:
    assert weights(cell, "Weight (kg)") == (kg(10, 14), kg(10, 14))


def test_a_dash_after_a_sign_leads_to_the_next_band() -> None:
    assert weights("≥ 11–14 kg") == (kg(11, 13.999), kg(11, 14))


def test_an_end_up_to_which_a_band_goes_may_be_inside_or_not() -> None:
    assert ages("2 months up to 12 months") == (
        Interval(2 * MONTH, 12 * MONTH - DAY),
        Interval(2 * MONTH, 12 * MONTH),
    )


def test_years_may_end_with_either_birthday() -> None:
    assert ages("2-5 years") == (Interval(2 * YEAR, 5 * YEAR), Interval(2 * YEAR, 6 * YEAR - DAY))
    assert ages("2-5", "Age (years)") == ages("2-5 years")
    assert ages("1 year") == (Interval(YEAR, YEAR), Interval(YEAR, 2 * YEAR - DAY))


def test_a_band_begins_at_birth() -> None:
    assert ages("Birth–3 months") == (
        Interval(Fraction(0), 3 * MONTH - DAY),
        Interval(Fraction(0), 4 * MONTH - DAY),
    )


def test_age_and_weight_stand_in_one_cell() -> None:
    read = whom("Age or weight", "2 months up to 12 months (4-<6 kg)")
    assert read is not None
    assert read.age is not None
    assert read.weight is not None
    assert read.weight.narrow == kg(4, 5.999)


@pytest.mark.parametrize(
    "cell",
    [
        "10-14 kg, not in renal failure",
        "10-14 kg or 20-24 kg",
        "22-44 lb",
        "10-14 kg (22-31 lb)",
        "Newborn",
        "Women over 40 kg",
        "5 mL",
        "",
        "–",
        "10-14",
        "34–36 weeks",
        "10 or 14 kg",
        "12-1 kg",
        "15-20² kg",
        "15²-20 kg",
        "~10-14 kg",
    ],
)
def test_what_says_something_else_is_not_read(cell: str) -> None:
    assert whom("Age or weight", cell) is None


def test_rows_for_adults_are_told() -> None:
    assert whom("Weight", "Adults") is not None
    told = {cell: whom("Age", cell) for cell in ("Adults over 12 years", "Adults and children over 12 years")}
    assert [one is not None and one.is_for_adults for one in told.values()] == [True, False]


@pytest.mark.parametrize(
    "head", ["Weight", "Body weight (kg)", "Child's weight", "AGE or WEIGHT", "Age in years"]
)
def test_a_column_tells_who(head: str) -> None:
    assert tells_who(head)


@pytest.mark.parametrize(
    "head", ["Birth weight", "Weight loss", "Gestational age", "Dose", "kg", "", "Weight of tablet"]
)
def test_another_column_does_not(head: str) -> None:
    assert not tells_who(head)


def test_a_unit_below_a_name_is_told() -> None:
    assert is_unit("kg")
    assert is_unit("Months/years")
    assert not is_unit("mg")
    assert not is_unit("")


ENDS = st.tuples(st.integers(1, 800), st.integers(1, 200)).map(lambda ends: (ends[0], ends[0] + ends[1]))
FORMS = [
    "{}-{} kg",
    "{} – {} kg",
    "{} to {} kg",
    "{} kg to {} kg",
    "{}-<{} kg",
    "{} to under {} kg",
    "≥ {}–{} kg",
]


@given(ENDS, st.sampled_from(FORMS), st.booleans())
def test_a_band_is_nowhere_wider_than_its_ends(ends: tuple[int, int], form: str, is_tenth: bool) -> None:
    low, high = (Fraction(end, 10 if is_tenth else 1) for end in ends)
    written = [str(float(end)).removesuffix(".0") for end in (low, high)]
    read = weights(form.format(*written))
    assert read is not None
    for interval in read:
        assert interval.low == low
        assert interval.high in (high, high - GRAM)


@given(st.text(max_size=30))
def test_any_cell_is_read_or_not(cell: str) -> None:
    read = whom("Age or weight", cell)
    assert read is None or read.is_for_adults or read.age or read.weight
