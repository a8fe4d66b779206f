from __future__ import annotations

import hashlib

from hypothesis import given
from hypothesis import strategies as st

from edgerag.domain.reports import Label
from edgerag.evaluate.datasets.pairs import LabelledPair
from edgerag.evaluate.halves import Half, half_of, those_of


@given(st.text())
def test_a_hash_of_the_question_decides(question: str) -> None:
    is_held = int(hashlib.sha256(question.encode()).hexdigest(), 16) % 10 < 3
    assert half_of(question) is (Half.HELD if is_held else Half.WORK)


@given(st.lists(st.text()))
def test_the_halves_share_nothing_and_leave_nothing_out(questions: list[str]) -> None:
    pairs = [LabelledPair(question, "a", "b", Label.CONSISTENT) for question in questions]
    work, held = those_of(Half.WORK, pairs), those_of(Half.HELD, pairs)
    assert sorted(pair.question for pair in (*work, *held)) == sorted(questions)
    assert not {pair.question for pair in work} & {pair.question for pair in held}
    assert those_of(Half.ALL, pairs) == tuple(pairs)


def test_three_tenths_are_held_out() -> None:
    held = sum(half_of(f"question {number}") is Half.HELD for number in range(1000))
    assert 250 < held < 350
