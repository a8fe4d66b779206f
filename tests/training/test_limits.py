from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from entailment.labels import Meaning
from entailment.limits import (
    CONFLICTING,
    LIMITS,
    WITH_THE_LIMIT,
    Limit,
    changed_limit,
    limit_pair,
    said_limit,
)

SEEDS = st.integers(0, 10_000).map(random.Random)
FEVER = next(limit for limit in LIMITS.limits if limit.measure == "temperature")
HOT = Limit(FEVER, "refer", 38.5, "above")


@given(SEEDS)
def test_change_of_a_limit_is_of_one_part_and_labelled_so(rng: random.Random) -> None:
    other, label = changed_limit(HOT, rng)
    if label is Meaning.ENTAIL:
        assert other == HOT
    elif label is Meaning.NEUTRAL:
        assert other.act != HOT.act
        assert replace(other, act=HOT.act) == HOT
    else:
        assert other.act == HOT.act
        assert (other.value == HOT.value) != (other.side == HOT.side)


@given(SEEDS)
def test_limit_is_said_with_all_its_parts(rng: random.Random) -> None:
    said = said_limit(HOT, rng)
    assert "38.5 °C" in said
    assert "temperature" in said
    assert "refer" in said.lower()


@given(SEEDS)
def test_pair_of_the_same_limit_names_one_value(rng: random.Random) -> None:
    one, other, label = limit_pair(rng)
    numbers = [
        {word for word in text.replace(":", " ").split() if word[0].isdigit()} for text in (one, other)
    ]
    if label is Meaning.ENTAIL:
        assert numbers[0] == numbers[1]


def test_every_measure_can_be_changed() -> None:
    assert all(len(set(limit.values)) > 1 for limit in LIMITS.limits)
    assert all(limit.side in WITH_THE_LIMIT for limit in LIMITS.limits)
    assert all(side != other for side, other in CONFLICTING.items())
