from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.domain.handbooks import Chunk
from edgerag.domain.ids import ChunkId, HandbookId, SectionId
from edgerag.retrieve.first_stage import Candidate
from edgerag.retrieve.rerank import Reranked
from edgerag.retrieve.sufficiency import (
    HOPELESS,
    INTERCEPT,
    NEAR,
    SIGNS,
    SUFFICIENT,
    Signs,
    contributions,
    relevance,
    signs_of,
)
from edgerag.understand.understand import understand

NEVER = float("-inf")
logits, shares = st.floats(-11.5, 6.0), st.floats(0, 1)
signs = st.builds(Signs, logits, shares, shares, st.floats(-1, 1), shares, st.integers(0, 30))


def test_a_plain_answer_is_sufficient() -> None:
    assert relevance(Signs(5.0, coverage=0.9, named=1.0, cosine=0.85, standing=1.0, n_terms=6)) > SUFFICIENT


def test_a_handbook_that_was_not_read_is_hopeless() -> None:
    assert relevance(Signs(NEVER, coverage=0.0, named=0.0, cosine=0.0, standing=0.3, n_terms=6)) < HOPELESS


def test_being_the_best_of_the_silent_is_not_enough() -> None:
    assert relevance(Signs(-8.0, coverage=0.2, named=0.0, cosine=0.6, standing=1.0, n_terms=6)) < SUFFICIENT


def test_an_answer_that_names_the_condition_otherwise_may_still_be_heard() -> None:
    unnamed = Signs(6.0, coverage=0.9, named=0.0, cosine=0.9, standing=1.0, n_terms=6)
    assert relevance(unnamed) > HOPELESS
    assert relevance(unnamed) < relevance(
        Signs(6.0, coverage=0.9, named=1.0, cosine=0.9, standing=1.0, n_terms=6)
    )


def named_in(question: str, *texts: str) -> bool:
    read = [
        Reranked(
            Candidate(HandbookId("h"), Chunk(ChunkId(n), SectionId(1), n, "", 0, len(text), text), 0.5, 0.7),
            5.0,
            0.9,
        )
        for n, text in enumerate(texts)
    ]
    return signs_of(understand(question), read, {}, 1.0).is_named


@pytest.mark.parametrize("name", ["Cushing disease", "West syndrome"])
@pytest.mark.parametrize("frame", ["What are the symptoms of {}?", "How is {} treated?", "What causes {}?"])
def test_a_handbook_that_has_the_words_of_a_name_apart_does_not_name_it(name: str, frame: str) -> None:
    one, other = name.split()
    apart = (f"{one}'s reflex is rare", f"Heart {other} is common")
    assert not named_in(frame.format(name), *apart)
    assert named_in(frame.format(name), *apart, f"Of {name} little is known")
    assert named_in(f"A man of 60 with {name}: which drug?", *apart)


@given(signs)
def test_who_never_says_the_name_may_address_it_at_best(some: Signs) -> None:
    assert relevance(replace(some, is_named=False)) == min(relevance(some), NEAR)


@given(signs, st.integers(0, 30))
def test_what_is_asked_in_fewer_words_is_missed_no_less_with_as_large_a_share_of_them(
    some: Signs, more: int
) -> None:
    assert relevance(some) <= relevance(replace(some, n_terms=some.n_terms + more)) + 1e-12


@pytest.mark.parametrize("name", ["logit", "coverage", "named", "cosine", "standing"])
@given(signs, st.floats(0, 5))
def test_no_sign_speaks_against_a_handbook_when_it_grows(name: str, weaker: Signs, more: float) -> None:
    most = 6.0 if name == "logit" else 1.0
    grown = {one: getattr(weaker, one) for one in weaker.__slots__}
    grown[name] = min(grown[name] + more, most)
    assert relevance(weaker) <= relevance(Signs(**grown)) + 1e-12


def test_what_each_sign_adds_makes_up_the_log_odds() -> None:
    signs = Signs(logit=2.0, coverage=0.5, named=1.0, cosine=0.8, standing=1.0, n_terms=4)
    added = contributions(signs)
    assert list(added) == list(SIGNS)
    # standing: ln 1 = 0; missing: half of the terms' weight, each of the four being needed.
    assert added["standing"] == 0
    assert added["missing"] == pytest.approx(-3.15 * 0.5)
    log_odds = math.log(relevance(signs) / (1 - relevance(signs)))
    assert log_odds == pytest.approx(INTERCEPT + sum(added.values()))


def test_what_was_not_read_has_no_signs() -> None:
    assert contributions(Signs(float("-inf"), 0, 0, 0, 0, 3)) == {}
