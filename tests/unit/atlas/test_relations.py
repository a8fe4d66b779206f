from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from edgerag.atlas.relations import Attribute, attributes, deeds, is_for_the_same, relate
from edgerag.compare.findings import Relation
from edgerag.domain.handbooks import Section
from edgerag.domain.ids import SectionId
from edgerag.extract.claims import claims_of
from edgerag.language.claims import Claim
from edgerag.language.values import Kind


def claim(text: str, heading: str = "Malaria") -> Claim:
    section = Section(SectionId(1), 0, None, 1, heading, (heading,), 0, len(text), 1, 1)
    (found,) = claims_of(text, [section])
    return found


def relation(kind: Kind, a: str, b: str) -> Relation | None:
    one, other = claim(a), claim(b)
    attribute = next(shared for shared in attributes(one) if shared.kind is kind)
    found = relate(attribute, one, other)
    return None if found is None else found.relation


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("Give quinine 600 mg.", "Give quinine 900 mg.", Relation.CONFLICT),
        ("Give quinine 600 mg.", "Give quinine 0.6 g.", Relation.AGREE),
        ("Give quinine 600 mg.", "Give quinine 500-700 mg.", Relation.AGREE),
        ("Give quinine 600 mg daily.", "Give quinine 300 mg 12 hourly.", Relation.AGREE),
        ("Give quinine 600 mg daily.", "Give quinine 600 mg 12 hourly.", Relation.AGREE),
        ("Give quinine 600 mg daily.", "Give quinine 200 mg 12 hourly.", Relation.CONFLICT),
    ],
)
def test_amounts_are_compared_as_those_of_answers(a: str, b: str, expected: Relation) -> None:
    assert relation(Kind.DOSE, a, b) is expected


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (
            "If interrupted for less than 1 month, go on.",
            "If interrupted for at least 2 months, start anew.",
            None,
        ),
        ("Wait at least 2 weeks.", "Wait at least 6 weeks.", Relation.CONFLICT),
    ],
)
def test_limits_that_face_each_other_are_two_cases(a: str, b: str, expected: Relation | None) -> None:
    assert relation(Kind.DURATION, a, b) is expected


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("Give quinine.", "Do not give quinine.", Relation.OPPOSITE),
        ("Give quinine.", "Start quinine.", Relation.AGREE),
        ("Do not give quinine.", "Never give quinine.", Relation.AGREE),
    ],
)
def test_a_ban_is_the_opposite_of_an_order(a: str, b: str, expected: Relation) -> None:
    assert relation(Kind.ACTION, a, b) is expected


def test_what_a_tablet_holds_is_not_compared() -> None:
    kinds = {attribute.kind for attribute in attributes(claim("Give quinine 300 mg tablets."))}
    assert Kind.STRENGTH not in kinds


def test_claims_for_other_people_or_another_situation_are_not_for_the_same() -> None:
    adult = claim("Give quinine 600 mg.", "Malaria in adults")
    child = claim("Give quinine 100 mg.", "Malaria in children")
    severe = claim("Give quinine 600 mg.", "Severe malaria")
    mild = claim("Give quinine 600 mg.", "Uncomplicated malaria")
    plain = claim("Give quinine 600 mg.")
    assert not is_for_the_same(adult, child)
    assert not is_for_the_same(severe, mild)
    assert is_for_the_same(plain, severe)


def test_what_is_meant_for_adults_and_children_is_for_adults_and_for_anybody() -> None:
    both = claim("Give adults and children quinine 10 mg/kg.")
    adults = claim("Give adults quinine 600 mg.")
    anybody = claim("Give quinine 600 mg.")
    children = claim("Give children quinine 100 mg.")
    pregnant = claim("Give pregnant women quinine 600 mg.")
    assert is_for_the_same(both, adults)
    assert is_for_the_same(both, anybody)
    assert not is_for_the_same(children, anybody)
    assert not is_for_the_same(both, pregnant)


def test_who_has_the_illness_that_both_are_about_is_not_special() -> None:
    about = claim("Give pyridoxine 25 mg daily.", "Tuberculosis")
    whom = claim("Give people with tuberculosis pyridoxine 10 mg daily.", "Nutrition")
    other = claim("Give pyridoxine 25 mg daily.", "Nutrition")
    pregnant = claim("Give pregnant women pyridoxine 10 mg daily.", "Tuberculosis")
    assert is_for_the_same(about, whom)
    assert not is_for_the_same(other, whom)
    assert not is_for_the_same(about, pregnant)
    (dose, *_) = attributes(about)
    found = relate(dose, about, whom)
    assert found is not None
    assert found.relation is Relation.CONFLICT


def test_an_attribute_names_kind_unit_and_medicine() -> None:
    assert Attribute(Kind.DOSE, "mass", "quinine") in set(attributes(claim("Give quinine 600 mg.")))


UNLIMITED = "Start treatment regardless of CD4 count."


def test_no_limit_differs_from_a_limit_and_agrees_with_none() -> None:
    assert relation(Kind.THRESHOLD, UNLIMITED, "Start treatment if CD4 < 350 cells/mm3.") is Relation.CONFLICT
    assert relation(Kind.THRESHOLD, UNLIMITED, "Start at any CD4 count.") is Relation.AGREE


HOURS = st.sampled_from([2, 4, 6, 8, 12, 24])


@given(first=HOURS, later=HOURS)
def test_what_comes_later_is_compared_only_where_nothing_comes_first(first: int, later: int) -> None:
    assume(first != later)
    plain = f"Measure the pulse every {later} hours."
    assert relation(Kind.FREQUENCY, f"Measure it now, then every {later} hours.", plain) is Relation.AGREE
    both = f"Measure it every {first} hours, then every {later} hours."
    assert relation(Kind.FREQUENCY, both, plain) is Relation.CONFLICT


@given(n=st.integers(1, 5), more=st.integers(1, 5))
def test_a_limit_and_a_span_that_adjoin_are_two_cases(n: int, more: int) -> None:
    limit, span = f"Interrupted for less than {n} weeks.", f"Interrupted for {n} to {n + more} weeks."
    assert relation(Kind.DURATION, limit, span) is None
    assert relation(Kind.DURATION, span, limit) is None


@given(usual=st.integers(100, 300), most=st.integers(500, 1500))
def test_the_most_that_may_be_given_is_not_set_against_what_is_given(usual: int, most: int) -> None:
    plain, limit = f"Give quinine {usual} mg.", f"Give quinine up to {most} mg."
    assert relation(Kind.DOSE, plain, limit) is None
    assert relation(Kind.DOSE, limit, f"Give quinine up to {2 * most} mg.") is Relation.CONFLICT


@pytest.mark.parametrize(
    ("ban", "order", "expected"),
    [
        ("Do not give quinine if there is jaundice.", "Give quinine.", None),
        (
            "Do not give quinine if there is jaundice.",
            "If there is jaundice, give quinine.",
            Relation.OPPOSITE,
        ),
        ("Do not give quinine.", "If there is jaundice, give quinine.", Relation.OPPOSITE),
        ("Quinine should not be given in optic neuritis.", "Give quinine.", None),
        ("Quinine should not be given in malaria.", "Give quinine.", Relation.OPPOSITE),
        ("Do not give quinine intramuscularly.", "Give quinine.", None),
        ("Do not give quinine intramuscularly.", "Give quinine intramuscularly.", Relation.OPPOSITE),
        ("Do not give quinine at a pulse below 50.", "Give quinine.", None),
        ("Do not give quinine to children under 8 years.", "Give quinine to children.", Relation.OPPOSITE),
    ],
)
def test_what_is_forbidden_in_a_case_is_no_opposite_of_what_is_ordered_at_large(
    ban: str, order: str, expected: Relation | None
) -> None:
    assert relation(Kind.ACTION, ban, order) is expected
    assert relation(Kind.ACTION, order, ban) is expected


def test_a_medicine_that_a_ban_does_not_reach_has_no_deed() -> None:
    both = claim("Give quinine 600 mg (avoid artesunate in pregnancy).")
    assert {one.drug for one in attributes(both) if one.kind is Kind.ACTION} == {"artesunate"}


def on_deeds(a: str, b: str) -> Relation | None:
    one, other = claim(a, "Bites"), claim(b, "Bites")
    (attribute,) = set(deeds(one)) & set(deeds(other))
    found = relate(attribute, one, other)
    return None if found is None else found.relation


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("Suture the wound.", "Do not close the wound.", Relation.OPPOSITE),
        ("Do not close the wound.", "Suture the wound.", Relation.OPPOSITE),
        ("Avoid suturing the wound.", "Do not close wounds.", Relation.AGREE),
        ("Suture the skin.", "Do not close the abdomen.", None),
        ("Suture the wound.", "If infected, do not close the wound.", None),
    ],
)
def test_a_deed_without_a_medicine_is_ordered_or_banned(a: str, b: str, expected: Relation | None) -> None:
    assert on_deeds(a, b) is expected


@given(mg=st.integers(2, 40))
def test_an_amount_for_a_day_is_compared_with_one_that_is_given_daily(mg: int) -> None:
    texts = f"Give quinine {mg} mg/kg daily.", f"Give quinine {2 * mg} mg/kg/day."
    one, other = map(claim, texts)
    (attribute,) = (
        shared for shared in set(attributes(one)) & set(attributes(other)) if shared.kind is Kind.DOSE
    )
    found = relate(attribute, one, other)
    assert found is not None
    assert found.relation is Relation.CONFLICT


def test_two_amounts_each_time_are_not_compared_by_the_day_too() -> None:
    one, other = claim("Give quinine 500 mg 12 hourly."), claim("Give quinine 500 mg 8 hourly.")
    by_day = next(one for one in attributes(one) if one.unit.endswith("/day"))
    assert relate(by_day, one, other) is None


@given(mg=st.integers(50, 500))
def test_how_often_makes_no_difference_where_a_day_comes_to_the_same(mg: int) -> None:
    texts = f"Give quinine {2 * mg} mg daily.", f"Give quinine {mg} mg 12 hourly."
    assert relation(Kind.FREQUENCY, *texts) is Relation.AGREE
