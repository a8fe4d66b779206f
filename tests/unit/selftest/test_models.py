from __future__ import annotations

import pytest

from edgerag.errors import EdgeRagError, SelfTestError
from edgerag.selftest import models
from edgerag.selftest.outcomes import Task
from tests.unit.selftest.conftest import Broken


def test_onnxruntime_computes_a_known_vector(task: Task, broken: Broken) -> None:
    passed = models.check_onnx(task)
    assert "tokenizers" in passed.version
    assert passed.detail.endswith("on the processor")
    broken("tokenizer.json", lambda content: content.replace(b'"dose": 1', b'"dose": 2'))
    with pytest.raises(SelfTestError, match="which is wrong"):
        models.check_onnx(task)
    broken("model.onnx", lambda content: content[:-10])
    with pytest.raises(EdgeRagError, match="cannot load"):
        models.check_onnx(task)


def test_llama_says_the_alphabet(task: Task, broken: Broken) -> None:
    passed = models.check_llama(task)
    assert "cpu-" in passed.detail
    broken("model.gguf", lambda content: content[:-9000] + content[-9000:][::-1])
    with pytest.raises(EdgeRagError, match="alphabet"):
        models.check_llama(task)
