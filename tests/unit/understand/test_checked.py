from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.errors import QuestionError
from edgerag.understand.checked import LONGEST_QUESTION, checked


@given(st.text(max_size=200))
def test_a_question_is_one_line_that_stays_as_it_is(text: str) -> None:
    try:
        asked = checked(text)
    except QuestionError:
        return
    assert asked.isprintable() or not any(character in asked for character in "\n\r\t\x00")
    assert checked(asked) == asked


@pytest.mark.parametrize("text", ["", " \n", "?!", "x" * (LONGEST_QUESTION + 1)])
def test_what_is_no_question_is_refused(text: str) -> None:
    with pytest.raises(QuestionError):
        checked(text)
