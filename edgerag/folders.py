"""Whether a folder can be used, and by whom: there, not write-protected, its owner's alone."""

from __future__ import annotations

import errno
import os
import stat
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

PRIVATE_FOLDER, PRIVATE_FILE = 0o700, 0o600
"""What the owner may do, and nobody else anything."""

WRITE_PROTECTED = "is the stick write-protected, or the folder another user's?"
"""What to look at when nothing can be written."""
NO_ROOM = "free some space on that disk"


def hint_of(error: Exception) -> str:
    """Say what to do about an error with which something could not be written."""
    is_full = isinstance(error, OSError) and error.errno in {errno.ENOSPC, errno.EDQUOT}
    return NO_ROOM if is_full else WRITE_PROTECTED


def named_path(typed: str) -> Path:
    """Give the path that a person typed, in full: "~" is their home, what else begins with it is a name."""
    path = Path(typed.strip())
    with suppress(RuntimeError):
        path = path.expanduser()
    return path.absolute()


def nearest_existing(folder: Path) -> Path:
    """Give the folder, or the first of those above it that is there."""
    return next(parent for parent in (folder, *folder.parents) if parent.is_dir())


def make_private(folder: Path) -> None:
    """Make a folder, and those above it that are missing, for the owner alone, whatever the umask."""
    missing = [one for one in (folder, *folder.parents) if not one.is_dir()]
    for one in reversed(missing):
        one.mkdir(mode=PRIVATE_FOLDER, exist_ok=True)
        one.chmod(PRIVATE_FOLDER)


def open_to_others(folder: Path) -> list[Path]:
    """Give the folder, and what is in it, if others than the owner may look into it."""
    if sys.platform == "win32":
        return []
    inside = (Path(here, name) for here, folders, files in os.walk(folder) for name in (*folders, *files))
    return [path for path in (folder, *inside) if _is_open(path)]


def _is_open(path: Path) -> bool:
    """Whether others may look into a file or folder; one that another process has just removed is not."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return False
    return not stat.S_ISLNK(mode) and bool(mode & (stat.S_IRWXG | stat.S_IRWXO))


def close_to_others(folder: Path) -> None:
    """Take a folder, and all that is in it, from everybody but the owner; some sticks know no permissions."""
    for path in open_to_others(folder):
        with suppress(OSError):
            path.chmod(PRIVATE_FOLDER if path.is_dir() else PRIVATE_FILE)


def why_not_writable(folder: Path) -> str:
    """Write a file in a folder, or in the first above it that is there; return what is wrong, or nothing.

    The file has no name, and no folder is made.
    """
    existing = nearest_existing(folder)
    try:
        with tempfile.TemporaryFile(dir=existing) as file:
            file.write(b"edgerag")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        return f"{existing} cannot be written: {error.strerror}"
    return ""
