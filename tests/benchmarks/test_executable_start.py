"""From the command to `--version`, of both executables, against what nobody can go below on the same machine.

The folder: a bare Python interpreter that starts and ends. The one file: the folder's start after its files
were unpacked from an archive.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

DIST = Path(__file__).parents[2] / "dist"
ONE_FILE, FOLDER = DIST / "edgerag", DIST / "edgerag-dir"
ROUNDS = 5
MOST_OF_UNPACKING = 1.25
MOST_OF_AN_INTERPRETER = 10.0


@pytest.fixture(autouse=True)
def built() -> None:
    if not (ONE_FILE.is_file() and FOLDER.is_dir()):
        pytest.skip(f"{DIST} holds no executables: make binary")


def seconds_of(action: Callable[[], object]) -> float:
    began = time.perf_counter()
    action()
    return time.perf_counter() - began


def start(*command: str | Path) -> None:
    subprocess.run(command, check=True, capture_output=True)


def tell(benchmark: BenchmarkFixture, **measured: float) -> None:
    """Print what was measured, and keep it with the benchmark."""
    benchmark.extra_info.update(measured)
    print(f"\nstart of the executable: {measured}")  # noqa: T201


def test_the_folder_starts_like_a_bare_interpreter(benchmark: BenchmarkFixture) -> None:
    program = FOLDER / "edgerag"
    ours, bare = [], []

    def start_both() -> None:
        ours.append(seconds_of(lambda: start(program, "--version")))
        bare.append(seconds_of(lambda: start(sys.executable, "-I", "-c", "")))

    benchmark.pedantic(start_both, rounds=ROUNDS, warmup_rounds=1)  # type: ignore[no-untyped-call]
    ratio = min(ours) / min(bare)
    tell(benchmark, version_s=round(min(ours), 3), interpreter_s=round(min(bare), 3), ratio=round(ratio, 1))
    assert ratio <= MOST_OF_AN_INTERPRETER


def test_the_one_file_starts_like_unpacking_it(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    archive = shutil.make_archive(str(tmp_path / "all"), "zip", FOLDER)
    unpacked = tmp_path / "unpacked"
    ours, bound = [], []

    def unpack_and_start() -> None:
        with zipfile.ZipFile(archive) as files:
            files.extractall(unpacked)
        start(FOLDER / "edgerag", "--version")

    def start_both() -> None:
        ours.append(seconds_of(lambda: start(ONE_FILE, "--version")))
        bound.append(seconds_of(unpack_and_start))
        shutil.rmtree(unpacked)

    benchmark.pedantic(start_both, rounds=ROUNDS, warmup_rounds=1)  # type: ignore[no-untyped-call]
    ratio = min(ours) / min(bound)
    tell(benchmark, version_s=round(min(ours), 2), unpacking_s=round(min(bound), 2), ratio=round(ratio, 2))
    assert ratio <= MOST_OF_UNPACKING
