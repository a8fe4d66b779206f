"""The checks of what runs models, onnxruntime with tokenizers and llama.cpp, on tiny models of their own."""

from __future__ import annotations

import string
from pathlib import Path

import numpy as np

from edgerag.errors import SelfTestError
from edgerag.selftest.outcomes import Passed, Task, file_of, version_of

WORDS = "dose DOSE page drug"
COUNTS_MOVED_ON = (1, 0, 2, 1)
"""No unknown word, "dose" twice, "page", "drug"; moved one place on, as `packaging/selftest` says."""
TOLERANCE = 1e-6


def check_onnx(task: Task) -> Passed:  # noqa: ARG001  # the model ships with the check
    """Turn four words into a vector that can be told by hand."""
    from edgerag.inference.catalogue import Pooling
    from edgerag.inference.embedder import OnnxEmbedder
    from edgerag.inference.onnx import OnnxModel

    weights, tokenizer = file_of("model.onnx").read_bytes(), file_of("tokenizer.json").read_bytes()
    model = OnnxModel("self-test", weights, tokenizer, max_tokens=16, threads=1)
    vector = OnnxEmbedder(model, pooling=Pooling.MEAN).encode([WORDS])[0]
    expected = np.array(COUNTS_MOVED_ON) / np.linalg.norm(COUNTS_MOVED_ON)
    if not np.allclose(vector, expected, atol=TOLERANCE):
        raise SelfTestError(f"a model gave {vector.tolist()}, which is wrong")
    where = "CUDA" if "CUDAExecutionProvider" in model.providers else "the processor"
    versions = f"{version_of('onnxruntime')}, tokenizers {version_of('tokenizers')}"
    return Passed(versions, f"computed a known vector on {where}")


def check_llama(task: Task) -> Passed:  # noqa: ARG001  # the model ships with the check
    """Let a model that knows the alphabet say it."""
    from edgerag.inference.generator import LlamaGenerator, backends
    from edgerag.inference.roles import Message

    alphabet = string.ascii_lowercase
    generator = LlamaGenerator("alphabet", Path(file_of("model.gguf")))
    said = "".join(generator.stream([Message("user", alphabet[0])], max_tokens=2 * len(alphabet)))
    generator.close()
    if said != alphabet[1:]:
        raise SelfTestError(f"a model that knows the alphabet said {said!r}")
    used = ", ".join(backends()) or "the built-in backend"
    return Passed(version_of("llama_cpp"), f"generated a known text with {used}")
