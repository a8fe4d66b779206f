from __future__ import annotations

import random
from dataclasses import asdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailment.labels import Meaning
from entailment.records import (
    PARTS_SAID,
    UNSAID,
    Dosing,
    Part,
    Sayer,
    banned,
    differing,
    random_record,
    record_pair,
    record_pairs,
)
from entailment.words import CLASS_OF, WORDS

SEEDS = st.integers(0, 10_000).map(random.Random)
ZINC = Dosing("zinc", 20, per_kg=False, route=0, frequency=0, days=14, people="neonates", topic="diarrhoea")
MAY_CHANGE = {"dose": {"mg"}, "people": {"people", "mg"}}


@pytest.mark.parametrize("part", ["dose", "drug", "route", "frequency", "days", "people"])
@given(SEEDS)
def test_records_differ_in_the_part_alone_and_both_say_it(part: Part, rng: random.Random) -> None:
    one, other = differing(random_record(rng), part, rng)
    changed = {name for name, value in asdict(one).items() if asdict(other)[name] != value}
    assert changed <= MAY_CHANGE.get(part, {part})
    assert ("mg" if part == "dose" else part) in changed
    assert not {UNSAID, 0, ""} & {
        getattr(record, name) for record in (one, other) for name in changed - {"route", "frequency"}
    }


@given(SEEDS)
def test_other_drug_is_of_the_same_class(rng: random.Random) -> None:
    one, other = differing(ZINC, "drug", rng)
    assert other.drug in CLASS_OF[one.drug]


@given(SEEDS)
def test_statement_says_drug_dose_route_and_frequency(rng: random.Random) -> None:
    said = Sayer(rng)(ZINC)
    assert "zinc" in said.lower()
    assert "20 mg" in said or "20mg" in said
    assert any(route in said for route in WORDS.routes[0])
    assert any(frequency in said for frequency in WORDS.frequencies[0])


@given(SEEDS)
def test_statement_has_no_gaps_for_what_is_unsaid(rng: random.Random) -> None:
    said = Sayer(rng)(
        Dosing("zinc", 20, per_kg=False, route=UNSAID, frequency=UNSAID, days=0, people="", topic="")
    )
    assert "  " not in said
    assert " ." not in said
    assert ",," not in said


@given(SEEDS)
def test_dose_may_be_written_in_another_unit_but_is_the_same(rng: random.Random) -> None:
    said = Sayer(rng)(Dosing("zinc", 1500, per_kg=True, route=0, frequency=0, days=0, people="", topic=""))
    assert any(dose in said for dose in ("1500 mg/kg", "1500mg/kg", "1.5 g/kg", "1.5g/kg"))


def test_ban_names_whom_or_what_it_is_for() -> None:
    rng = random.Random(0)
    assert banned(ZINC, rng).endswith("zinc in neonates.")
    plain = Dosing("zinc", 20, per_kg=False, route=0, frequency=0, days=0, people="", topic="pain")
    assert banned(plain, rng).endswith("zinc for pain.")


@given(SEEDS)
def test_ban_contradicts(rng: random.Random) -> None:
    one, other, label = record_pair(ZINC, rng)
    if any(text.startswith(("Do not", "Avoid", "Never")) for text in (one, other)):
        assert label is Meaning.CONTRADICT


def test_pairs_are_as_many_as_asked_for_and_the_same_for_a_seed() -> None:
    pairs = list(record_pairs(200, seed=3))
    assert len(pairs) == 200
    assert pairs == list(record_pairs(200, seed=3))
    assert pairs != list(record_pairs(200, seed=4))
    assert {label for _, _, label in pairs} == {Meaning.ENTAIL, Meaning.NEUTRAL, Meaning.CONTRADICT}


def test_people_and_topics_are_told_apart() -> None:
    assert not set(PARTS_SAID.people) & set(PARTS_SAID.topics)
