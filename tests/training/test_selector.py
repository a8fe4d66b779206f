"""The selector begins as its base, learns, and is exported as what it was; where torch is installed."""

from __future__ import annotations

import math
import sys
from pathlib import Path

import msgspec
import numpy as np
import pytest

from entailment.batches import Encoder, padded
from selector.drawing import GROUPS_TOGETHER
from selector.groups import Graded, Group

torch = pytest.importorskip("torch", reason="only training needs torch, and this environment lacks it")
pytest.importorskip("onnx", reason="only training needs onnx, and this environment lacks it")

BASE = "ms-marco-minilm-l-12-v2"
READ = padded([([2, 5, 3, 6, 3], [0, 0, 0, 1, 1]), ([2, 7, 3, 8, 9, 3], [0, 0, 0, 1, 1, 1])])
PAIRS = [
    ("What dose of zinc?", "Give zinc 20 mg once daily for 10 days."),
    ("What dose of zinc?", "Wash your hands."),
    ("How are burns treated?", "Burns | Cool the burn with clean water for 20 minutes."),
]
export_warnings = (
    pytest.mark.filterwarnings(
        "ignore:You are using the legacy TorchScript-based ONNX export:DeprecationWarning"
    ),
    pytest.mark.filterwarnings("ignore::DeprecationWarning:torch"),
)


def group(question: str, *, is_held: bool = False) -> Group:
    statements = (Graded("give zinc", 3), Graded("bed", 0))
    return Group(question, (question,), "handbook", is_held, statements)


def test_loss_is_of_each_grade_and_of_the_order() -> None:
    from selector.training import loss_of

    logits = torch.log(torch.tensor([3.0, 1.0]))
    towards = [-(t * math.log(p) + (1 - t) * math.log(1 - p)) for p, t in ((0.75, 0.95), (0.5, 0.02))]
    in_order = -math.log(0.75)
    assert loss_of(logits, [[3, 0]]).item() == pytest.approx(sum(towards) / 2 + in_order)


def test_groups_without_an_answer_have_no_order() -> None:
    from selector.training import loss_of

    logits = torch.tensor([0.0, 0.0, 0.0, 0.0])
    two, one = loss_of(logits, [[0, 0], [0, 0]]), loss_of(logits[:2], [[0, 0]])
    assert two.item() == pytest.approx(one.item()) == pytest.approx(math.log(2))


def test_rate_rises_and_falls() -> None:
    from selector.training import LEAST_SCALE, scale

    scales = [scale(step, 100) for step in range(100)]
    assert scales[0] == pytest.approx(0.1)
    assert scales.index(max(scales)) == 9
    assert scales[-1] == LEAST_SCALE


def test_network_begins_by_saying_what_its_base_says_but_for_a_constant(models_folder: Path) -> None:
    from entailment.base import dequantised
    from entailment.predicting import logits_of, run_onnx
    from selector.network import from_base

    base = models_folder / BASE
    encoder = Encoder(base, 160)
    network = from_base(dequantised(base / "model.onnx"))
    said, _ = run_onnx(base / "model.onnx", encoder, PAIRS)
    apart = logits_of(network, encoder, PAIRS) - said
    assert apart.shape == (len(PAIRS), 1)
    assert np.ptp(apart) < 0.3 < np.ptp(said)


def test_only_the_upper_half_and_the_head_learn(tokenizer_folder: Path) -> None:
    from entailment.bert import tune_upper
    from selector.network import Selector
    from selector.training import Recipe, train

    torch.manual_seed(0)
    model = Selector()
    tune_upper(model, model.pool, model.score)
    before = {name: tensor.clone() for name, tensor in model.state_dict().items()}
    groups = [group(letter * 3) for letter in "abcdef"[:GROUPS_TOGETHER]]
    train(model, groups, Encoder(tokenizer_folder, 32), Recipe(epochs=2, rate=1e-3, seed=1))
    changed = {name for name, tensor in model.state_dict().items() if not torch.equal(tensor, before[name])}
    assert {name.partition(".")[0] for name in changed} == {"layers", "pool", "score"}
    assert {int(name.split(".")[1]) for name in changed if name.startswith("layers")} == set(range(6, 12))


@export_warnings[0]
@export_warnings[1]
def test_exported_model_gives_one_logit_a_pair(tmp_path: Path) -> None:
    import onnxruntime

    from entailment.bert import INPUTS, tensors
    from selector.network import Selector, export

    torch.manual_seed(0)
    model = Selector().eval()
    with torch.inference_mode():
        expected = model(*tensors(READ)).numpy()
    export(model, tmp_path / "model.onnx", tmp_path / "full.onnx")
    for name, tolerance in (("full.onnx", 1e-4), ("model.onnx", 0.1)):
        session = onnxruntime.InferenceSession(str(tmp_path / name), providers=["CPUExecutionProvider"])
        said = session.run(None, dict(zip(INPUTS, READ, strict=True)))[0]
        assert said.shape == (2, 1)
        np.testing.assert_allclose(said, expected, atol=tolerance)


@export_warnings[0]
@export_warnings[1]
def test_kept_groups_are_trained_on_and_the_program_reads_what_is_written(
    tmp_path: Path,
    models_folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    import train_selector
    from edgerag.inference.onnx import OnnxModel
    from edgerag.inference.reranker import OnnxReranker

    groups = [group(letter) for letter in "abcdef"] + [group("z", is_held=True)]
    (tmp_path / "groups.msgpack").write_bytes(msgspec.msgpack.encode(groups))
    out = tmp_path / "out"
    folders = {"handbooks": "none", "questions": "none", "base": models_folder / BASE, "out": out}
    arguments = [part for name, value in folders.items() for part in (f"--{name}", str(value))]
    monkeypatch.setattr(
        sys, "argv", ["train_selector.py", *arguments, "--workspace", str(tmp_path), "--epochs", "1"]
    )
    train_selector.main()
    printed = capsys.readouterr().out
    assert "held out | fp32 | groups 1 | first statement helps" in printed
    assert "held out | int8 | groups 1 | first statement helps" in printed
    files = [(out / name).read_bytes() for name in ("model.onnx", "tokenizer.json")]
    program = OnnxReranker(OnnxModel("selector", *files, max_tokens=512, threads=1))
    assert program.score("zinc", ["give zinc", "bed"]).shape == (2,)
