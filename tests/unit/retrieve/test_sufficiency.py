from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from edgerag.retrieve.sufficiency import HOPELESS, SUFFICIENT, Signs, relevance

logits, shares = st.floats(-12, 8), st.floats(0, 1)


def test_a_plain_answer_is_sufficient() -> None:
    assert relevance(Signs(logit=5.0, coverage=0.9)) > SUFFICIENT


def test_a_handbook_that_was_not_read_is_hopeless() -> None:
    assert relevance(Signs(logit=float("-inf"), coverage=1.0)) < HOPELESS


@given(logits, logits, shares)
def test_a_better_logit_never_lowers_relevance(a: float, b: float, share: float) -> None:
    low, high = sorted((a, b))
    assert 0 <= relevance(Signs(low, share)) <= relevance(Signs(high, share)) <= 1


@given(logits, shares, shares)
def test_more_coverage_never_lowers_relevance(logit: float, a: float, b: float) -> None:
    low, high = sorted((a, b))
    assert relevance(Signs(logit, low)) <= relevance(Signs(logit, high))
