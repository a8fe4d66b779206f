"""Parses a file in a child process, so that a bad file costs one error line and nothing else."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Event
from typing import Final

import msgspec

from edgerag.domain.handbooks import ParsedHandbook
from edgerag.errors import Cancelled, IngestError
from edgerag.ingest.child import CHILD_ARGUMENTS, Outcome, Parsed, ParsingTask, Refused
from edgerag.ingest.source import is_utf8, printable
from edgerag.process import child_command, child_environment, last_words

RESUME: Final = "run the same command again to go on"
"""What to do after a stop."""
_POLL_S = 0.1
"""How soon a cancellation is noticed."""
_OUTCOME: msgspec.msgpack.Decoder[Parsed | Refused] = msgspec.msgpack.Decoder(Parsed | Refused)
_ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""Idle thread pools would eat the child's address space."""


def parse_file(
    path: Path,
    *,
    chunk_words: int = 160,
    overlap_words: int = 32,
    timeout_s: int = 600,
    memory_mb: int = 1000,
    cancel: Event | None = None,
) -> ParsedHandbook:
    """Read a document into pages, sections and chunks.

    Raises:
        IngestError: it cannot be read; the message begins with the file's name, the hint
            says what to do.
        Cancelled: `cancel` was set.
        ValueError: windows of `chunk_words` cannot share `overlap_words`.
    """
    if not 0 <= overlap_words <= chunk_words // 2:
        raise ValueError(f"chunks of {chunk_words} words cannot share {overlap_words}")
    if not is_utf8(path):
        raise IngestError(
            f"{printable(path)}: the name of the file or its folder is not UTF-8", hint="rename it"
        )
    task = ParsingTask(str(path.absolute()), chunk_words, overlap_words, timeout_s, memory_mb, os.getpid())
    outcome = _run(task, path.name, timeout_s, cancel)
    if isinstance(outcome, Refused):
        raise IngestError(f"{path.name}: {outcome.message}", hint=outcome.hint)
    return outcome.parsed


def _run(task: ParsingTask, name: str, timeout_s: int, cancel: Event | None) -> Outcome:
    """Run the child to its end, or end it.

    Raises:
        IngestError: it took too long, or died.
        Cancelled: `cancel` was set.
    """
    deadline = time.monotonic() + timeout_s
    with subprocess.Popen(
        child_command(CHILD_ARGUMENTS),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=child_environment() | _ONE_THREAD,
    ) as child:
        try:
            output, complaint = _converse(child, msgspec.msgpack.encode(task), name, deadline, cancel)
        except TimeoutError as error:
            raise _too_slow(name, timeout_s) from error
        finally:
            child.kill()
    if child.returncode != 0:
        raise _died(name, child.returncode, complaint, timeout_s)
    try:
        return _OUTCOME.decode(output)
    except msgspec.DecodeError as error:
        raise IngestError(f"{name}: the reader gave no usable result", hint="report this file") from error


def _converse(
    child: subprocess.Popen[bytes], request: bytes, name: str, deadline: float, cancel: Event | None
) -> tuple[bytes, bytes]:
    """Give the child its task and wait for its output and its complaints.

    Raises:
        TimeoutError: the deadline has passed.
        Cancelled: `cancel` was set.
    """
    remaining: bytes | None = request
    while True:
        try:
            return child.communicate(remaining, timeout=_POLL_S)
        except subprocess.TimeoutExpired:
            remaining = None
        if cancel is not None and cancel.is_set():
            raise Cancelled(f"{name}: stopped while it was read", hint=RESUME)
        if time.monotonic() > deadline:
            raise TimeoutError


def _too_slow(name: str, timeout_s: int) -> IngestError:
    return IngestError(
        f"{name}: reading the file takes more than {timeout_s} s",
        hint="split the file, or raise ingest.timeout_s",
    )


def _died(name: str, code: int, complaint: bytes, timeout_s: int) -> IngestError:
    """Say in one line why the child died."""
    if code < 0 and sys.platform != "win32" and -code in (signal.SIGXCPU, signal.SIGKILL):
        return _too_slow(name, timeout_s)
    words = last_words(complaint)
    if words.startswith("MemoryError"):
        return IngestError(f"{name}: reading the file takes too much memory", hint="raise ingest.memory_mb")
    return IngestError(
        f"{name}: the reader failed on this file ({words or f'exit code {code}'})",
        hint="the file may be damaged: copy or download it again",
    )
