from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.domain.corrections import AS_READ, Correction
from edgerag.language.values import Kind
from edgerag.understand.correct import corrected
from edgerag.understand.saying import parts_of, understood_line
from edgerag.understand.understand import understand

QUESTION = "What dose of paracetamol for an adult with fever?"
QUESTIONS = st.sampled_from(
    [
        QUESTION,
        "How long is a pregnant woman with malaria treated with artesunate?",
        "paracetamol for a child of 14 kg",
        "Is adrenaline given IM to a 3-year-old with anaphylaxis?",
        "what to do",
    ]
)


def line(question: str, correction: Correction) -> str:
    return understood_line(parts_of(corrected(question, correction)))


def test_what_is_not_meant_is_searched_and_not_understood() -> None:
    asked = corrected(QUESTION, Correction(parts=(("adult", ""),)))
    assert asked.text == QUESTION
    assert asked.populations == frozenset()
    assert asked.drugs == {"paracetamol"}
    assert line(QUESTION, Correction(parts=(("adult", ""),))) == "fever · paracetamol · dose"


def test_what_is_meant_instead_is_searched_and_understood() -> None:
    child = Correction(parts=(("adult", "child"),))
    assert corrected(QUESTION, child).text == "What dose of paracetamol for an child with fever?"
    assert line(QUESTION, child) == "fever · paracetamol · child · dose"
    not_even = Correction(parts=(("adult", "child"), ("child", "")))
    assert line(QUESTION, not_even) == "fever · paracetamol · dose"


def test_another_kind_of_answer_is_wanted() -> None:
    asked = corrected(QUESTION, Correction(asked_for="how long"))
    assert asked.kinds == (Kind.DURATION,)
    assert asked.text == QUESTION
    assert line(QUESTION, Correction(asked_for="how long")) == "fever · paracetamol · adult · how long"


@pytest.mark.parametrize("words", ["nothing that is there", "", "dose"])
def test_a_correction_of_what_was_not_heard_changes_nothing(words: str) -> None:
    assert corrected(QUESTION, Correction(parts=((words, ""),))) == understand(QUESTION)


@given(question=QUESTIONS)
def test_no_correction_changes_nothing(question: str) -> None:
    assert corrected(question, AS_READ) == understand(question)


@given(question=QUESTIONS, data=st.data())
def test_parts_left_out_are_gone_and_the_others_stay(question: str, data: st.DataObject) -> None:
    named = [part.words for part in parts_of(understand(question)) if part.sort != "asked"]
    gone = data.draw(st.lists(st.sampled_from(named), unique=True)) if named else []
    asked = corrected(question, Correction(parts=tuple((words, "") for words in gone)))
    left = [part.words for part in parts_of(asked) if part.sort != "asked"]
    assert asked.text == question
    assert left == [words for words in named if words not in gone]
