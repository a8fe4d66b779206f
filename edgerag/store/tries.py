"""How often a passphrase was wrong, and how long the next try has to wait.

It hinders whoever sits at the keyboard. Whoever has taken a copy of the files can try as fast as Argon2id
lets a machine.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path

from edgerag.folders import PRIVATE_FILE

FREE_TRIES = 5
"""Wrong tries after which the next one waits."""
LONGEST_WAIT_S = 300.0
"""What a person who has found the right note can still wait for."""


def wait_s(library_file: Path, *, now_s: float | None = None) -> float:
    """Say how many seconds the next try has to wait: 2 after the fifth wrong one, then always twice that."""
    n_wrong, last_s = _read(library_file)
    if n_wrong < FREE_TRIES:
        return 0.0
    pause_s = min(2.0 ** min(n_wrong - FREE_TRIES + 1, 30), LONGEST_WAIT_S)
    gone_s = (time.time() if now_s is None else now_s) - last_s
    # A clock that was set back makes nobody wait longer than once.
    return min(max(pause_s - gone_s, 0.0), pause_s)


def note_wrong(library_file: Path) -> None:
    """Count a wrong try; where nothing can be written, it is not counted."""
    with suppress(OSError):
        n_wrong, _ = _read(library_file)
        descriptor = os.open(_file(library_file), os.O_CREAT | os.O_WRONLY | os.O_TRUNC, PRIVATE_FILE)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(f"{n_wrong + 1} {time.time()}\n")


def note_right(library_file: Path) -> None:
    """Forget the wrong tries."""
    with suppress(OSError):
        _file(library_file).unlink(missing_ok=True)


def _read(library_file: Path) -> tuple[int, float]:
    try:
        n_wrong, last_s = _file(library_file).read_text(encoding="ascii").split()
        return int(n_wrong), float(last_s)
    except (OSError, ValueError):
        return 0, 0.0


def _file(library_file: Path) -> Path:
    return library_file.with_suffix(".tries")
