"""Asking another edgerag executable what it is and whether it works here."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from edgerag.errors import BundleError
from edgerag.paths import is_frozen
from edgerag.present.inert import inert
from edgerag.process import system_environment

SELF_TEST_S = 300
"""A slow laptop unpacks and checks the program in well under a minute."""
_VERSION = re.compile(r"^edgerag, version (\S+)$", re.MULTILINE)


def own_executable() -> Path | None:
    """The running program if it is one file that can be copied: no checkout, wheel or folder build."""
    if not is_frozen():
        return None
    executable = Path(sys.executable)
    unpacked = Path(getattr(sys, "_MEIPASS", executable.parent))
    return None if unpacked.is_relative_to(executable.parent) else executable


def version_of(program: Path) -> str:
    """Ask a program for its version.

    Raises:
        BundleError: it cannot be started here, or is no edgerag.
    """
    said = _VERSION.search(run(program, ["--version"]).stdout)
    if said is None:
        raise BundleError(f"{program} is no edgerag: it does not say its version")
    return said[1]


def self_test(program: Path) -> None:
    """Let a program check that all its parts work on this machine.

    Raises:
        BundleError: they do not, or it cannot be started.
    """
    finished = run(program, ["selftest", "--quick"])
    if finished.returncode:
        raise BundleError(
            f"the program of this bundle does not work on this machine: {_complaint(finished)}",
            hint=f"nothing was changed; see what `{program} selftest --quick` says",
        )


def _complaint(finished: subprocess.CompletedProcess[str]) -> str:
    """Say which parts failed; where the self-test does not get that far, its last words."""
    rows = [line.split("\t") for line in finished.stdout.splitlines()]
    failed = [row[1] for row in rows if row[0] == "FAILED" and len(row) > 1]
    last_words = (finished.stderr.strip().splitlines() or ["it says nothing"])[-1]
    return inert(", ".join(failed) or last_words)


def run(program: Path, arguments: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Run a program to its end and take what it says.

    Raises:
        BundleError: it cannot be started, or does not end.
    """
    try:
        return subprocess.run(
            [program.absolute(), *arguments],
            env=environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=SELF_TEST_S,
            check=False,
        )
    except OSError as error:
        raise BundleError(
            f"{program} cannot be started: {error.strerror}",
            hint="it may be for another system, or its disk may forbid programs: choose another folder",
        ) from error
    except subprocess.TimeoutExpired as error:
        raise BundleError(f"{program} did not answer in {SELF_TEST_S} s") from error


def environment() -> dict[str, str]:
    """Give the environment for another executable of edgerag, which must unpack libraries of its own."""
    own = system_environment().items()
    return {name: value for name, value in own if not name.startswith("_PYI_")} | {
        "PYINSTALLER_RESET_ENVIRONMENT": "1"
    }
