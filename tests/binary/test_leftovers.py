"""What a one-file program that is killed leaves in the temporary folder; skipped where it was not built."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, TypeVar

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


class Started(NamedTuple):
    """Process ids, each the parent of the next."""

    launcher: int
    program: int
    child: int


@pytest.fixture
def adding(program: Path, home: Path, temporary: Path, tmp_path: Path) -> Iterator[Started]:
    """A program whose child reads a long text."""
    text = tmp_path / "long.md"
    text.write_text("# Dosing\n\nGive an adult adrenaline 0.5 mg into the thigh.\n\n" * 200_000)
    environment = {**os.environ, "EDGERAG_HOME": str(home)}
    launched = subprocess.Popen([program, "add", text], env=environment, stderr=subprocess.DEVNULL)
    (mark,) = until(lambda: marks(temporary))
    (working,) = until(lambda: holders(mark, launched.pid))
    (child,) = until(lambda: holders(mark, working))
    yield Started(launched.pid, working, child)
    launched.wait()


def marks(temporary: Path) -> list[Path]:
    return list(temporary.glob(f"_MEI*/{MARK}"))


def holders(mark: Path, parent: int) -> list[int]:
    """Children of `parent` that hold the lock of a file."""
    lines = LOCKS.read_text().splitlines()
    locks = [line.split() for line in lines if line.endswith(f":{mark.stat().st_ino} 0 EOF")]
    return [pid for pid in (int(lock[-4]) for lock in locks) if told_of(pid)[1:2] == [str(parent)]]


def told_of(pid: int) -> list[str]:
    """What the system tells of a process after its name: state, parent and more; nothing if it is no more.

    The clock may be set meanwhile, which makes a child older than its parent for those who compare times.
    """
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def until(look: Callable[[], Found], within_s: float = 60) -> Found:
    """Wait for something that is true."""
    end = time.monotonic() + within_s
    while not (found := look()):
        assert time.monotonic() < end
        time.sleep(0.02)
    return found


def test_the_next_start_removes_what_a_killed_program_left_and_a_living_child_keeps_it(
    adding: Started, temporary: Path, run: Run
) -> None:
    os.kill(adding.child, signal.SIGSTOP)
    os.kill(adding.program, signal.SIGSTOP)
    os.kill(adding.launcher, signal.SIGKILL)
    os.kill(adding.program, signal.SIGKILL)
    assert run("--version").returncode == 0
    (mark,) = marks(temporary)
    os.kill(adding.child, signal.SIGKILL)
    until(lambda: told_of(adding.child)[:1] in ([], ["Z"]))
    assert mark.exists()
    assert run("--version").returncode == 0
    assert list(temporary.glob("_MEI*")) == []
