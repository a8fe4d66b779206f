"""What a one-file program that is killed leaves in the temporary folder; skipped where it was not built."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import psutil
import pytest

from edgerag.leftovers import MARK
from tests.binary.conftest import PROGRAMS, Run

Found = TypeVar("Found")

LOCKS = Path("/proc/locks")
pytestmark = pytest.mark.skipif(not LOCKS.exists(), reason="only Linux tells who holds a lock")


@pytest.fixture
def program() -> Path:
    path = PROGRAMS["one file"]
    if not path.is_file():
        pytest.skip(f"{path} was not built: make binary")
    return path


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The temporary folder of every program that a test starts."""
    folder = tmp_path / "tmp"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    return folder


@pytest.fixture
def adding(program: Path, home: Path, temporary: Path, tmp_path: Path) -> Iterator[psutil.Process]:
    """The launcher of a program whose child reads a long text."""
    text = tmp_path / "long.md"
    text.write_text("# Dosing\n\nGive an adult adrenaline 0.5 mg into the thigh.\n\n" * 200_000)
    environment = {**os.environ, "EDGERAG_HOME": str(home)}
    launched = subprocess.Popen([program, "add", text], env=environment, stderr=subprocess.DEVNULL)
    launcher = psutil.Process(launched.pid)
    (mark,) = until(lambda: marks(temporary))
    until(lambda: n_holders(mark) == 2)
    yield launcher
    launched.wait()


def marks(temporary: Path) -> list[Path]:
    return list(temporary.glob(f"_MEI*/{MARK}"))


def n_holders(mark: Path) -> int:
    return LOCKS.read_text().count(f":{mark.stat().st_ino} ")


def until(look: Callable[[], Found], within_s: float = 60) -> Found:
    """Wait for something that is true."""
    end = time.monotonic() + within_s
    while not (found := look()):
        assert time.monotonic() < end
        time.sleep(0.02)
    return found


def test_the_next_start_removes_what_a_killed_program_left_and_a_living_child_keeps_it(
    adding: psutil.Process, temporary: Path, run: Run
) -> None:
    (working,) = adding.children()
    (child,) = working.children()
    child.suspend()
    working.suspend()
    adding.kill()
    working.kill()
    assert run("--version").returncode == 0
    assert len(marks(temporary)) == 1
    child.kill()
    until(lambda: not child.is_running() or child.status() == psutil.STATUS_ZOMBIE)
    assert run("--version").returncode == 0
    assert list(temporary.glob("_MEI*")) == []
