"""Short pairs: what is learnt from, what is kept for the weighing, and what is never touched."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest

from edgerag.domain.reports import Label
from edgerag.evaluate.causes import Detail, PairDetail
from edgerag.evaluate.datasets.questions import GoldAnswer, GoldPair, HandbookQuestion
from edgerag.evaluate.halves import Half, half_of
from relation.judged import RELATIONS
from relation.short_pairs import (
    KEPT_KNOWN,
    KEPT_WRITTEN,
    ShortPair,
    is_kept,
    known_pairs,
    learnt,
    shown_short,
    written_pairs,
)
from relation.unlearnt import OF_HANDBOOKS, unlearnt

PAIR = ShortPair("What dose?", "Give 1 mg.", "Give 2 mg.", "DIVERGENT")


def write(path: Path, rows: list[object]) -> Path:
    path.write_bytes(msgspec.json.Encoder().encode_lines(rows))
    return path


def questions(n: int) -> list[HandbookQuestion]:
    answers = [
        GoldAnswer("a", page=1, quote="Give 1 mg.", position="1 mg"),
        GoldAnswer("b", page=1, quote="Give 2 mg.", position="2 mg"),
        GoldAnswer("c", page=1, quote="Give 1 mg.", position="1 mg"),
    ]
    pairs = [GoldPair("a", "b", Label.DIVERGENT), GoldPair("a", "c", Label.CONSISTENT, hard=True)]
    return [HandbookQuestion(f"What dose {k}?", answers=answers, pairs=pairs) for k in range(n)]


def test_what_is_measured_by_is_never_read(tmp_path: Path) -> None:
    write(tmp_path / "more.jsonl", [PAIR])
    write(tmp_path / "held.jsonl", [msgspec.structs.replace(PAIR, label="CONSISTENT")])
    assert written_pairs(tmp_path) == [PAIR]


def test_every_label_of_the_shipped_pairs_is_a_relation() -> None:
    pairs = written_pairs()
    assert {pair.relation for pair in pairs} == set(RELATIONS)
    assert len(pairs) > 4000


def test_known_pairs_are_of_the_work_half_and_certain(tmp_path: Path) -> None:
    asked = questions(40)
    pairs = list(known_pairs(write(tmp_path / "q.jsonl", [*asked])))
    assert {pair.question for pair in pairs} == {
        one.question for one in asked if half_of(one.question) is Half.WORK
    }
    assert {(pair.a, pair.b, pair.relation) for pair in pairs} == {
        ("Give 1 mg.", "Give 2 mg.", "differs"),
        ("1 mg", "2 mg", "differs"),
    }


@pytest.mark.parametrize("share", [KEPT_WRITTEN, KEPT_KNOWN])
def test_so_many_percent_of_the_questions_are_kept_with_all_their_pairs(share: tuple[str, int]) -> None:
    pairs = [msgspec.structs.replace(PAIR, question=f"q{k // 2}") for k in range(4000)]
    left = learnt(pairs, share)
    assert len(left) / len(pairs) == pytest.approx(1 - share[1] / 100, abs=0.03)
    assert not any(is_kept(pair.question, share) for pair in left)
    assert len(left) == 2 * len({pair.question for pair in left})


def test_either_text_comes_first() -> None:
    rng = random.Random(1)
    shown = [shown_short(PAIR, rng) for _ in range(400)]
    assert {relation for _, relation in shown} == {RELATIONS.index("differs")}
    assert {text for text, _ in shown} == {
        ("What dose? [SEP] Give 1 mg.", "Give 2 mg."),
        ("What dose? [SEP] Give 2 mg.", "Give 1 mg."),
    }


def test_the_weighing_is_fitted_on_what_was_not_learnt_from(tmp_path: Path) -> None:
    written = [msgspec.structs.replace(PAIR, question=f"q{k}") for k in range(200)]
    write(tmp_path / "more.jsonl", [*written, msgspec.structs.replace(PAIR, label="APART")])
    asked = questions(80)
    files = [write(tmp_path / name, [*asked]) for name in ("learnt.json", "other.json")]
    said = {"a": "Give 1 mg.", "b": "Give 2 mg."}
    pairs = [PairDetail("a", "b", Label.DIVERGENT, Label.NOT_CHECKED, False, None)]
    details = [Detail("", one.question, "", "", [], [], pairs, said) for one in asked]
    file = write(tmp_path / "details.json", [*details])
    rows = list(unlearnt(files[:1], files[1:], [file], tmp_path))
    of = {
        source: {row.question for row, _ in rows if row.source == source} for source in ("written", "answers")
    }
    work = {one.question for one in asked if half_of(one.question) is Half.WORK}
    kept = {question for question in work if is_kept(question, KEPT_KNOWN)}
    assert of["written"] == {pair.question for pair in written if is_kept(pair.question, KEPT_WRITTEN)}
    assert of["answers"] == kept
    assert {row.question for row, _ in rows if row.source == "quotes"} == work
    assert sum(row.source == "quotes" for row, _ in rows) == len(work) + len(kept)
    assert {weight for row, weight in rows if row.source != "written"} == {OF_HANDBOOKS}
