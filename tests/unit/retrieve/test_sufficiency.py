from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.retrieve.sufficiency import HOPELESS, SUFFICIENT, Signs, relevance

NEVER = float("-inf")
logits, shares = st.floats(-11.5, 6.0), st.floats(0, 1)


def chance(logit: float, coverage: float, standing: float, best_logit: float) -> float:
    """Give the relevance for a question that asks for no value."""
    return relevance(Signs(logit, coverage, standing, best_logit, asks_value=False))


def test_a_plain_answer_is_sufficient() -> None:
    assert chance(logit=5.0, coverage=0.9, standing=1.0, best_logit=5.0) > SUFFICIENT


def test_a_handbook_that_was_not_read_is_hopeless() -> None:
    assert chance(logit=NEVER, coverage=0.0, standing=0.3, best_logit=6.0) < HOPELESS


def test_being_the_best_of_the_silent_is_not_enough() -> None:
    assert chance(logit=-8.0, coverage=0.2, standing=1.0, best_logit=-8.0) < SUFFICIENT


def test_a_handbook_in_which_nothing_was_found_is_hopeless() -> None:
    assert chance(logit=NEVER, coverage=0.0, standing=0.0, best_logit=NEVER) < HOPELESS


def test_standing_behind_a_plain_answer_counts_and_behind_a_poor_one_does_not() -> None:
    def behind(best_logit: float, standing: float) -> float:
        return chance(logit=-2.0, coverage=0.6, standing=standing, best_logit=best_logit)

    assert behind(6.0, 0.5) < behind(3.0, 0.5) < behind(-1.0, 0.5)
    assert behind(-1.0, 0.5) == pytest.approx(behind(-2.0, 1.0), abs=0.001)
    assert behind(6.0, 0.5) < behind(6.0, 0.9)


def test_another_table_of_doses_is_no_answer_but_one_with_all_the_words_is() -> None:
    def table(coverage: float) -> float:
        return relevance(Signs(-2.0, coverage, 0.7, 5.0, asks_value=True))

    assert table(0.3) < SUFFICIENT < table(0.9)


@given(logits, shares, shares, st.floats(0, 18), st.floats(0, 12), shares, shares, st.booleans())
def test_no_sign_speaks_against_a_handbook_when_it_grows(
    logit: float,
    share: float,
    standing: float,
    behind: float,
    more: float,
    larger: float,
    higher: float,
    asks_value: bool,
) -> None:
    best = min(logit + behind, 6.0)
    weaker = relevance(Signs(logit, share, standing, best, asks_value))
    closer = min(logit + more, best)
    assert weaker <= relevance(Signs(closer, share, standing, best, asks_value)) + 1e-12
    assert weaker <= relevance(Signs(logit, max(share, larger), standing, best, asks_value)) + 1e-12
    assert weaker <= relevance(Signs(logit, share, max(standing, higher), best, asks_value)) + 1e-12


def test_a_handbook_with_little_of_what_is_asked_is_silent_unless_the_cross_encoder_sees_an_answer() -> None:
    assert chance(logit=-3.0, coverage=0.23, standing=1.0, best_logit=-3.0) < SUFFICIENT
    assert chance(logit=5.9, coverage=0.3, standing=1.0, best_logit=5.9) > SUFFICIENT
