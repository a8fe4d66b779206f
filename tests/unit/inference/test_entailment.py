from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from edgerag.errors import ModelChecksumError, ModelError
from edgerag.inference.catalogue import Role
from edgerag.inference.entailment import OnnxEntailment
from edgerag.inference.installed import InstalledModels
from edgerag.inference.onnx import OnnxModel
from edgerag.inference.opening import open_entailment
from edgerag.inference.roles import Entailment
from edgerag.paths import bundled

ENTAIL, NEUTRAL, CONTRADICT = range(3)
NOTE = b"\x32\x04mine"
"""A `doc_string`, which makes another file of an ONNX model and changes nothing else."""
DAILY = "Give amoxicillin 500 mg orally three times daily for 5 days."
PAIRS = (
    (DAILY, "Give amoxicillin 500 mg by mouth three times a day for five days."),
    (DAILY, "Do not give amoxicillin."),
    (DAILY, "Wash your hands before each patient."),
    ("", ""),
    ("word " * 900, "dose " * 900),
)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Entailment:
    """The shipped model, for which nothing needs to be installed."""
    model = open_entailment(InstalledModels(tmp_path_factory.mktemp("nothing")), threads=1)
    assert model is not None
    return model


def test_each_pair_gets_three_probabilities(model: Entailment) -> None:
    scores = model.score(PAIRS)
    assert scores.dtype == np.float32
    assert scores.shape == (len(PAIRS), 3)
    np.testing.assert_allclose(scores.sum(axis=1), 1, atol=1e-3)


def test_plain_cases_get_their_label(model: Entailment) -> None:
    assert model.score(PAIRS[:3]).argmax(axis=1).tolist() == [ENTAIL, CONTRADICT, NEUTRAL]


def test_score_of_a_pair_depends_neither_on_the_others_nor_on_threads(
    model: Entailment, tmp_path: Path
) -> None:
    both_cores = open_entailment(InstalledModels(tmp_path), threads=2)
    assert both_cores is not None
    together = both_cores.score(PAIRS)
    alone = [model.score([pair])[0] for pair in PAIRS]
    np.testing.assert_array_equal(together, np.array(alone))


def test_no_pairs_give_no_scores(model: Entailment) -> None:
    assert model.score([]).shape == (0, 3)


def test_shipped_weights_are_small_enough_for_the_repository() -> None:
    shipped = InstalledModels(Path("nowhere"))
    assert shipped.catalogue.entry("edgerag-nli").bytes <= 25e6


def test_imported_model_of_another_order_gives_probabilities_in_ours(
    model: Entailment, tmp_path: Path
) -> None:
    source = tmp_path / "mine"
    source.mkdir()
    weights = bundled("models", "edgerag-nli", "model.onnx").read_bytes()
    (source / "model.onnx").write_bytes(weights + NOTE)
    (source / "tokenizer.json").write_bytes(bundled("models", "edgerag-nli", "tokenizer.json").read_bytes())
    (source / "config.json").write_text(
        '{"id2label": {"0": "neutral", "1": "CONTRADICTION", "2": "entailment"}}'
    )
    installed = InstalledModels(tmp_path / "models")
    installed.import_file(source, role=Role.ENTAILMENT)
    given = np.exp(model.score(PAIRS[:3]))
    expected = given[:, [2, 0, 1]] / given.sum(axis=1, keepdims=True)
    imported = open_entailment(installed, "mine")
    assert imported is not None
    np.testing.assert_allclose(imported.score(PAIRS[:3]), expected, rtol=1e-5)


def test_flipped_byte_is_refused_before_the_file_is_parsed(tmp_path: Path) -> None:
    folder = tmp_path / "edgerag-nli"
    folder.mkdir()
    for name in ("model.onnx", "tokenizer.json"):
        content = bytearray(bundled("models", "edgerag-nli", name).read_bytes())
        content[len(content) // 2] ^= 1
        (folder / name).write_bytes(content)
    with pytest.raises(ModelChecksumError) as caught:
        open_entailment(InstalledModels(tmp_path / "models", shipped=tmp_path))
    assert caught.value.hint == "install edgerag again"


def test_reranker_in_its_place_is_refused(installed: InstalledModels) -> None:
    entry = installed.entry("ms-marco-minilm-l-12-v2")
    reranker = OnnxModel(
        entry.name,
        installed.read(entry, "model.onnx"),
        installed.read(entry, "tokenizer.json"),
        max_tokens=256,
        threads=1,
    )
    with pytest.raises(ModelError, match="no entailment model"):
        OnnxEntailment(reranker).score(PAIRS)


def test_shipped_model_can_be_imported_where_the_program_is_without_it(tmp_path: Path) -> None:
    alone = InstalledModels(tmp_path / "models", shipped=tmp_path / "none")
    assert open_entailment(alone) is None
    entry = alone.import_file(Path(str(bundled("models", "edgerag-nli"))))
    assert (entry.name, entry.shipped) == ("edgerag-nli", True)
    model = open_entailment(alone)
    assert model is not None
    assert model.score(PAIRS[:1]).argmax() == ENTAIL
