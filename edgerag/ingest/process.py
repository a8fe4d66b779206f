"""How this package starts itself as a child process, installed, from a checkout or frozen."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

_PACKAGE_PARENT = str(Path(__file__).parents[2])


def child_command(arguments: Sequence[str]) -> list[str]:
    """Name a child's program; `-P` keeps modules of the current folder out of it."""
    safe_path = [] if getattr(sys, "frozen", False) else ["-P"]
    return [sys.executable, *safe_path, *arguments]


def child_environment() -> dict[str, str]:
    """Give this process's environment, in which a child finds this very package."""
    search = os.pathsep.join(filter(None, (_PACKAGE_PARENT, os.environ.get("PYTHONPATH", ""))))
    return {**os.environ, "PYTHONPATH": search}
