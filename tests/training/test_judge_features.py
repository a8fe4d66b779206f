from __future__ import annotations

import gzip
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from disagreements import Disagreement
from edgerag.compare.similarity import Answering, Verdicts
from edgerag.domain.reports import Label
from edgerag.evaluate.causes import Detail, PairDetail
from edgerag.evaluate.datasets.questions import GoldAnswer, GoldPair, HandbookQuestion
from judge_features import (
    HARD,
    LEFT_OUT,
    Model,
    answered_pairs,
    gold_pairs,
    names_of,
    sample,
    with_features,
)

ROW = Disagreement(
    "1", "Does zinc help?", "Zinc helps.", "Zinc does not help.", "CONTRADICTORY", "SciFact", "g"
)


class Reader:
    """A similarity to which all texts are alike."""

    def cosine(self, text_a: str, text_b: str) -> float:
        return 1.0

    def relevance(self, question: str, text: str) -> float:
        return 5.0

    def entailment(self, pairs: Sequence[tuple[str, str]]) -> list[Verdicts] | None:
        return [Verdicts(0.8, 0.1, 0.1) for _ in pairs]

    def answering(self, question: str, a: str, b: str) -> Answering | None:
        return None


@pytest.mark.parametrize("model", ["similarity", "entailment"])
def test_every_feature_that_a_model_is_fitted_on_is_measured(model: Model) -> None:
    (measured,) = with_features([(ROW, 0.5)], model, Reader())
    assert set(names_of(model)) == set(measured.features)
    assert measured.weight == 0.5


def test_sample_is_always_the_same_of_each_set_and_leaves_trivia_out(tmp_path: Path) -> None:
    rows = [msgspec.structs.replace(ROW, id=str(n)) for n in range(20)]
    others = [msgspec.structs.replace(ROW, id=str(n), source="NLI4CT") for n in range(20)]
    trivia = [msgspec.structs.replace(ROW, source=source) for source in LEFT_OUT]
    path = tmp_path / "dev.jsonl.gz"
    path.write_bytes(gzip.compress(msgspec.json.Encoder().encode_lines([*trivia, *rows, *others])))
    few, all_ = sample(path, 5), sample(path, 99)
    assert len(few) == 10
    assert set(few) < set(all_) == {*rows, *others}


QUESTION = HandbookQuestion(
    "What dose?",
    answers=[
        GoldAnswer("a", page=1, quote="Give 1 mg.", position="1 mg"),
        GoldAnswer("a", page=2, quote="Repeat once.", position="once more"),
        GoldAnswer("b", page=1, quote="Give 2 mg.", position="2 mg"),
        GoldAnswer("c", page=1, quote="Give 1 mg."),
    ],
    pairs=[
        GoldPair("a", "b", Label.DIVERGENT),
        GoldPair("a", "c", Label.CONSISTENT, hard=True),
        GoldPair("a", "d", Label.ABSENT),
    ],
)


def test_gold_pairs_come_as_quoted_and_as_read_and_hard_ones_weigh_less() -> None:
    rows = [(row.source, row.a, row.b, row.label, weight) for row, weight in gold_pairs(QUESTION)]
    assert rows == [
        ("quotes", "Give 1 mg.\nRepeat once.", "Give 2 mg.", "DIVERGENT", 1.0),
        ("quotes", "Give 1 mg.\nRepeat once.", "Give 1 mg.", "CONSISTENT", HARD),
        ("positions", "1 mg\nonce more", "2 mg", "DIVERGENT", 1.0),
    ]


def test_answered_pairs_are_those_of_which_both_handbooks_answered() -> None:
    pairs = [
        PairDetail(a, b, Label.DIVERGENT, Label.NOT_CHECKED, hard=False, cause=None)
        for a, b in (("a", "b"), ("a", "silent"))
    ]
    detail = Detail("1", "What dose?", "dose", "work", [], [], pairs, {"a": "1 mg", "b": "2 mg"})
    (only,) = answered_pairs(detail)
    assert (only[0].a, only[0].b, only[0].group) == ("1 mg", "2 mg", "What dose?")
