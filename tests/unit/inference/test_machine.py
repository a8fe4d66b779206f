from __future__ import annotations

import pytest

from edgerag.inference import machine
from edgerag.inference.machine import default_threads, physical_cores, why_no_cuda


@pytest.mark.parametrize(("cores", "threads"), [(1, 1), (2, 1), (4, 3), (16, 15)])
def test_one_core_is_left_to_the_person(monkeypatch: pytest.MonkeyPatch, cores: int, threads: int) -> None:
    monkeypatch.setattr(machine, "physical_cores", lambda: cores)
    assert default_threads() == threads


def test_there_is_a_core() -> None:
    assert physical_cores() >= 1


def test_driver_library_that_is_absent_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "CUDA_DRIVER", "libcuda-not-here.so.9")
    assert "libcuda-not-here.so.9" in why_no_cuda()
