from __future__ import annotations

import numpy as np
import pytest

from edgerag.errors import ModelError
from edgerag.inference.installed import InstalledModels
from edgerag.inference.onnx import OnnxModel
from edgerag.inference.opening import open_reranker
from edgerag.inference.reranker import OnnxReranker
from edgerag.inference.roles import Reranker

QUESTION = "What dose of adrenaline should an adult with anaphylaxis receive?"
PASSAGES = (
    "In anaphylaxis give an adult 0.5 mg of adrenaline into the thigh.",
    "Adrenaline is kept in the refrigerator.",
    "Wash your hands before each patient.",
    "",
    "word " * 900,
)


@pytest.fixture(scope="module")
def reranker(installed: InstalledModels) -> Reranker:
    return open_reranker(installed, threads=1)


def test_passage_that_answers_is_far_above_the_rest(reranker: Reranker) -> None:
    scores = reranker.score(QUESTION, PASSAGES)
    assert scores.dtype == np.float32
    assert scores[0] > 3
    assert scores[0] > scores[1] > scores[2]


def test_score_of_a_passage_does_not_depend_on_the_others(reranker: Reranker) -> None:
    together = reranker.score(QUESTION, PASSAGES)
    alone = [reranker.score(QUESTION, [passage])[0] for passage in PASSAGES]
    np.testing.assert_array_equal(together, np.array(alone))


def test_threads_change_nothing(reranker: Reranker, installed: InstalledModels) -> None:
    two = open_reranker(installed, threads=2)
    np.testing.assert_array_equal(two.score(QUESTION, PASSAGES), reranker.score(QUESTION, PASSAGES))


def test_no_passages_give_no_scores(reranker: Reranker) -> None:
    assert reranker.score(QUESTION, []).shape == (0,)


def test_question_longer_than_the_context_is_scored(reranker: Reranker) -> None:
    assert np.isfinite(reranker.score("why " * 2000, PASSAGES)).all()


def test_embedder_in_the_rerankers_place_is_refused(installed: InstalledModels) -> None:
    entry = installed.entry("bge-small-en-v1.5")
    model = OnnxModel(
        entry.name,
        installed.read(entry, "model.onnx"),
        installed.read(entry, "tokenizer.json"),
        max_tokens=512,
        threads=1,
    )
    with pytest.raises(ModelError, match="no reranker"):
        OnnxReranker(model).score(QUESTION, ["x"])
