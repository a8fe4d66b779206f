from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from edgerag.retrieve.sufficiency import HOPELESS, SUFFICIENT, Signs, relevance

logits, shares = st.floats(-12, 8), st.floats(0, 1)


def test_a_plain_answer_is_sufficient() -> None:
    assert relevance(Signs(logit=5.0, coverage=0.9, standing=1.0)) > SUFFICIENT


def test_a_handbook_that_was_not_read_is_hopeless() -> None:
    assert relevance(Signs(logit=float("-inf"), coverage=0.4, standing=0.3)) < HOPELESS


def test_being_the_best_of_the_silent_is_not_enough() -> None:
    assert relevance(Signs(logit=-8.0, coverage=0.2, standing=1.0)) < SUFFICIENT


def test_a_handbook_in_which_nothing_was_found_is_irrelevant() -> None:
    assert relevance(Signs(logit=float("-inf"), coverage=0.0, standing=0.0)) == 0.0


@given(logits, shares, shares, st.floats(0, 12), shares, shares)
def test_no_sign_speaks_against_a_handbook_when_it_grows(
    logit: float, share: float, standing: float, more: float, larger: float, higher: float
) -> None:
    weaker = Signs(logit, share, standing)
    stronger = Signs(logit + more, max(share, larger), max(standing, higher))
    assert 0 <= relevance(weaker) <= relevance(stronger) <= 1


def test_a_handbook_with_little_of_what_is_asked_is_silent_unless_the_cross_encoder_sees_an_answer() -> None:
    assert relevance(Signs(logit=-3.0, coverage=0.23, standing=1.0)) < SUFFICIENT
    assert relevance(Signs(logit=5.9, coverage=0.3, standing=1.0)) > SUFFICIENT
