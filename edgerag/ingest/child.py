"""The process that parses one file and ends: `python -m edgerag.ingest.child`.

It reads a `ParsingTask` from standard input and writes `Parsed` or `Refused` to standard output, both
MessagePack. A hostile file can at worst make this process fail.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from threading import Thread

import msgspec

from edgerag.domain.handbooks import ParsedHandbook
from edgerag.errors import IngestError
from edgerag.ingest.assemble import assemble
from edgerag.process import do_one_task

CHILD_ARGUMENTS = ("-m", "edgerag.ingest.child")
WATCH_S = 0.5
"""How soon a child notices that its parent has ended."""
MEGABYTE = 1_000_000
_MOST_OPEN_FILES = 64


class ParsingTask(msgspec.Struct, frozen=True):
    """What to parse, and with how much."""

    path: str
    chunk_words: int
    overlap_words: int
    cpu_s: int
    memory_mb: int
    parent: int = 0
    """The process without which nobody wants the outcome; 0 if that is not known."""


class Parsed(msgspec.Struct, frozen=True, tag="parsed"):
    """The file was read."""

    parsed: ParsedHandbook


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    """The file cannot be read, and why."""

    message: str
    hint: str


Outcome = Parsed | Refused


def main() -> None:
    """Do the one task on standard input."""
    do_one_task(_do)


def _do(given: bytes) -> bytes:
    task = msgspec.msgpack.decode(given, type=ParsingTask)
    _limit(task)
    if task.parent:
        Thread(target=_end_with, args=(task.parent,), daemon=True).start()
    return msgspec.msgpack.encode(_run(task))


def _end_with(parent: int) -> None:
    """End this process soon after another one has ended, however that came."""
    import psutil

    try:
        process = psutil.Process(parent)
        while process.is_running() and process.status() != psutil.STATUS_ZOMBIE:
            time.sleep(WATCH_S)
    except psutil.Error:
        pass  # it has ended already
    os._exit(1)


def _run(task: ParsingTask) -> Outcome:
    try:
        return Parsed(
            assemble(Path(task.path), chunk_words=task.chunk_words, overlap_words=task.overlap_words)
        )
    except IngestError as error:
        return Refused(str(error), error.hint)
    except MemoryError:
        return Refused(
            f"reading the file takes more than {task.memory_mb} MB of memory",
            "split the file, or raise ingest.memory_mb",
        )
    except RecursionError:
        return Refused("the file is nested too deeply", "do not trust this file")


def _limit(task: ParsingTask) -> None:
    """Bound memory, processor time, open files and files written, where the system can."""
    try:
        import resource
    except ImportError:  # Windows has no such limits; the parent's clock still holds
        return
    limits = {
        resource.RLIMIT_AS: task.memory_mb * MEGABYTE,
        resource.RLIMIT_CPU: task.cpu_s,
        resource.RLIMIT_NOFILE: _MOST_OPEN_FILES,
        resource.RLIMIT_FSIZE: 0,
        resource.RLIMIT_CORE: 0,
    }
    for limit, value in limits.items():
        _, hard = resource.getrlimit(limit)
        highest = value if hard == resource.RLIM_INFINITY else min(value, hard)
        try:
            resource.setrlimit(limit, (highest, hard))
        except (ValueError, OSError):  # macOS refuses some; the others still hold
            continue


if __name__ == "__main__":
    main()
