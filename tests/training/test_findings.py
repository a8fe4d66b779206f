from __future__ import annotations

import random
import string
from itertools import chain

from hypothesis import given
from hypothesis import strategies as st

from entailment.findings import (
    EFFECTS,
    FINDINGS,
    Finding,
    changed_finding,
    finding_pairs,
    random_finding,
    told,
)
from entailment.labels import Meaning

SEEDS = st.integers(0, 10_000).map(random.Random)


@given(SEEDS)
def test_label_follows_from_what_both_findings_saw(rng: random.Random) -> None:
    one = random_finding(rng)
    other, label = changed_finding(one, rng)
    is_of_the_same = (one.intervention, one.outcome) == (other.intervention, other.outcome)
    if label is Meaning.ENTAIL:
        assert other == one
    elif label is Meaning.CONTRADICT:
        assert is_of_the_same
        assert other.saw != one.saw
    else:
        assert other.people == one.people


@given(SEEDS)
def test_finding_is_told_with_intervention_and_outcome(rng: random.Random) -> None:
    finding = Finding(("zinc", "oral zinc"), ("survival",), is_wanted=True, people="mice", saw="helps")
    sentence = told(finding, rng)
    assert "zinc" in sentence.lower()
    assert "survival" in sentence.lower()
    assert sentence[0].isupper()
    assert "{" not in sentence


@given(SEEDS)
def test_further_finding_is_of_another_outcome(rng: random.Random) -> None:
    one = random_finding(rng)
    assert random_finding(rng, besides=one).outcome != one.outcome


def test_every_sentence_names_intervention_and_outcome() -> None:
    known = {"i", "o", "c", "p", "p0", "n", "d"}
    tellings = (FINDINGS.of_wanted, FINDINGS.of_unwanted)
    forms = chain(FINDINGS.no_effect, *(telling.of(effect) for telling in tellings for effect in EFFECTS))
    for form in forms:
        names = {name for _, name, _, _ in string.Formatter().parse(form) if name}
        assert {"i", "o"} <= names <= known, form


def test_pairs_of_a_seed_are_always_the_same() -> None:
    assert list(finding_pairs(50, seed=1)) == list(finding_pairs(50, seed=1))
    assert len({label for _, _, label in finding_pairs(50, seed=1)}) == 3
