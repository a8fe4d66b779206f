from __future__ import annotations

import random
from dataclasses import asdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailment.handbooks import Kind, handbook_pairs, meaning_of, surrounded, thinned
from entailment.labels import Meaning
from entailment.records import Dosing

SEEDS = st.integers(0, 10_000).map(random.Random)
ZINC = Dosing("zinc", 20, per_kg=False, route=1, frequency=1, days=14, people="neonates", topic="diarrhoea")
PASSAGES = [["Wash the hands before every meal."], ["Water is boiled.", "It then cools down."]]


@pytest.mark.parametrize("kind", ["same", "dose", "drug", "route", "frequency", "days", "people", "other"])
@given(SEEDS)
def test_what_differs_is_never_left_unsaid(kind: Kind, rng: random.Random) -> None:
    left_out = {
        name for name, value in asdict(thinned(ZINC, kind, rng)).items() if asdict(ZINC)[name] != value
    }
    assert left_out <= {"days", "route", "frequency", "topic"} - {kind}


@given(SEEDS)
def test_statement_stays_whole_among_other_sentences(rng: random.Random) -> None:
    assert "Give zinc." in surrounded("Give zinc.", ["Wash the hands."], rng)


def test_what_is_said_of_other_people_is_open() -> None:
    assert meaning_of("people") is Meaning.NEUTRAL
    assert meaning_of("same") is Meaning.ENTAIL
    assert meaning_of("dose") is Meaning.CONTRADICT


def test_pairs_are_as_many_as_asked_for_and_of_all_labels() -> None:
    pairs = list(handbook_pairs(PASSAGES, 100, seed=2))
    assert len(pairs) == 100
    assert {label for _, _, label in pairs} == {Meaning.ENTAIL, Meaning.NEUTRAL, Meaning.CONTRADICT}
    assert pairs == list(handbook_pairs(PASSAGES, 100, seed=2))
