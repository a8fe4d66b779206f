from __future__ import annotations

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


def test_cpu_is_always_usable() -> None:
    assert usable_providers()[-1] == "CPUExecutionProvider"
