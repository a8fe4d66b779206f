from __future__ import annotations

import sys

import numpy as np
import onnxruntime as ort
import pytest

from edgerag.errors import ModelError
from edgerag.inference.installed import InstalledModels
from edgerag.inference.onnx import OnnxModel, usable_providers


@pytest.fixture(scope="module")
def tokenizer(installed: InstalledModels) -> bytes:
    return installed.read(installed.entry("bge-small-en-v1.5"), "tokenizer.json")


@pytest.mark.parametrize("weights", [b"", b"not a model", b"\x08\x07" * 1000])
def test_file_that_is_no_onnx_model_is_refused(
    weights: bytes, tokenizer: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ModelError, match="cannot load mine"):
        OnnxModel("mine", weights, tokenizer, max_tokens=512, threads=1)
    assert capfd.readouterr() == ("", "")


def test_file_that_is_no_tokenizer_is_refused(installed: InstalledModels) -> None:
    weights = installed.read(installed.entry("bge-small-en-v1.5"), "model.onnx")
    with pytest.raises(ModelError, match="tokenizer of mine"):
        OnnxModel("mine", weights, b"{}", max_tokens=512, threads=1)


def test_loading_writes_nothing_on_the_terminal(
    installed: InstalledModels, tokenizer: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    weights = installed.read(installed.entry("bge-small-en-v1.5"), "model.onnx")
    model = OnnxModel("bge", weights, tokenizer, max_tokens=512, threads=1)
    assert model.providers == ("CPUExecutionProvider",)
    assert capfd.readouterr() == ("", "")


def test_what_was_read_of_a_file_is_let_go_of_once_it_is_a_model(
    installed: InstalledModels, tokenizer: bytes
) -> None:
    weights = installed.read(installed.entry("bge-small-en-v1.5"), "model.onnx")
    n_holders = sys.getrefcount(weights)
    model = OnnxModel("bge", weights, tokenizer, max_tokens=512, threads=1)
    assert sys.getrefcount(weights) == n_holders
    assert len(list(model.run_each(["fever"], np.sum))) == 1


def test_models_that_share_their_memory_do_not_disturb_each_other(
    installed: InstalledModels, tokenizer: bytes
) -> None:
    weights = installed.read(installed.entry("bge-small-en-v1.5"), "model.onnx")
    texts = ["fever", "a child with a cough " * 40, "oxygen", "burns " * 200] * 3
    alone = ort.InferenceSession(weights, providers=["CPUExecutionProvider"])
    models = [OnnxModel("bge", weights, tokenizer, max_tokens=512, threads=2) for _ in range(2)]
    running = [model.run_each(texts, np.copy) for model in models]
    for text, one, other in zip(texts, *running, strict=True):
        (expected,) = alone.run(None, models[0]._feed(models[0]._tokenizer.encode(text)))
        assert np.array_equal(one, expected[0])
        assert np.array_equal(other, expected[0])


def test_cpu_is_always_usable() -> None:
    assert usable_providers()[-1] == "CPUExecutionProvider"
