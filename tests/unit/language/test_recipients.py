from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.language.reading import read
from edgerag.language.values import Kind, Value

PEOPLE = {"adults": "adult", "children": "child", "pregnant women": "pregnant", "the elderly": "elderly"}
BEHIND = (
    "{dose} for {people}",
    "{dose} in {people}",
    "{dose} ({people})",
    "{dose} every 6 hours for {people}",
)
BEFORE = ("{people} {dose}", "{people}: {dose}", "in {people} give {dose}")
JOINTS = (" and ", ", ", " or ", "; ")


def doses(text: str) -> list[Value]:
    return [value for said in read(text) for value in said.values if value.kind is Kind.DOSE]


def whom(text: str) -> list[set[str]]:
    return [set(value.populations) for value in doses(text)]


@given(
    st.sampled_from(list(permutations(PEOPLE, 2))),
    st.sampled_from([*BEHIND, *BEFORE]),
    st.sampled_from(JOINTS),
    st.integers(1, 900),
)
def test_each_dose_is_for_those_named_with_it_before_or_behind(
    people: tuple[str, str], written: str, joint: str, amount: int
) -> None:
    parts = [written.format(people=one, dose=f"{amount + n} mg") for n, one in enumerate(people)]
    assert whom(f"Give paracetamol: {joint.join(parts)}.") == [{PEOPLE[one]} for one in people]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Paracetamol 1 g (child: 15 mg/kg)", [set(), {"child"}]),
        ("Paracetamol 1 g (2 g in pregnancy) daily", [set(), {"pregnant"}]),
        ("Paracetamol 1 g; child 15 mg/kg", [set(), {"child"}]),
        ("Amoxicillin 500 mg, or erythromycin 250 mg if allergic to penicillin", [set(), {"allergic"}]),
        ("Amoxicillin 500 mg for 5 days in adults (children 50 mg/kg per day)", [{"adult"}, {"child"}]),
        ("In pregnancy 2 g, otherwise 1 g", [{"pregnant"}, set()]),
        ("Adults 1 g, 500 mg in the elderly", [{"adult"}, {"elderly"}]),
        ("Children 15 mg/kg every 6 hours, in adults 1 g", [{"child"}, {"adult"}]),
        ("Give 20 mL/kg to children, and to adults 1 L", [{"child"}, {"adult"}]),
        ("1 g daily unless the patient is a child, in whom 20 mg/kg is given", [set(), {"child"}]),
        ("Adults:\n- amoxicillin 1 g (500 mg in pregnancy)", [{"adult"}, {"pregnant"}]),
        ("Drug | Dose | Notes\nParacetamol | 1 g (child: 15 mg/kg) | –", [set(), {"child"}]),
    ],
)
def test_who_has_a_dose_leaves_the_others_theirs(text: str, wanted: list[set[str]]) -> None:
    assert whom(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("15 mg/kg, then 10 mg/kg every 6 hours for children", [{"child"}, {"child"}]),
        ("10 mL (250 mg) for adults and 5 mL (125 mg) for children", [{"adult"}] * 2 + [{"child"}] * 2),
        ("1 g for adults and children", [{"adult", "child"}]),
        ("In adults, give 1 g to prevent transmission to the baby", [{"adult"}]),
        ("10 mg rectally, in adults, or 0.5 mg/kg in children", [{"adult"}, {"child"}]),
    ],
)
def test_all_that_is_said_to_somebody_is_for_him(text: str, wanted: list[set[str]]) -> None:
    assert whom(text) == wanted


def test_a_limit_in_a_bracket_is_for_those_in_it() -> None:
    text = "Not if creatinine > 85 µmol/L in pregnancy (creatinine clearance < 50 mL/min in adults)"
    limits = [value for value in read(text)[0].values if value.kind is Kind.THRESHOLD]
    assert [set(value.populations) for value in limits] == [{"pregnant"}, {"adult"}]


@pytest.mark.parametrize(
    "head", ["Children", "Children under 5 years", "Infants and children", "Sick children"]
)
def test_a_line_of_people_alone_heads_its_paragraph(head: str) -> None:
    text = f"{head}\nParacetamol 15 mg/kg\nIbuprofen 10 mg/kg\n\nZinc 20 mg"
    first, second, apart = whom(text)
    assert "child" in first & second
    assert apart == set()


def test_two_lines_of_people_in_a_row_head_nothing() -> None:
    assert whom("Children\nAdults\nParacetamol 1 g\nIbuprofen 400 mg every 8 hours") == [set(), set()]


@pytest.mark.parametrize(
    "when", ["after the baby is born", "at the delivery of the baby", "once the child has been born"]
)
def test_a_child_that_is_being_born_has_no_dose(when: str) -> None:
    assert whom(f"Misoprostol 600 mcg {when}") == [set()]


@pytest.mark.parametrize(
    "why", ["since it can harm", "because this reaches", "as they may damage the bones of"]
)
@pytest.mark.parametrize("whom", ["the newborn", "children", "the infant"])
def test_who_is_named_as_harmed_is_not_whom_it_is_said_of(why: str, whom: str) -> None:
    [said] = read(f"From 36 weeks on nitrofurantoin 100 mg is not given, {why} {whom}.")
    assert said.populations == frozenset()
    assert all(value.populations == frozenset() for value in said.values)
