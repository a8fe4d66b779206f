"""The executable for graphics cards, where there is none."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from edgerag.inference.machine import why_no_cuda

FOLDER = Path(__file__).parents[2] / "dist" / "edgerag-cuda"
BACKEND = FOLDER / "_internal" / "llama_cpp" / "lib" / "libggml-cuda.so"


@pytest.fixture
def program() -> Path:
    path = FOLDER / "edgerag"
    if not path.is_file():
        pytest.skip(f"{path} was not built: packaging/build cuda")
    return path


@pytest.mark.skipif(not why_no_cuda(), reason="there is a card")
def test_without_a_card_every_part_runs_on_the_processor_and_says_why(program: Path, tmp_path: Path) -> None:
    home = {**os.environ, "EDGERAG_HOME": str(tmp_path)}
    tested = subprocess.run([program, "selftest", "--quick"], env=home, capture_output=True, text=True)
    assert tested.returncode == 0, tested.stdout
    assert "computed a known vector on the processor" in tested.stdout
    assert "generated a known text with cpu-" in tested.stdout
    found = subprocess.run([program, "doctor"], env=home, capture_output=True, text=True)
    assert f"models run on the CPU: {why_no_cuda()}" in found.stdout


def test_the_generators_backend_finds_nvidias_libraries_inside_the_folder(program: Path) -> None:
    if not BACKEND.is_file():
        pytest.skip(f"{program} was built without nvcc")
    load = f"import ctypes; ctypes.CDLL({str(BACKEND)!r})"
    subprocess.run([sys.executable, "-c", load], check=True, env={})
