from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.compare.findings import Relation
from edgerag.compare.once import compare_once
from edgerag.language.reading import read
from edgerag.language.values import Kind
from edgerag.understand.understand import understand

DRUGS = st.sampled_from(["amoxicillin", "ceftriaxone", "albendazole", "prednisolone"])
ONCE = st.sampled_from(["as a single dose", "once only", "single dose"])
AGAIN = st.sampled_from(["daily", "3 times a day", "12 hourly", "for 5 days", "every 8 hours for 7 days"])
ASKED = st.sampled_from(
    ["What dose is given?", "How long is it given?", "Which drug is given and how often?"]
)


def relation(question: str, a: str, b: str) -> Relation:
    return compare_once(understand(question), read(a), read(b)).relation


@given(DRUGS, ONCE, AGAIN, ASKED, st.booleans())
def test_a_medicine_given_once_and_given_again_and_again_clash(
    drug: str, once: str, again: str, asked: str, is_turned: bool
) -> None:
    texts = (f"Give {drug} 400 mg {once}.", f"Give {drug} 400 mg {again}.")
    a, b = reversed(texts) if is_turned else texts
    found = compare_once(understand(asked), read(a), read(b))
    assert (found.relation, found.kind) == (Relation.CONFLICT, Kind.COUNT)
    assert found.a is not None
    assert found.b is not None
    assert (found.a.text in a, found.b.text in b) == (True, True)


@given(st.tuples(DRUGS, DRUGS).filter(lambda two: two[0] != two[1]), ONCE, AGAIN)
def test_what_is_said_of_two_medicines_does_not_clash(two: tuple[str, str], once: str, again: str) -> None:
    a, b = f"Give {two[0]} 400 mg {once}.", f"Give {two[1]} 400 mg {again}."
    assert relation("What dose is given?", a, b) is Relation.NOTHING


@pytest.mark.parametrize(
    ("a", "b"),
    [
        # At once, before the rest of the course.
        ("Give aspirin 150 mg stat.", "Aspirin 150 mg daily."),
        # It is repeated.
        (
            "Vitamin A 200 000 IU as a single dose. Repeat the dose the next day.",
            "Vitamin A daily for 2 days.",
        ),
        # The other gives it once too, and then on.
        (
            "Azithromycin 1 g as a single dose.",
            "Azithromycin 1 g as a single dose, or 500 mg daily for 3 days.",
        ),
        # One day is no course.
        ("Praziquantel 40 mg/kg as a single dose.", "Praziquantel 40 mg/kg for 1 day."),
        # Other people.
        ("Children: albendazole 200 mg as a single dose.", "Adults: albendazole 400 mg daily for 3 days."),
    ],
)
def test_what_is_no_other_course_does_not_clash(a: str, b: str) -> None:
    assert relation("What dose is given?", a, b) is Relation.NOTHING


def test_a_question_to_which_no_course_belongs_is_answered_by_none() -> None:
    a, b = "Give amoxicillin 1 g as a single dose.", "Give amoxicillin 1 g daily for 5 days."
    assert relation("At which CD4 count is it started?", a, b) is Relation.NOTHING
