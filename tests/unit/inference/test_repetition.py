from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from edgerag.inference.repetition import LONGEST_PERIOD, LOOP_ROUNDS, LOOP_TOKENS, has_loop


def test_one_token_over_and_over_is_a_loop_at_48() -> None:
    assert not has_loop([7] * 47)
    assert has_loop([7] * 48)


def test_sentence_of_20_tokens_said_three_times_is_a_loop() -> None:
    sentence = list(range(20))
    assert not has_loop(sentence * 2)
    assert has_loop([99, *sentence * 3])


def test_list_with_one_frame_and_other_words_is_no_loop() -> None:
    assert not has_loop([token for n in range(40) for token in (1, 2, 1000 + n)])


@given(st.lists(st.integers(0, 50_000), unique=True, max_size=300))
def test_reply_without_a_token_twice_is_never_a_loop(tokens: list[int]) -> None:
    assert not has_loop(tokens)


@given(
    st.lists(st.integers(0, 5), max_size=40),
    st.lists(st.integers(0, 5), min_size=1, max_size=LONGEST_PERIOD),
)
def test_enough_rounds_are_a_loop_whatever_came_before(before: list[int], passage: list[int]) -> None:
    rounds = max(LOOP_ROUNDS, -(-LOOP_TOKENS // len(passage)))
    assert has_loop(before + passage * rounds)
