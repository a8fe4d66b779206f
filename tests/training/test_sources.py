from __future__ import annotations

import gzip
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from entailment.labels import Meaning, Pair
from entailment.sources import (
    CLOSE_TO_THE_TASK,
    PUBLIC,
    TWINS_OF,
    Row,
    generate,
    is_held_out,
    one_round,
    pair_of,
    read_nli,
    twins,
    weighed_up,
)

EVIDENCE = "The trial found fewer deaths."


def claim(text: str, label: Meaning) -> Pair:
    return Pair(EVIDENCE, text, label, TWINS_OF[0])


@pytest.fixture
def sets(tmp_path: Path) -> Path:
    rows = [Row(f"Premise {n}.", "It is so.", "neutral", split_in_source="train") for n in range(100)]
    rows += [
        Row("word " * 91, "It is so.", "neutral"),
        Row("Last.", "No.", "neutral", split_in_source="test-1"),
    ]
    content = gzip.compress(msgspec.json.Encoder().encode_lines(rows))
    for source in PUBLIC:
        (tmp_path / f"{source}.jsonl.gz").write_bytes(content)
    return tmp_path


def test_held_out_premises_are_never_trained_on(sets: Path) -> None:
    train, held = read_nli(sets)
    for source, pairs in held.items():
        assert pairs
        assert not {pair.premise for pair in pairs} & {pair.premise for pair in train[source]}
    assert [pair.premise for pair in held["check_covid"]] == ["Last."]
    assert len(train["snli_dev_test"]) == 101


def test_long_pairs_are_left_out(sets: Path) -> None:
    train, _ = read_nli(sets)
    assert not any(pair.premise.startswith("word") for pairs in train.values() for pair in pairs)


def test_sources_that_are_only_trained_on_hold_nothing_out() -> None:
    assert not any(is_held_out("snli_dev_test", Row(str(n), "", "neutral")) for n in range(100))


def test_label_that_a_set_does_not_tell_is_not_guessed() -> None:
    assert pair_of("rte", Row("a", "b", "not_entailment", binary=True)).label is Meaning.NOT_ENTAIL
    assert pair_of("mnli", Row("a", "b", "contradiction")).label is Meaning.CONTRADICT


def test_round_takes_every_pair_as_often_as_it_fits() -> None:
    train = {"mpe": [Pair(str(n), "", Meaning.ENTAIL, "mpe") for n in range(4)]}
    counts = Counter(pair.premise for pair in one_round(train, {"mpe": 10}, seed=1))
    assert sorted(counts.values()) == [2, 2, 3, 3]


def test_claims_on_one_piece_of_evidence_become_twins() -> None:
    yes, too, no = (
        claim("The drug reduces deaths a lot", Meaning.ENTAIL),
        claim("The drug reduces deaths a bit", Meaning.ENTAIL),
        claim("The drug raises deaths a lot", Meaning.CONTRADICT),
    )
    train: dict[str, list[Pair]] = {source: [] for source in TWINS_OF}
    train[TWINS_OF[0]] = [yes, too, no, claim("Masks prevent all", Meaning.ENTAIL)]
    made = {frozenset((pair.premise, pair.hypothesis)): pair.label for pair in twins(train)}
    assert made[frozenset((yes.hypothesis, too.hypothesis))] is Meaning.ENTAIL
    assert made[frozenset((yes.hypothesis, no.hypothesis))] is Meaning.CONTRADICT
    assert not any("Masks prevent all" in pair for pair in made)


def test_two_refuted_claims_are_no_twins() -> None:
    train: dict[str, list[Pair]] = {source: [] for source in TWINS_OF}
    train[TWINS_OF[0]] = [claim("It is bad", Meaning.CONTRADICT), claim("It is bad now", Meaning.CONTRADICT)]
    assert twins(train) == []


def test_second_run_takes_more_of_what_the_judge_reads() -> None:
    weighed = weighed_up(PUBLIC)
    assert {source for source in PUBLIC if weighed[source] != PUBLIC[source]} == set(CLOSE_TO_THE_TASK)


def test_pairs_of_our_own_are_made_in_the_shares_asked_for() -> None:
    made = generate(
        [["Give zinc 20 mg daily."]], {"records": 40, "findings": 20, "guideline sentences": 10}, 1, 0.5
    )
    assert {source: len(pairs) for source, pairs in made.items()} == {
        "records": 20,
        "findings": 10,
        "guideline sentences": 5,
    }
    with pytest.raises(ValueError, match="nothing makes"):
        generate([], {"poems": 1}, 1)
