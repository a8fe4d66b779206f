"""How this program starts others: itself as a child, installed, from a checkout or frozen, and viewers."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from edgerag.paths import is_frozen

CHILD_MODULES = (
    "edgerag.audit.child",
    "edgerag.index.graph_child",
    "edgerag.inference.trial",
    "edgerag.ingest.child",
    "edgerag.ingest.picture",
    "edgerag.selftest.child",
)
"""What `-m` may name in a frozen program, which is no Python interpreter."""
_PACKAGE_PARENT = str(Path(__file__).parents[1])
_LAUNCHER = "[PYI-"
_LONGEST_WORDS = 200
_LIBRARY_PATHS = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")


def child_command(arguments: Sequence[str]) -> list[str]:
    """Name a child's program; `-P` keeps modules of the current folder out of it."""
    safe_path = [] if is_frozen() else ["-P"]
    return [sys.executable, *safe_path, *arguments]


def child_environment() -> dict[str, str]:
    """Give this process's environment, in which a child finds this very package."""
    search = os.pathsep.join(filter(None, (_PACKAGE_PARENT, os.environ.get("PYTHONPATH", ""))))
    return {**os.environ, "PYTHONPATH": search}


def do_one_task(do: Callable[[bytes], bytes]) -> None:
    """In a child: do the task that standard input holds, and write what comes of it to standard output.

    Nothing else reaches that pipe: what a native library prints goes to standard error.
    """
    task = sys.stdin.buffer.read()
    with os.fdopen(os.dup(1), "wb") as pipe:
        os.dup2(2, 1)
        pipe.write(do(task))


def last_words(complaint: bytes) -> str:
    """Give the line in which a child said why it died: the last one, such as an exception's message.

    In a frozen program the launcher adds a line that says only that there was an exception.
    """
    lines = complaint.decode("utf-8", "replace").strip().splitlines()
    own = [line for line in lines if not line.startswith(_LAUNCHER)]
    return own[-1][:_LONGEST_WORDS] if own else ""


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
