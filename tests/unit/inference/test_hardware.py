from __future__ import annotations

import pytest

from edgerag.inference import hardware
from edgerag.inference.hardware import default_threads, detect_hardware, why_no_cuda


def test_one_core_is_left_to_the_person() -> None:
    found = detect_hardware()
    assert found.threads == default_threads() == max(1, found.physical_cores - 1)


def test_reason_is_given_exactly_when_there_is_no_cuda() -> None:
    found = detect_hardware()
    assert found.cuda_driver == (found.cuda_reason == "")
    assert ("CUDAExecutionProvider" in found.onnx_providers) <= found.cuda_driver


def test_driver_library_that_is_absent_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hardware, "CUDA_DRIVER", "libcuda-not-here.so.9")
    assert "libcuda-not-here.so.9" in why_no_cuda()


def test_memory_and_processor_are_known() -> None:
    found = detect_hardware()
    assert found.cpu
    assert 0 < found.available_bytes <= found.memory_bytes
