"""The weights that training starts from: an int8 ONNX cross-encoder's, as floats, under its modules' names.

weight = (quantised - zero point) * scale
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np
import onnx
from jaxtyping import Float32
from onnx import numpy_helper

PREFIX: Final = "bert."
"""Of the names in Hugging Face's files."""

Weights = dict[str, Float32[np.ndarray, "..."]]
"""Tensors by name."""


def dequantised(path: Path, prefix: str = PREFIX) -> Weights:
    """Read the tensors of a BERT that onnxruntime's dynamic quantisation made int8; matrices as (out, in).

    Args:
        path: of the file.
        prefix: that names of tensors begin with, left out of what is given.

    Raises:
        KeyError: the model was quantised in another way.
    """
    graph = onnx.load(str(path)).graph
    stored = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    stored |= {
        node.output[0]: numpy_helper.to_array(attribute.t)
        for node in graph.node
        if node.op_type == "Constant"
        for attribute in node.attribute
        if attribute.name == "value"
    }
    made_by = {name: node for node in graph.node for name in node.output}

    def floats(quantised: str, scale: str, zero_point: str) -> Float32[np.ndarray, ...]:
        q, zero = (stored[name].astype(np.float32) for name in (quantised, zero_point))
        return (q - zero) * stored[scale]

    tensors = {name: array for name, array in stored.items() if name.startswith(prefix)}
    for node in graph.node:
        if node.op_type == "MatMulInteger":
            stem = node.input[1].removesuffix("_quantized")
            matrix = floats(node.input[1], f"{stem}_scale", f"{stem}_zero_point")
            tensors[f"{module_of(node.name)}.weight"] = matrix.T
        elif node.op_type == "DequantizeLinear":
            table = made_by[node.input[0]].input[0]
            tensors[table.removesuffix("_quantized")] = floats(table, *node.input[1:])
    return {
        name.removeprefix(prefix): np.ascontiguousarray(array, dtype=np.float32)
        for name, array in tensors.items()
        if not name.endswith(("_quantized", "_scale", "_zero_point"))
    }


def module_of(node: str) -> str:
    """Name the module that multiplies in a node: "bert.pooler" in "/bert/pooler/MatMul_quant"."""
    return node.strip("/").rpartition("/")[0].replace("/", ".")
