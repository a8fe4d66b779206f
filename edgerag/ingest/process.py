"""How this program starts others: itself as a child, installed, from a checkout or frozen, and viewers."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

CHILD_MODULES = ("edgerag.ingest.child", "edgerag.ingest.picture", "edgerag.selftest.child")
"""What `-m` may name in a frozen program, which is no Python interpreter."""
_PACKAGE_PARENT = str(Path(__file__).parents[2])
_LIBRARY_PATHS = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")


def is_frozen() -> bool:
    """Say whether this is the executable that was made with PyInstaller."""
    return bool(getattr(sys, "frozen", False))


def child_command(arguments: Sequence[str]) -> list[str]:
    """Name a child's program; `-P` keeps modules of the current folder out of it."""
    safe_path = [] if is_frozen() else ["-P"]
    return [sys.executable, *safe_path, *arguments]


def child_environment() -> dict[str, str]:
    """Give this process's environment, in which a child finds this very package."""
    search = os.pathsep.join(filter(None, (_PACKAGE_PARENT, os.environ.get("PYTHONPATH", ""))))
    return {**os.environ, "PYTHONPATH": search}


def system_environment() -> dict[str, str]:
    """Give the environment for a program of the system, such as a viewer.

    A frozen program's launcher points the loader at the libraries it brings along, with which other
    programs may not start, and keeps what stood there before under another name.
    """
    environment = dict(os.environ)
    for name in _LIBRARY_PATHS if is_frozen() else ():
        environment.pop(name, None)
        if (before := environment.pop(f"{name}_ORIG", None)) is not None:
            environment[name] = before
    return environment
