"""The network learns, is kept, and is exported as what it was; where torch is installed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from entailment.batches import padded
from entailment.clock import Clock, Rates
from entailment.labels import Meaning, Pair

torch = pytest.importorskip("torch", reason="only training needs torch, and this environment lacks it")
pytest.importorskip("onnx", reason="only training needs onnx, and this environment lacks it")

READ = padded([([2, 5, 3, 6, 3], [0, 0, 0, 1, 1]), ([2, 7, 3, 8, 9, 3], [0, 0, 0, 1, 1, 1])])
PAIRS = [Pair("a", "b", Meaning.ENTAIL, ""), Pair("a", "b", Meaning.NOT_ENTAIL, "")]
RATES = Rates(body=1e-4, head=1e-3, warmup=0.1)


def test_pair_known_not_to_be_entailed_may_be_open_or_a_conflict() -> None:
    from entailment.training import loss_of

    logits = torch.log(torch.tensor([[0.2, 0.3, 0.5]]))
    assert loss_of(logits, torch.tensor([Meaning.NOT_ENTAIL])).item() == pytest.approx(-np.log(0.8))
    assert loss_of(logits, torch.tensor([Meaning.CONTRADICT])).item() == pytest.approx(-np.log(0.5))


def test_filling_up_changes_nothing() -> None:
    from entailment.bert import tensors
    from entailment.model import Entailment

    model = Entailment().eval()
    with torch.inference_mode():
        together = model(*tensors(READ))[0]
        alone = model(*tensors(padded([([2, 5, 3, 6, 3], [0, 0, 0, 1, 1])])))[0]
    torch.testing.assert_close(together, alone, atol=1e-5, rtol=1e-4)


def test_training_stops_with_its_budget_and_goes_on_from_what_was_kept(tmp_path: Path) -> None:
    from entailment.bert import tensors
    from entailment.model import Entailment
    from entailment.training import Training

    stream = [(tensors(READ), PAIRS)] * 5
    training = Training(Entailment(), Clock(0, 4), RATES)
    training.run(stream)
    assert training.n_batches == 2
    training.save(tmp_path / "checkpoint.pt")
    again = Training(Entailment(), Clock(0, 4), RATES)
    again.load(tmp_path / "checkpoint.pt")
    assert (again.n_batches, again.clock.seen) == (2, 4)
    torch.testing.assert_close(again.model.labels.weight, training.model.labels.weight)


@pytest.mark.filterwarnings(
    "ignore:You are using the legacy TorchScript-based ONNX export:DeprecationWarning"
)
@pytest.mark.filterwarnings("ignore::DeprecationWarning:torch")
def test_exported_model_gives_the_probabilities_at_its_temperature(tmp_path: Path) -> None:
    import onnxruntime

    from entailment.bert import INPUTS, tensors
    from entailment.model import Entailment, export

    model = Entailment().eval()
    with torch.inference_mode():
        expected = torch.softmax(model(*tensors(READ)) / 1.5, dim=1).numpy()
    export(model, 1.5, tmp_path / "model.onnx", tmp_path / "full.onnx")
    for name, tolerance in (("full.onnx", 1e-4), ("model.onnx", 0.1)):
        session = onnxruntime.InferenceSession(str(tmp_path / name), providers=["CPUExecutionProvider"])
        said = session.run(None, dict(zip(INPUTS, READ, strict=True)))[0]
        np.testing.assert_allclose(said, expected, atol=tolerance)
