from __future__ import annotations

import shutil
import subprocess

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


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler to make a driver with")
@pytest.mark.parametrize(
    ("status", "n_cards", "reason"),
    [(0, 1, ""), (0, 0, "finds no card"), (100, 0, "finds no card"), (803, 0, "its error 803")],
)
def test_driver_is_asked_for_a_card(
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
    status: int,
    n_cards: int,
    reason: str,
) -> None:
    # A deleted library's inode may be another's, and the loader takes the two for one.
    kept = tmp_path_factory.mktemp("driver")
    source = kept / "driver.c"
    source.write_text(
        f"int cuInit(unsigned flags) {{ return {status}; }}\n"
        f"int cuDeviceGetCount(int *count) {{ *count = {n_cards}; return 0; }}\n"
    )
    driver = kept / "libcuda.so.1"
    subprocess.run(["cc", "-shared", "-fPIC", "-o", driver, source], check=True)
    monkeypatch.setattr(machine, "CUDA_DRIVER", str(driver))
    assert reason in why_no_cuda()
    assert bool(why_no_cuda()) == bool(reason)
