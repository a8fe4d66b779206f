"""Asking another edgerag executable what it is and whether it works here."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from edgerag.errors import BundleError

SELF_TEST_S = 300
"""A slow laptop unpacks and checks the program in well under a minute."""
_VERSION = re.compile(r"^edgerag, version (\S+)$", re.MULTILINE)


def own_executable() -> Path | None:
    """The running program if it is one file that can be copied: no checkout, wheel or folder build."""
    if not getattr(sys, "frozen", False):
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
        said = (finished.stderr or finished.stdout).strip().splitlines() or ["it says nothing"]
        raise BundleError(
            f"the program of this bundle does not work on this machine: {said[-1]}",
            hint=f"nothing was changed; see what `{program} selftest --quick` says",
        )


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
    """This process's environment without what PyInstaller puts there for its own libraries."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("_PYI_")}
    if not getattr(sys, "frozen", False):
        return clean
    # The libraries of the running program are not those of the other one.
    original = clean.pop("LD_LIBRARY_PATH_ORIG", None)
    clean.pop("LD_LIBRARY_PATH", None)
    if original is not None:
        clean["LD_LIBRARY_PATH"] = original
    return clean | {"PYINSTALLER_RESET_ENVIRONMENT": "1"}
