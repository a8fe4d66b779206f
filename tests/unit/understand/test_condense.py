from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.understand.condense import LONG_WORDS, condensed

STORY = (
    "A 34-year-old woman was brought to our clinic this morning by her sister, who says that she has been "
    "unwell for six days. On Saturday she went to the market and came back tired. She vomited twice and "
    "could not eat the porridge which her mother had cooked. She has had no cough and no diarrhoea. She "
    "was treated for malaria four months ago. She has a penicillin allergy and is now about 28 weeks "
    "pregnant. Her last child was born at home. Temperature 39.2, pulse 112. She weighs 58 kg. There is "
    "tenderness over the right flank. We think that she has pyelonephritis, and the hospital is four "
    "hours away. The pyelonephritis began on Friday. We have ceftriaxone in the cupboard and no other "
    "antibiotic."
)


def test_a_short_question_stays() -> None:
    assert condensed("A child has malaria. What dose?") == "A child has malaria. What dose?"


def test_a_case_is_cut_down_to_its_question_and_whom_it_is_about() -> None:
    asked = condensed(f"{STORY} Which antibiotic is given for pyelonephritis? Thank you for your help.")
    assert asked == ("Which antibiotic is given for pyelonephritis? (allergic, pregnant, 34-year-old, 58 kg)")


def test_the_illness_of_the_case_is_kept_where_the_question_names_none() -> None:
    asked = condensed(f"{STORY} How is this treated?")
    assert asked.startswith("How is this treated? (")
    assert "pyelonephritis" in asked
    assert "malaria" not in asked
    assert "diarrhoea" not in asked


def test_the_medicine_of_the_case_is_kept_where_the_question_asks_how_it_is_given() -> None:
    assert "ceftriaxone" in condensed(f"{STORY} What dose should she get?")
    assert "ceftriaxone" not in condensed(f"{STORY} Which drug should she get?")


def test_a_case_without_a_question_mark_asks_with_its_question_words_or_its_end() -> None:
    assert condensed(f"{STORY} What dose of gentamicin is given").startswith(
        "What dose of gentamicin is given"
    )
    assert condensed(f"{STORY} Please advise on gentamicin").startswith("Please advise on gentamicin")


@pytest.mark.parametrize("n", [300, 400, 500])
def test_a_long_case_becomes_a_short_question(n: int) -> None:
    words = (STORY.split() * 5)[:n]
    asked = condensed(" ".join(words) + ". How is pyelonephritis treated?")
    assert asked.startswith("How is pyelonephritis treated?")
    assert len(asked.split()) < LONG_WORDS


@given(st.text("ab .?;!,1", max_size=900).filter(lambda text: any(map(str.isalnum, text))))
def test_something_is_always_asked_and_it_is_not_long(question: str) -> None:
    question = " ".join(question.split())
    asked = condensed(question)
    assert asked
    assert asked == question or len(asked.split()) <= 2 * LONG_WORDS
