from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from edgerag.language.fitting import Fitting, fitting_row, patient_of
from edgerag.language.tables import tables_in


def chosen(question: str, *lines: str) -> str | None:
    """The row for whom a question is about; None if none is chosen."""
    text = "\n".join(lines)
    (table,) = tables_in(text)
    found = fitting_row(text, table, patient_of(question))
    return None if found is None else text[found.row.start : found.row.end]


def doses(*bands: str, head: str = "Weight | Dose") -> list[str]:
    return [head, *(f"{band} | {n} mL" for n, band in enumerate(bands, start=1))]


def test_the_row_that_holds_the_weight_is_chosen() -> None:
    table = doses("6 to 10 kg", "11 to 15 kg", "16 to 20 kg", "Over 20 kg")
    assert chosen("Dose of diazepam for a child of 14 kg?", *table) == "11 to 15 kg | 2 mL"
    assert chosen("child of 25 kg", *table) == "Over 20 kg | 4 mL"


def test_it_says_by_what_it_was_chosen() -> None:
    text = "\n".join(doses("6 to 10 kg", "11 to 15 kg"))
    found = fitting_row(text, tables_in(text)[0], patient_of("for a child of 14 kg?"))
    assert isinstance(found, Fitting)
    assert found.why == "14 kg"


@pytest.mark.parametrize("question", ["child of 11 kg", "child of 30 kg", "child of 4 years", "any child"])
def test_none_is_chosen_at_a_shared_end_outside_all_or_without_a_weight(question: str) -> None:
    assert chosen(question, *doses("7 to 11 kg", "11 to 17.5 kg")) is None


def test_none_is_chosen_in_a_gap() -> None:
    assert chosen("child of 10.5 kg", *doses("6-10 kg", "11-15 kg")) is None


def test_a_sign_gives_the_shared_end_to_the_band_that_it_begins() -> None:
    table = doses("≥ 9–11 kg", "≥ 11–14 kg", "≥ 14–17.5 kg", "≥ 17.5 kg and above")
    assert chosen("child of 14 kg", *table) == "≥ 14–17.5 kg | 3 mL"
    assert chosen("child of 17.5 kg", *table) == "≥ 17.5 kg and above | 4 mL"


def test_none_is_chosen_where_rows_are_for_the_same_people() -> None:
    assert chosen("child of 6 kg", *doses("5-10 kg", "8-12 kg")) is None
    assert chosen("child of 6 kg", *doses("5-10 kg", "11-15 kg", "11-15 kg")) is None


def test_none_is_chosen_if_a_row_cannot_be_read() -> None:
    assert chosen("child of 6 kg", *doses("5-10 kg", "Malnourished")) is None
    assert chosen("child of 6 kg", *doses("5-10 kg", "11-15 kg"), "16 kg | 2 | 3") is None


def test_a_row_for_adults_does_not_hinder_a_child() -> None:
    assert chosen("child of 6 kg", *doses("5-10 kg", "Adults")) == "5-10 kg | 1 mL"
    assert chosen("somebody of 6 kg", *doses("5-10 kg", "Adults")) is None


def test_age_and_weight_must_both_fit() -> None:
    head = "Age | Weight | Dose"
    rows = ["2-11 months | 4-9 kg | 1 mL", "1-4 years | 10-18 kg | 2 mL"]
    assert chosen("child of 3 years and 12 kg", head, *rows) == rows[1]
    assert chosen("child of 3 years and 8 kg", head, *rows) is None
    assert chosen("child of 8 kg", head, *rows) == rows[0]


def test_a_row_chosen_by_age_where_weights_are_given_says_so() -> None:
    text = "Weight | Age | Dose\n4-9 kg | 2-11 months | 1 mL\n10-18 kg | 1-4 years | 2 mL"
    found = fitting_row(text, tables_in(text)[0], patient_of("child of 3 years"))
    assert found is not None
    assert found.why == "3 years, by age alone"


def test_someone_of_four_years_may_be_nearly_five() -> None:
    assert (
        chosen("child of 4 years", *doses("1-4 years", "5-9 years", head="Age | Dose")) == "1-4 years | 1 mL"
    )
    assert chosen("child of 4 years", *doses("1-4 years", "Over 4 years", head="Age | Dose")) is None


def test_of_two_weights_none_is_taken() -> None:
    patient = patient_of("A child of 9 kg, and then another child of 14 kg. What dose?")
    assert patient.weight is None


def test_without_a_head_none_is_chosen() -> None:
    assert chosen("child of 7 kg", "5-10 kg | 1 mL", "11-15 kg | 2 mL") is None
    assert chosen("child of 7 kg", *doses("5-10 kg", "11-15 kg", head="Birth weight | Dose")) is None


BAND = st.tuples(st.integers(0, 40), st.integers(1, 12)).map(lambda ends: (ends[0], ends[0] + ends[1]))


def overlap(bands: Sequence[tuple[int, int]]) -> bool:
    return any(max(a[0], b[0]) < min(a[1], b[1]) for a, b in combinations(bands, 2))


@example(bands=[(5, 10), (10, 15)], tenths=100)
@given(st.lists(BAND, min_size=1, max_size=6), st.integers(1, 500))
def test_the_chosen_row_holds_the_weight_and_no_other_does(bands: list[tuple[int, int]], tenths: int) -> None:
    weight = Fraction(tenths, 10)
    table = doses(*(f"{low} to {high} kg" for low, high in bands))
    found = chosen(f"A child of {float(weight):g} kg: what dose?", *table)
    holding = [at for at, (low, high) in enumerate(bands) if low <= weight <= high]
    is_clear = len(holding) == 1 and not overlap(bands)
    assert found == (table[1 + holding[0]] if is_clear else None)


@given(st.lists(st.integers(1, 60), min_size=2, max_size=7, unique=True), st.integers(1, 65))
def test_bands_that_meet_hold_everybody_once(ends: list[int], weight: int) -> None:
    ends = sorted(ends)
    bands = [f"{low}-<{high} kg" for low, high in pairwise(ends)] + [f"≥ {ends[-1]} kg"]
    found = chosen(f"child of {weight} kg", *doses(*bands))
    at = sum(end <= weight for end in ends)
    assert found == (doses(*bands)[at] if at else None)


@given(st.lists(BAND, min_size=2, max_size=5).filter(overlap), st.integers(1, 55))
def test_rows_that_overlap_choose_none(bands: list[tuple[int, int]], weight: int) -> None:
    ages = doses(*(f"{low}-{high} months" for low, high in bands), head="Age | Dose")
    assert chosen(f"child of {weight} months", *ages) is None
