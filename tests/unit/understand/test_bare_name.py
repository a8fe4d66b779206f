from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.language.words import content_concepts
from edgerag.understand.bare_name import bare_name

FRAMES = (
    "What is {}?",
    "What are the symptoms of {}?",
    "How is {} treated?",
    "Is {} inherited?",
    "How many people are affected by {}?",
)
NAMES = (
    "Cushing disease",
    "West syndrome",
    "squamous cell carcinoma of the head and neck",
    "Split-hand malformation",
)


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_found_in_whatever_frame_it_is_asked_about(frame: str, name: str) -> None:
    assert tuple(content_concepts(name)) in bare_name(frame.format(name))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "told",
    [
        "What is given for {} in a child?",
        "What is given for severe {}?",
        "A man of 40 has {} and vomits: what dose of ondansetron?",
        "{}, what drug before transfer to hospital",
        "{} - management",
        "treatment of {}",
        "What is the dose of aspirin for {}?",
    ],
)
def test_who_tells_a_case_or_writes_in_haste_asks_about_no_bare_name(told: str, name: str) -> None:
    assert bare_name(told.format(name)) == ()


@pytest.mark.parametrize("question", ["How is trachoma treated?", "What is done?", ""])
def test_one_word_has_no_neighbours(question: str) -> None:
    assert bare_name(question) == ()


def test_a_name_that_the_lexicon_knows_may_be_said_by_any_other() -> None:
    ways = bare_name("What causes a heart attack?")
    assert {tuple(content_concepts(name)) for name in ("heart attack", "myocardial infarction")} <= set(ways)


def test_a_number_in_a_name_may_stand_anywhere() -> None:
    (way,) = bare_name("Is type 1 plasminogen deficiency inherited?")
    assert (way,) == bare_name("Is plasminogen deficiency, type 1, inherited?")


@given(st.text(max_size=200))
def test_any_text_is_read(text: str) -> None:
    assert all(bare_name(text))
