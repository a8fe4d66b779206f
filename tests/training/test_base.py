"""Quantised weights come back as floats; where onnx is installed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("onnx", reason="only training needs onnx, and this environment lacks it")

SHIPPED = Path(__file__).parents[2] / "models" / "edgerag-nli" / "model.onnx"


def test_tensors_of_a_network_of_ours_come_without_the_prefix_of_their_names() -> None:
    from entailment.base import dequantised

    weights = dequantised(SHIPPED, "model.")
    assert weights["words.weight"].shape == (23_300, 384)
    assert weights["layers.7.up.weight"].shape == (1536, 384)
    assert weights["labels.weight"].shape == (3, 384)
    assert {array.dtype for array in weights.values()} == {np.dtype(np.float32)}
    assert not any(name.startswith(("model.", "onnx::")) for name in weights)


def test_prefix_of_another_network_names_nothing_of_its_embeddings() -> None:
    from entailment.base import PREFIX, dequantised

    names = dequantised(SHIPPED).keys()
    assert not any(name.startswith(PREFIX) for name in names)
    assert "words.weight" not in names
