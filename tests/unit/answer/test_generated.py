from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.answer.generated import is_refusal, plain, without_thinking


def cut(text: str, places: list[int]) -> list[str]:
    ends = sorted({min(place, len(text)) for place in places} | {len(text)})
    return [text[start:end] for start, end in zip([0, *ends[:-1]], ends, strict=True)]


PLACES = st.lists(st.integers(0, 80), max_size=30)


@given(PLACES)
def test_thinking_is_stripped_however_the_stream_is_cut(places: list[int]) -> None:
    reply = "Give <think>is it 5 < 6? </thin> no</think>0.5 mL<think></think> IM <b."
    assert "".join(without_thinking(cut(reply, places))) == "Give 0.5 mL IM <b."


@given(st.text(alphabet="<>/think a", max_size=60), PLACES)
def test_the_cuts_do_not_change_what_is_left(reply: str, places: list[int]) -> None:
    assert "".join(without_thinking(cut(reply, places))) == "".join(without_thinking([reply]))


def test_an_unclosed_thought_is_left_out() -> None:
    assert "".join(without_thinking(["a <thi", "nk> b c"])) == "a "


@pytest.mark.parametrize(
    "reply",
    [
        "NOT ADDRESSED",
        "NOT ADDRESSED: This handbook does not contain information on this topic.",
        "**Not addressed.**",
        "Answer: NOT_ADDRESSED",
        "The handbook does not mention the dose.",
        "This excerpt doesn't provide information on malaria.",
        "  ",
    ],
)
def test_refusals_are_recognised(reply: str) -> None:
    assert is_refusal(reply)


@pytest.mark.parametrize("reply", ["Give 5 mg.", "Do not give it.", "The wound is not closed."])
def test_answers_are_not_refusals(reply: str) -> None:
    assert not is_refusal(reply)


def test_marks_markup_and_preamble_are_taken_off() -> None:
    assert plain("Answer: Give **0.5 mL** IM [1]. Repeat [1, 2].") == "Give 0.5 mL IM. Repeat."
    assert plain(" According to the handbook, an adult gets 1 mL [1].") == "An adult gets 1 mL."
    assert plain("d4T is replaced by TDF [2].") == "d4T is replaced by TDF."


def test_a_word_that_is_no_preamble_stays() -> None:
    assert plain("Response") == "Response"
    assert plain("Answer: 5 mg") == "5 mg"
