from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.retrieve.sufficiency import HOPELESS, SUFFICIENT, Signs, relevance

NEVER = float("-inf")
logits, shares = st.floats(-11.5, 6.0), st.floats(0, 1)
signs = st.builds(Signs, logits, shares, shares, st.floats(-1, 1), shares)


def test_a_plain_answer_is_sufficient() -> None:
    assert relevance(Signs(5.0, coverage=0.9, named=1.0, cosine=0.85, standing=1.0)) > SUFFICIENT


def test_a_handbook_that_was_not_read_is_hopeless() -> None:
    assert relevance(Signs(NEVER, coverage=0.0, named=0.0, cosine=0.0, standing=0.3)) < HOPELESS


def test_being_the_best_of_the_silent_is_not_enough() -> None:
    assert relevance(Signs(-8.0, coverage=0.2, named=0.0, cosine=0.6, standing=1.0)) < SUFFICIENT


def test_an_answer_that_names_the_condition_otherwise_may_still_be_heard() -> None:
    unnamed = Signs(6.0, coverage=0.9, named=0.0, cosine=0.9, standing=1.0)
    assert relevance(unnamed) > HOPELESS
    assert relevance(unnamed) < relevance(Signs(6.0, coverage=0.9, named=1.0, cosine=0.9, standing=1.0))


@pytest.mark.parametrize("name", ["logit", "coverage", "named", "cosine", "standing"])
@given(signs, st.floats(0, 5))
def test_no_sign_speaks_against_a_handbook_when_it_grows(name: str, weaker: Signs, more: float) -> None:
    most = 6.0 if name == "logit" else 1.0
    grown = {one: getattr(weaker, one) for one in weaker.__slots__}
    grown[name] = min(grown[name] + more, most)
    assert relevance(weaker) <= relevance(Signs(**grown)) + 1e-12
