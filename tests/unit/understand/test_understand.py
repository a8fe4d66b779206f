from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.language.names import Family
from edgerag.language.questions import Asked
from edgerag.language.values import Kind
from edgerag.understand.understand import understand


def test_a_question_names_drug_and_people() -> None:
    asked = understand("What dose of epinephrine does a pregnant adult get?")
    assert asked.drugs == {"adrenaline"}
    assert asked.populations == {"pregnant", "adult"}
    drug = asked.entities[0]
    assert (drug.family, drug.name) == (Family.DRUG, "adrenaline")
    assert asked.text[drug.start : drug.end] == "epinephrine"


def test_whom_a_question_excludes_it_is_not_about() -> None:
    asked = understand("Which antibiotic is given to a woman who is not pregnant?")
    assert asked.populations == frozenset()
    assert asked.left_out == {"pregnant"}


def test_limits_age_and_weight_are_read_as_values() -> None:
    asked = understand("What dose of paracetamol is given to a child aged 3 years who weighs 14 kg?")
    assert len(asked.ages) == 1
    assert len(asked.weights) == 1
    (limit,) = understand("Which drug is given to an adult with CD4 above 50?").limits
    assert limit.is_compared


def test_a_text_too_long_for_a_question_asks_nothing() -> None:
    question = "What dose of paracetamol is given to a child? "
    asked = understand(question * 200)
    assert asked.text == question * 200
    assert (asked.kinds, asked.drugs, asked.entities) == ((), frozenset(), ())


@pytest.mark.parametrize(
    "whom",
    ["a child of 3 years", "children of 3 years", "a boy of three years", "a 3-year-old", "a child of 3"],
)
def test_how_old_somebody_is_is_no_duration(whom: str) -> None:
    asked = understand(f"What is the dose of paracetamol for {whom}?")
    assert asked.kinds == (Kind.DOSE,)
    assert [age.interval for age in asked.ages] == [understand("aged 3 years").ages[0].interval]


def test_the_case_is_read() -> None:
    asked = understand("Which second-line regimen is given to a child?")
    assert asked.cases.by_axis["line"] == {"later"}
    assert asked.cases.by_axis["age"] == {"child"}


def test_two_questions_are_two_parts() -> None:
    asked = understand("Which drug stops a prolonged seizure, and at what dose?")
    assert asked.kinds == (Kind.DRUG, Kind.DOSE)
    assert len(asked.parts) == 2


@pytest.mark.parametrize(
    ("question", "is_one"),
    [
        ("Does the drug lower the blood pressure of adults?", True),
        ("In patients with hypertension, does the drug help?", True),
        ("Should a tourniquet be applied?", True),
        ("What dose of adrenaline is given?", False),
        ("How often is the drug given?", False),
        ("", False),
    ],
)
def test_a_question_for_yes_or_no_is_known(question: str, is_one: bool) -> None:
    assert understand(question).is_yes_or_no is is_one


def test_a_yes_or_no_is_sought_where_nothing_else_is() -> None:
    assert understand("Is ringworm catching?").sought == (Kind.ACTION,)
    assert understand("Tell me about scabies").sought == ()
    assert understand("What dose is given?").sought == (Kind.DOSE,)


def test_a_question_for_a_number_is_told_from_one_for_a_name() -> None:
    assert understand("How long is it cooled?").asks_value
    assert not understand("Which antibiotic treats cholera?").asks_value


ASKING = ("what dose of {drug} is given", "how often is {drug} given", "for how long is {drug} given")
DRUGS = ("adrenaline", "amoxicillin", "paracetamol", "metronidazole")
PEOPLE = ("in pregnant women", "in adults", "in children")
ILLNESS = ("with malaria", "with pneumonia", "after a snake bite")

Question = st.builds(
    lambda asking, drug, people, illness: (asking.format(drug=drug), f"{people} {illness}"),
    st.sampled_from(ASKING),
    st.sampled_from(DRUGS),
    st.sampled_from(PEOPLE),
    st.sampled_from(ILLNESS),
)


def meaning(text: str) -> Asked:
    """What is read of a question, besides how it is written and where in it a name stands."""
    asked = understand(text)
    entities = sorted((replace(entity, start=0, end=0) for entity in asked.entities), key=repr)
    # Wordings are made once for each set of words, so that equal ones are the same.
    return replace(asked, text="", parts=(), entities=tuple(entities))


@given(Question)
def test_the_order_of_clauses_changes_nothing(question: tuple[str, str]) -> None:
    asking, whom = question
    assert meaning(f"{whom}, {asking}?") == meaning(f"{asking} {whom}?")


@given(Question, st.sampled_from(["", "?", " ?", "??", ".", "?\n"]))
def test_case_line_breaks_and_the_last_mark_change_nothing(question: tuple[str, str], mark: str) -> None:
    text = " ".join(question)
    plain = meaning(f"{text}?")
    assert meaning(f"{text}{mark}") == plain
    assert meaning(f"{text.upper()}?") == plain
    assert meaning(f"{text.capitalize()}?") == plain
    assert meaning(f"{text}?".replace(" ", "\n", 1)) == plain


@given(st.text(max_size=120))
def test_any_text_can_be_read(text: str) -> None:
    asked = understand(text)
    assert asked.text == text
    assert asked.parts
    assert all(text[entity.start : entity.end] for entity in asked.entities)


@pytest.mark.parametrize(
    ("question", "routes"),
    [
        ("May I give diazepam into the muscle?", {"intramuscular"}),
        ("Fitting, no drip. How much diazepam up the back passage?", {"rectal"}),
        ("How much diazepam?", set()),
    ],
)
def test_the_way_of_giving_that_is_asked_about(question: str, routes: set[str]) -> None:
    assert understand(question).routes == routes


@given(unit=st.sampled_from([("days", 24), ("weeks", 168), ("hours", 1), ("nights", 24)]))
def test_the_unit_of_time_that_is_asked_for(unit: tuple[str, int]) -> None:
    assert understand(f"Amoxicillin for pneumonia, for how many {unit[0]}?").time_unit == unit[1]
    assert understand("How long is amoxicillin given?").time_unit is None


def test_a_level_that_is_aimed_at_is_told_from_one_at_which_something_begins() -> None:
    assert understand("What BP are we aiming for in a diabetic?").is_aim
    assert not understand("At what BP do we start tablets in a diabetic?").is_aim


def test_the_medicine_in_question_is_the_one_of_the_clause_that_asks() -> None:
    asked = understand("A woman had swollen lips from enalapril. May she be changed to losartan?")
    assert asked.drugs == {"losartan"}
    assert understand("A child fits after diazepam. May I repeat it?").drugs == {"diazepam"}


@pytest.mark.parametrize(
    ("question", "whether"),
    [
        ("A child got diazepam twice. May I give a third dose?", {"third"}),
        ("She has a slight fever. Vaccinate today?", {"vaccin", "today"}),
        ("What is given for fever?", set()),
        ("When do the stitches come out: face, leg?", set()),
    ],
)
def test_what_is_asked_whether_to_do_is_read_without_the_scene(question: str, whether: set[str]) -> None:
    assert understand(question).whether == whether
