from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.language.conditions import conditions


@pytest.mark.parametrize(
    ("name", "inside"),
    [
        ("heat stroke", "stroke"),
        ("heart burn", "burn"),
        ("frost bite", "bite"),
        ("ring worm", "worm"),
        ("scarlet fever", "fever"),
        ("mouth ulcer", "peptic ulcer"),
        ("pressure ulcer", "peptic ulcer"),
        ("corneal ulcer", "peptic ulcer"),
    ],
)
@pytest.mark.parametrize(
    "question", ["How is {} treated?", "What is given for {} in an adult?", "A man has a {}. What now?"]
)
def test_an_illness_is_not_the_one_whose_name_is_a_part_of_its_own(
    name: str, inside: str, question: str
) -> None:
    assert not names_them(question.format(name), f"Treatment of {inside}: give it")
    assert names_them(question.format(inside), f"Treatment of {inside}: give it")


def names_them(question: str, text: str) -> bool:
    return all(condition.search(text) for condition in conditions(question))


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What dose of aciclovir is given for shingles?", "Herpes zoster: 800 mg"),
        ("How is a nose bleed stopped?", "EPISTAXIS > Pinch the nose"),
        ("For how many days is ciprofloxacin given for dysentery?", "Bloody diarrhoea"),
        ("Which drug lowers blood pressure in a pregnant woman?", "Pre-eclampsia: methyldopa"),
        ("How is a UTI treated?", "urinary\ntract infection"),
        ("Should the umbilical cord be cleaned?", "Clean the cord"),
        ("Are corticosteroids given in TB meningitis?", "tuberculous meningitis: prednisone"),
        ("Which drugs treat vaginal discharge?", "Bacterial vaginosis: metronidazole"),
    ],
)
def test_a_condition_is_found_in_all_words_for_it(question: str, text: str) -> None:
    assert conditions(question)
    assert names_them(question, text)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("For how many days is ciprofloxacin given for dysentery?", "Chancroid: ciprofloxacin for 3 days"),
        ("Are corticosteroids given in TB meningitis?", "Bacterial meningitis: dexamethasone"),
        ("What should be put on a burn?", "Burnout in health workers"),
        ("How is an ear infection treated?", "for years"),
        ("What is given for TB?", "1 tbsp"),
    ],
)
def test_another_condition_or_another_word_is_not_it(question: str, text: str) -> None:
    assert not names_them(question, text)


@pytest.mark.parametrize(
    "question",
    ["What dose of vitamin K does a newborn get?", "How much iron should a woman without anaemia take?", ""],
)
def test_a_question_about_no_condition_asks_for_none(question: str) -> None:
    assert conditions(question) == ()


def test_a_medicine_taken_in_excess_is_a_condition() -> None:
    question = "How is a paracetamol overdose treated?"
    assert names_them(question, "Acetaminophen poisoning: acetylcysteine")
    assert not names_them(question, "Warfarin overdose: vitamin K")


def test_of_names_inside_each_other_the_longest_counts() -> None:
    (condition,) = conditions("How are genital ulcers treated?")
    assert condition.search("chancroid")
    assert not condition.search("peptic ulcer")


@given(st.text(max_size=60))
def test_any_question_names_the_conditions_that_it_asks_about(question: str) -> None:
    assert names_them(question, question)
