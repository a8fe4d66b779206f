from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from edgerag.ingest.assemble import assemble
from edgerag.ingest.child import CHILD_ARGUMENTS, Outcome, Parsed, ParsingTask, Refused
from edgerag.ingest.process import child_command, child_environment


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
