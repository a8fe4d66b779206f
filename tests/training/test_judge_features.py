from __future__ import annotations

import gzip
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from disagreements import Disagreement
from edgerag.compare.similarity import Verdicts
from judge_features import LEFT_OUT, NAMES, Model, sample, with_features

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


@pytest.mark.parametrize("model", ["similarity", "entailment"])
def test_every_feature_that_a_model_is_fitted_on_is_measured(model: Model) -> None:
    (measured,) = with_features([ROW], model, Reader())
    assert set(NAMES[model]) <= set(measured.features)


def test_sample_is_always_the_same_and_leaves_trivia_out(tmp_path: Path) -> None:
    rows = [msgspec.structs.replace(ROW, id=str(n)) for n in range(20)]
    trivia = [msgspec.structs.replace(ROW, source=source) for source in LEFT_OUT["entailment"]]
    path = tmp_path / "dev.jsonl.gz"
    path.write_bytes(gzip.compress(msgspec.json.Encoder().encode_lines([*trivia, *rows])))
    assert sample(path, "entailment", 5) == sample(path, "entailment", 20)[:5]
    assert {row.id for row in sample(path, "entailment", 99)} == {row.id for row in rows}
