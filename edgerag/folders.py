"""Whether a folder can be used: there, and not write-protected."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

WRITE_PROTECTED = "is the stick write-protected, or the folder another user's?"
"""What to look at when nothing can be written."""


def nearest_existing(folder: Path) -> Path:
    """Give the folder, or the first of those above it that is there."""
    return next(parent for parent in (folder, *folder.parents) if parent.is_dir())


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
