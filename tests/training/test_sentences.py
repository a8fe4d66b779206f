from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from entailment.labels import Meaning
from entailment.sentences import sentence_pair, sentence_pairs

GUIDE = [
    ["Give amoxicillin 500 mg orally for 5 days in adults.", "Children should be weighed at every visit."],
    ["Hypertension is common in elderly people."],
]
SEEDS = st.integers(0, 10_000).map(random.Random)


@given(SEEDS)
def test_pair_is_of_two_texts_with_a_label_of_the_network(rng: random.Random) -> None:
    pair = sentence_pair(GUIDE[0], 0, rng)
    if pair:
        premise, hypothesis, label = pair
        assert label is not Meaning.NOT_ENTAIL
        assert premise != hypothesis or label is Meaning.ENTAIL


@given(SEEDS)
def test_sentence_alone_that_cannot_be_edited_makes_no_pair(rng: random.Random) -> None:
    assert sentence_pair(["The sky has colours."], 0, rng) is None


def test_pairs_are_as_many_as_asked_for_and_of_all_labels() -> None:
    pairs = list(sentence_pairs(GUIDE, 200, seed=5))
    assert len(pairs) == 200
    assert {label for _, _, label in pairs} == {Meaning.ENTAIL, Meaning.NEUTRAL, Meaning.CONTRADICT}
    assert pairs == list(sentence_pairs(GUIDE, 200, seed=5))
