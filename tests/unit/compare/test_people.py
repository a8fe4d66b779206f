from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.compare.findings import Relation
from edgerag.compare.people import (
    bands_part,
    is_of_asked_size,
    parted,
    people_of,
    statements_parted,
    values_parted,
)
from edgerag.language.quantities import Interval
from edgerag.language.reading import Statement, read
from edgerag.language.values import Kind, Value
from edgerag.understand.understand import understand

DOSE = understand("What is the dose of zinc?")


def dose(text: str) -> Value:
    return next(value for s in read(text) for value in s.values if value.kind is Kind.DOSE)


def first(text: str) -> Statement:
    return read(text)[0]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("12-23 months: zinc 10 mg", "Children over 2 years: zinc 20 mg"),
        ("3-6 kg: zinc 10 mg", "10-14 kg: zinc 20 mg"),
        ("3-6 kg: zinc 10 mg", "6-10 kg: zinc 20 mg"),
        ("1-2 years: zinc 10 mg", "Over 2 years: zinc 20 mg"),
        ("1-5 years: zinc 10 mg", "5-12 years: zinc 20 mg"),
        ("Loading dose: zinc 40 mg", "Maintenance dose: zinc 20 mg"),
        ("Adults: zinc 40 mg", "Children: zinc 20 mg"),
    ],
)
def test_values_for_different_ages_weights_phases_or_people_are_no_conflict(one: str, other: str) -> None:
    assert values_parted(dose(one), dose(other), DOSE) is Relation.OTHER_PEOPLE
    assert values_parted(dose(other), dose(one), DOSE) is Relation.OTHER_PEOPLE


def test_the_age_that_is_asked_about_decides_in_place_of_the_word_for_it() -> None:
    asked = understand("What zinc dose is given to a 3-year-old with diarrhoea?")
    one, other = dose("> 6 months: zinc 20 mg"), dose("Children from 6 months to 5 years: zinc 10 mg")
    assert values_parted(one, other, asked) is None
    assert not is_of_asked_size(dose("12-23 months: zinc 10 mg"), asked)


def test_two_doses_for_the_age_in_question_differ_where_their_bands_meet() -> None:
    one, other = dose("1-5 years: zinc 10 mg"), dose("5-12 years: zinc 20 mg")
    asked = understand("What zinc dose is given to a 5-year-old with diarrhoea?")
    assert values_parted(one, other, asked) is None
    assert values_parted(one, other, DOSE) is Relation.OTHER_PEOPLE


def test_a_dose_for_another_weight_is_not_for_the_person_in_question() -> None:
    asked = understand("How much rectal diazepam does a child of 14 kg get?")
    assert not is_of_asked_size(dose("3-6 kg: diazepam 2 mg"), asked)
    assert is_of_asked_size(dose("10-14 kg: diazepam 6 mg"), asked)
    assert is_of_asked_size(dose("Diazepam 6 mg"), asked)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("First line: amlodipine 5 mg daily.", "Second line: add losartan 50 mg daily."),
        ("Doxycycline in women who are not pregnant.", "In pregnancy: azithromycin 1 g."),
        ("Mild asthma: salbutamol.", "Severe asthma: salbutamol."),
    ],
)
def test_advice_for_different_lines_of_treatment_or_people_is_no_conflict(one: str, other: str) -> None:
    asked = understand("Which medicine is used?")
    assert statements_parted(first(one), first(other), asked) is Relation.OTHER_PEOPLE


def test_a_ban_on_a_deed_leaves_nobody_out() -> None:
    asked = understand("Should a mother on carbimazole go on breastfeeding?")
    ban, permission = first("Mothers should not breast-feed."), first("A mother may go on breast-feeding.")
    assert statements_parted(ban, permission, asked) is None


def test_special_people_whom_the_question_does_not_name_are_told() -> None:
    assert parted(frozenset({"pregnant"}), frozenset(), DOSE) is Relation.SPECIAL_PEOPLE
    assert parted(frozenset(), frozenset(), DOSE) is None


BANDS = st.builds(
    lambda ends: Interval(min(ends), max(ends)),
    st.tuples(st.fractions(min_value=0, max_value=99), st.fractions(min_value=0, max_value=99)),
)


@given(BANDS, BANDS)
def test_bands_part_whichever_comes_first_and_never_from_themselves(one: Interval, other: Interval) -> None:
    assert bands_part(one, other) == bands_part(other, one)
    assert not bands_part(one, one)
    assert not bands_part(one, None)


@given(st.integers(1, 6), st.integers(7, 13), st.integers(18, 80))
def test_a_band_of_age_alone_tells_children_from_adults(low: int, high: int, grown: int) -> None:
    child, adult = dose(f"{low}-{high} years: zinc 10 mg"), dose(f"Over {grown} years: zinc 20 mg")
    assert people_of(child) == {"child", "infant", "newborn"}
    assert people_of(adult) == {"adult"}
    for band, who in ((child, "Adults"), (adult, "Children")):
        assert values_parted(band, dose(f"{who}: zinc 20 mg"), DOSE) is Relation.OTHER_PEOPLE


def test_a_band_that_holds_both_children_and_adults_tells_neither() -> None:
    assert people_of(dose("Over 12 years: zinc 10 mg")) == set()
    assert people_of(dose("zinc 10 mg")) == set()


def test_an_age_is_for_nobody_of_that_age() -> None:
    (age,) = [value for value in read("Vaccinate at 6 weeks of age.")[0].values if value.kind is Kind.AGE]
    assert people_of(age) == set()


YOUNG = st.sampled_from(["children", "infants", "newborns"])


@given(YOUNG)
def test_a_value_for_people_whom_nobody_can_be_at_once_is_for_each_of_them(young: str) -> None:
    both = dose(f"Adults and {young}: zinc 20 mg")
    for alone in (dose("Adults: zinc 40 mg"), dose(f"{young.capitalize()}: zinc 40 mg")):
        assert values_parted(alone, both, DOSE) is None
        assert values_parted(both, alone, DOSE) is None


def test_what_somebody_is_besides_their_age_narrows_for_whom_a_value_is() -> None:
    all_adults, some = dose("Adults: zinc 40 mg"), dose("Elderly adults: zinc 20 mg")
    assert values_parted(all_adults, some, DOSE) is Relation.SPECIAL_PEOPLE
    assert values_parted(some, all_adults, DOSE) is Relation.SPECIAL_PEOPLE
