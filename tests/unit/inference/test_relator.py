from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from edgerag.errors import ModelError
from edgerag.inference.installed import InstalledModels
from edgerag.inference.onnx import OnnxModel
from edgerag.inference.opening import open_relation
from edgerag.inference.relator import OnnxRelator
from edgerag.inference.roles import Relator
from edgerag.paths import bundled

SAME, MORE, DIFFERS, OPPOSITE, APART = range(5)
QUESTION = "How much adrenaline is given to an adult with anaphylaxis?"
HALF = "Give adrenaline 0.5 mL (1:1000) intramuscularly."
PAIRS = (
    (HALF, "IM adrenaline 1:1000, 0.5 mL at once."),
    (HALF, "Give 1 mL of adrenaline 1:1000 into the thigh muscle."),
    (HALF, "Sterilise the instruments for 20 minutes."),
    ("", ""),
    ("word " * 900, "dose " * 900),
)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Relator:
    """The shipped model, for which nothing needs to be installed."""
    model = open_relation(InstalledModels(tmp_path_factory.mktemp("nothing")), threads=1)
    assert model is not None
    return model


def test_each_pair_gets_five_numbers(model: Relator) -> None:
    scores = model.score(QUESTION, PAIRS)
    assert scores.dtype == np.float32
    assert scores.shape == (len(PAIRS), 5)
    assert np.isfinite(scores).all()
    assert model.score(QUESTION, []).shape == (0, 5)


def test_the_same_dose_another_dose_and_another_subject_are_told_apart(model: Relator) -> None:
    same, other_dose, other_subject = model.score(QUESTION, PAIRS[:3])
    assert same[SAME] > same[DIFFERS]
    assert other_dose[DIFFERS] > other_dose[SAME]
    assert other_subject.argmax() == APART


def test_score_of_a_pair_depends_neither_on_the_others_nor_on_threads(model: Relator, tmp_path: Path) -> None:
    both_cores = open_relation(InstalledModels(tmp_path), threads=2)
    assert both_cores is not None
    together = both_cores.score(QUESTION, PAIRS)
    alone = [model.score(QUESTION, [pair])[0] for pair in PAIRS]
    np.testing.assert_array_equal(together, np.array(alone))


def test_a_text_cannot_part_itself_in_two(model: Relator) -> None:
    np.testing.assert_array_equal(
        model.score(QUESTION, [(f"{HALF} [SEP] {HALF}", HALF)]),
        model.score(QUESTION, [(f"{HALF} {HALF}", HALF)]),
    )


def test_a_model_of_another_role_is_refused() -> None:
    folder = bundled("models", "edgerag-nli")
    weights, tokenizer = (folder.joinpath(name).read_bytes() for name in ("model.onnx", "tokenizer.json"))
    entailment = OnnxModel("edgerag-nli", weights, tokenizer, max_tokens=256, threads=1)
    with pytest.raises(ModelError, match="no relation model"):
        OnnxRelator(entailment).score(QUESTION, PAIRS[:1])


def test_where_the_program_is_without_it_there_is_none(tmp_path: Path) -> None:
    assert open_relation(InstalledModels(tmp_path, shipped=tmp_path / "none")) is None
