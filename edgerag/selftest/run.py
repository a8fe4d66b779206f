"""Runs the checks, each in a process and a folder of its own: one that crashes hides no other."""

from __future__ import annotations

import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from edgerag import paths
from edgerag.config import Config
from edgerag.errors import SelfTestError
from edgerag.process import child_command, child_environment, last_words
from edgerag.selftest.child import CHILD_ARGUMENTS, END_TO_END, QUICK
from edgerag.selftest.outcomes import REINSTALL, Failed, LeftOut, Outcome, Passed, Task

TIMEOUT_S = 60.0
MODEL_TIMEOUT_S = 600.0
"""A generator of seven billion parameters reads and writes some hundred tokens within this."""

_OUTCOME: msgspec.msgpack.Decoder[Passed | LeftOut | Failed] = msgspec.msgpack.Decoder(
    Passed | LeftOut | Failed
)


@dataclass(frozen=True, slots=True)
class Checked:
    """What became of one check."""

    part: str
    outcome: Outcome
    seconds: float


def names(*, quick: bool) -> tuple[str, ...]:
    """Name the checks in the order in which they run; `quick` leaves out those that need models."""
    return tuple(QUICK) if quick else (*QUICK, *END_TO_END)


def run_checks(config: Config, config_file: Path, *, quick: bool = False) -> Iterator[Checked]:
    """Do every check, never touching the person's library.

    A `KeyboardInterrupt` ends the check at hand and leaves nothing behind.

    Raises:
        SelfTestError: there is no folder for temporary files.
    """
    with _scratch() as scratch:
        for part in names(quick=quick):
            started = time.monotonic()
            folder = Path(scratch) / part
            folder.mkdir()
            outcome = _run(_task(part, folder, config, config_file))
            yield Checked(part, outcome, time.monotonic() - started)


def _scratch() -> tempfile.TemporaryDirectory[str]:
    try:
        return tempfile.TemporaryDirectory(prefix="edgerag-selftest-", ignore_cleanup_errors=True)
    except OSError as error:
        raise SelfTestError(
            f"there is no folder for temporary files: {error.strerror}",
            hint="set TMPDIR to a folder that can be written",
        ) from error


def _task(part: str, scratch: Path, config: Config, config_file: Path) -> Task:
    folders = (paths.data_folder(), config_file.parent, paths.log_folder())
    return Task(
        part,
        str(scratch),
        tuple(str(folder.absolute()) for folder in folders),
        str(paths.models_folder()),
        config.models,
    )


def _run(task: Task) -> Outcome:
    """Do a check in a child whose home is the scratch folder."""
    timeout_s = TIMEOUT_S if task.check in QUICK else MODEL_TIMEOUT_S
    try:
        code, output, complaint = _converse(task, timeout_s)
    except subprocess.TimeoutExpired:
        return Failed(f"did not end within {timeout_s:.0f} s", "close other programs and try again")
    except OSError as error:
        return Failed(f"the program cannot start itself: {error.strerror}", REINSTALL)
    if code != 0:
        return Failed(_reason(code, complaint), REINSTALL)
    try:
        return _OUTCOME.decode(output)
    except msgspec.DecodeError:
        return Failed("the check gave no outcome", REINSTALL)


def _converse(task: Task, timeout_s: float) -> tuple[int, bytes, bytes]:
    """Give the child its task, and wait for its exit code, its output and its complaints."""
    with subprocess.Popen(
        child_command(CHILD_ARGUMENTS),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=child_environment() | {"EDGERAG_HOME": str(Path(task.scratch) / "home")},
    ) as child:
        try:
            output, complaint = child.communicate(msgspec.msgpack.encode(task), timeout_s)
        except BaseException:
            # A child that still writes would keep its folder from being removed.
            child.kill()
            child.wait()
            raise
    return child.returncode, output, complaint


def _reason(code: int, complaint: bytes) -> str:
    """Say in one line why a check ended the process: the last line of a traceback, or the signal."""
    if code < 0 and sys.platform != "win32":
        return f"crashed ({signal.Signals(-code).name})"
    return last_words(complaint) or f"ended with exit code {code}"
