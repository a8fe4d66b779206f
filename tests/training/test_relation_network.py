"""The relation model begins as the entailment model, learns, and is exported; where torch is installed."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
import numpy as np
import pytest

from entailment.batches import Encoder, padded
from entailment.labels import Meaning
from relation.judged import RELATIONS
from relation.pairs import Answers, Graded, Pair, Statement
from relation.reading import read_both_ways
from relation.scores import numbers_of
from relation.short_pairs import ShortPair

torch = pytest.importorskip("torch", reason="only training needs torch, and this environment lacks it")
pytest.importorskip("onnx", reason="only training needs onnx, and this environment lacks it")

BASE = Path(__file__).parents[2] / "models" / "edgerag-nli"
TEMPERATURE = 1.25
"""By which the base's logits are divided."""
READ = [
    ("How long? [SEP] Give zinc for 10 days.", "Zinc is given for 10 days."),
    ("How long? [SEP] Give zinc for 10 days.", "Do not give zinc."),
    ("How long? [SEP] Burns | Cool the burn with clean water.", "Weigh the child every day."),
]
SAME = Pair(Statement(("a",), "give zinc"), Statement((), "zinc"), "same")
OPPOSITE = Pair(Statement((), "a b c"), Statement((), "d e f"), "opposite")
GRADED = (Graded("a", SAME.a, 3), Graded("b", OPPOSITE.b, 0))
ANSWERS = [
    Answers(("zinc", "give"), False, 4 * (SAME, OPPOSITE), GRADED),
    Answers(("zinc",), True, (SAME, OPPOSITE), ()),
]


def test_loss_is_of_the_relation_and_a_little_of_every_other() -> None:
    from relation.training import SMOOTHED, loss_of

    p = np.array([0.5, 0.2, 0.1, 0.1, 0.1])
    logits = torch.log(torch.tensor([p.tolist()]))
    expected = -(1 - SMOOTHED) * np.log(p[1]) - SMOOTHED * np.log(p).mean()
    assert loss_of(logits, [(("", ""), 1)]).item() == pytest.approx(expected, rel=1e-5)


def test_network_begins_by_saying_what_the_entailment_model_says() -> None:
    from entailment.base import dequantised
    from entailment.predicting import logits_of, run_onnx
    from relation.network import BEGINNINGS, PREFIX, from_base

    encoder = Encoder(BASE, 208)
    meant, _ = run_onnx(BASE / "model.onnx", encoder, READ)
    logits = logits_of(from_base(dequantised(BASE / "model.onnx", PREFIX)), encoder, READ)
    unshifted = logits - np.array([BEGINNINGS[relation][1] for relation in RELATIONS])
    same, more, differs, opposite, apart = unshifted.T
    np.testing.assert_allclose(more, apart, atol=1e-5)
    np.testing.assert_allclose(differs, opposite, atol=1e-5)
    three = np.stack([same, more, differs], axis=1) / TEMPERATURE
    said = np.exp(three) / np.exp(three).sum(axis=1, keepdims=True)
    np.testing.assert_allclose(said, meant, atol=0.05)
    assert set(meant.argmax(axis=1)) == set(Meaning) - {Meaning.NOT_ENTAIL}


def test_every_layer_and_the_head_learn_but_no_vectors_of_tokens() -> None:
    from entailment.base import dequantised
    from relation.network import PREFIX, from_base

    model = from_base(dequantised(BASE / "model.onnx", PREFIX))
    learning = {name for name, parameter in model.named_parameters() if parameter.requires_grad}
    assert {name.partition(".")[0] for name in learning} == {"layers", "joined", "labels"}
    assert learning == {
        name for name in model.state_dict() if name.startswith(("layers", "joined", "labels"))
    }
    assert len(model.layers) == model.n_upper == 8


def test_training_lowers_the_loss(tokenizer_folder: Path) -> None:
    from entailment.predicting import logits_of
    from relation.network import RelationModel
    from relation.training import Recipe, loss_of, train

    torch.manual_seed(0)
    model, encoder = RelationModel(30), Encoder(tokenizer_folder, 32)
    model.layers = model.layers[:2]
    several = [(way, pair) for pair in ANSWERS[1].pairs for way in read_both_ways("zinc", pair.a, pair.b)]
    texts, relations = [way for way, _ in several], [pair.relation for _, pair in several]
    shown = list(zip(texts, numbers_of(relations).tolist(), strict=True))

    def loss() -> float:
        return float(loss_of(torch.from_numpy(logits_of(model, encoder, texts)), shown))

    at_first = loss()
    train(model, ANSWERS[:1], encoder, Recipe(epochs=16, rate=5e-4, head_rate=5e-3, seed=1))
    assert loss() < 0.7 * at_first


@pytest.mark.filterwarnings(
    "ignore:You are using the legacy TorchScript-based ONNX export:DeprecationWarning"
)
@pytest.mark.filterwarnings("ignore::DeprecationWarning:torch")
def test_exported_model_gives_a_logit_of_each_relation(tmp_path: Path) -> None:
    import onnxruntime

    from entailment.bert import INPUTS, tensors
    from relation.network import RelationModel, export, of

    read = padded([([2, 5, 3, 6, 3], [0, 0, 0, 1, 1]), ([2, 7, 3, 8, 9, 3], [0, 0, 0, 1, 1, 1])])
    torch.manual_seed(0)
    model = of(RelationModel(30).state_dict()).eval()
    with torch.inference_mode():
        expected = model(*tensors(read)).numpy()
    export(model, tmp_path / "model.onnx", tmp_path / "full.onnx")
    for name, tolerance in (("full.onnx", 1e-4), ("model.onnx", 0.1)):
        session = onnxruntime.InferenceSession(str(tmp_path / name), providers=["CPUExecutionProvider"])
        (said,) = session.run(["logits"], dict(zip(INPUTS, read, strict=True)))
        assert said.shape == (2, len(RELATIONS))
        np.testing.assert_allclose(said, expected, atol=tolerance)


@pytest.mark.filterwarnings(
    "ignore:You are using the legacy TorchScript-based ONNX export:DeprecationWarning"
)
@pytest.mark.filterwarnings("ignore::DeprecationWarning:torch")
def test_kept_pairs_are_trained_on_and_a_small_file_and_its_tokenizer_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import train_relation

    (tmp_path / "answers.msgpack").write_bytes(msgspec.msgpack.encode(ANSWERS))
    known = tmp_path / "questions.jsonl"
    known.write_bytes(b"")
    short = ShortPair("What is put on?", "Zinc.", "Nothing.", "DIVERGENT")
    (tmp_path / "short").mkdir()
    (tmp_path / "short" / "more.jsonl").write_bytes(msgspec.json.encode(short))
    options = {"handbooks": "none", "questions": "none", "base": BASE, "out": tmp_path / "out"}
    options |= {"known": known, "short": tmp_path / "short"}
    arguments = [part for name, value in options.items() for part in (f"--{name}", str(value))]
    monkeypatch.setattr(
        sys, "argv", ["train_relation.py", *arguments, "--workspace", str(tmp_path), "--epochs", "4"]
    )
    train_relation.main()
    printed = capsys.readouterr().out
    assert "found 10 of " in printed
    assert "held out | fp32 | pairs 2 | accuracy" in printed
    assert "held out | int8 | pairs 2 | accuracy" in printed
    assert (tmp_path / "out" / "model.onnx").stat().st_size <= 25e6
    assert (tmp_path / "out" / "tokenizer.json").read_bytes() == (BASE / "tokenizer.json").read_bytes()
