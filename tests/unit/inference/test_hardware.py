from __future__ import annotations

from edgerag.inference.hardware import detect_hardware


def test_reason_is_given_exactly_when_there_is_no_cuda() -> None:
    found = detect_hardware()
    assert found.cuda_driver == (found.cuda_reason == "")
    assert ("CUDAExecutionProvider" in found.onnx_providers) <= found.cuda_driver


def test_memory_and_processor_are_known() -> None:
    found = detect_hardware()
    assert found.cpu
    assert 1 <= found.threads <= found.physical_cores
    assert 0 < found.available_bytes <= found.memory_bytes
