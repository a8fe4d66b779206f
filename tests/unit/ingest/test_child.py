from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import msgspec
import psutil
import pytest

from edgerag.ingest.assemble import assemble
from edgerag.ingest.child import CHILD_ARGUMENTS, WATCH_S, Outcome, Parsed, ParsingTask, Refused
from edgerag.process import child_command, child_environment


def do(path: Path) -> Outcome:
    """Let a child read a file, as the parent does."""
    task = ParsingTask(str(path), chunk_words=160, overlap_words=32, cpu_s=60, memory_mb=1000)
    child = subprocess.run(
        child_command(CHILD_ARGUMENTS),
        input=msgspec.msgpack.encode(task),
        capture_output=True,
        env=child_environment(),
        check=True,
    )
    return msgspec.msgpack.decode(child.stdout, type=Parsed | Refused)


def test_a_child_gives_what_this_process_would(tmp_path: Path) -> None:
    path = tmp_path / "burns.md"
    path.write_text("# Burns\n\nCool the burn.\n")
    assert do(path) == Parsed(assemble(path, chunk_words=160, overlap_words=32))


def test_a_refusal_comes_through_the_pipe_with_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "empty.pdf"
    path.touch()
    assert do(path) == Refused("the file is empty", "copy or download it again")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limits")
def test_a_child_that_is_taken_over_can_fill_no_disk_and_print_no_outcome(tmp_path: Path) -> None:
    program = (
        "from pathlib import Path\n"
        "from edgerag.ingest import child\n"
        "def hostile(task):\n"
        "    print('an outcome of my own')\n"
        f"    Path({str(tmp_path / 'loot')!r}).write_text('x')\n"
        "child._run = hostile\n"
        "child.main()\n"
    )
    task = ParsingTask("any.md", 160, 32, cpu_s=60, memory_mb=1000)
    ended = subprocess.run(
        [sys.executable, "-c", program],
        input=msgspec.msgpack.encode(task),
        capture_output=True,
        env=child_environment(),
        check=False,
    )
    assert b"File too large" in ended.stderr
    assert ended.stdout == b""
    assert (tmp_path / "loot").read_text() == ""


@pytest.mark.skipif(sys.platform == "win32", reason="kills as POSIX does")
def test_a_child_ends_soon_after_its_parent_was_killed(tmp_path: Path) -> None:
    path = tmp_path / "big.md"
    path.write_text("Give 1 g of paracetamol and *wait* for `ten` minutes.\n\n" * 150_000)
    program = (
        "from pathlib import Path\n"
        "from edgerag.ingest.parse import parse_file\n"
        f"parse_file(Path({str(path)!r}))\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", program], env=child_environment())
    child = _first_child(psutil.Process(parent.pid))
    time.sleep(2 * WATCH_S)
    assert child.is_running()
    parent.kill()
    parent.wait()
    child.wait(timeout=20)


def _first_child(parent: psutil.Process) -> psutil.Process:
    end = time.monotonic() + 30
    while not (children := parent.children()):
        assert time.monotonic() < end
        time.sleep(0.02)
    return children[0]
