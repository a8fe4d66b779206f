"""Writing large files so that a kill, a power cut or a full disk leaves either nothing or the whole.

A file is written elsewhere, flushed to the disk, and only then renamed to where it is looked for.
"""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BufferedIOBase
from pathlib import Path
from typing import BinaryIO

from edgerag.errors import BusyError, DiskFullError

BLOCK_BYTES = 1 << 20
"""How much is read, hashed and written at a time."""

Progress = Callable[[str, int, int], None]
"""Called with what is being done, and how many bytes of how many are."""


def silent(stage: str, done_bytes: int, total_bytes: int) -> None:
    """Report nothing."""


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal; about 1.3 GB a second on a laptop."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def copy_blocks(source: Iterator[bytes], target: BinaryIO, on_bytes: Callable[[int], None]) -> str:
    """Write blocks to an open file, flush them to the disk, and return the SHA-256 of what was written."""
    digest = hashlib.sha256()
    for block in source:
        target.write(block)
        digest.update(block)
        on_bytes(len(block))
    flush(target)
    return digest.hexdigest()


def blocks(file: BufferedIOBase) -> Iterator[bytes]:
    """The rest of an open file, block by block."""
    while block := file.read(BLOCK_BYTES):
        yield block


def flush(file: BinaryIO) -> None:
    """Force what was written onto the disk."""
    file.flush()
    os.fsync(file.fileno())


def write_whole(path: Path, content: bytes) -> None:
    """Replace a small file: a reader sees the old content or the new, never a part."""
    partial = path.with_name(f"{path.name}.new")
    with partial.open("wb") as file:
        file.write(content)
        flush(file)
    partial.replace(path)
    flush_folder(path.parent)


def flush_folder(folder: Path) -> None:
    """Force renames in a folder onto the disk, where the system offers it."""
    if sys.platform == "win32":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def require_space(folder: Path, needed_bytes: int) -> None:
    """Refuse to start what would fill the disk.

    Raises:
        DiskFullError: less than `needed_bytes` are free where `folder` is.
    """
    free = shutil.disk_usage(folder).free
    if free < needed_bytes:
        raise DiskFullError(
            f"{folder} has {free / 1e6:,.0f} MB free and {needed_bytes / 1e6:,.0f} MB are needed",
            hint="free some space there, or use another disk; EDGERAG_HOME moves models and library to one",
        )


@contextmanager
def disk_full_told() -> Iterator[None]:
    """Turn the system's "no space left" into a `DiskFullError`."""
    try:
        yield
    except OSError as error:
        if error.errno not in {errno.ENOSPC, errno.EDQUOT}:
            raise
        raise DiskFullError(
            f"the disk is full: {error.filename or error}",
            hint="free some space and run the same command again: it goes on where it stopped",
        ) from error


@contextmanager
def locked(path: Path, what: str) -> Iterator[None]:
    """Hold a lock that the system releases when the process ends, however it ends.

    Raises:
        BusyError: another process holds it; the message begins with `what`.
    """
    with path.open("ab") as file:
        try:
            _lock(file)
        except OSError as error:
            raise BusyError(
                f"{what}: another edgerag is doing this already", hint="wait until it has finished"
            ) from error
        yield


if sys.platform == "win32":
    import msvcrt

    def _lock(file: BinaryIO) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: BinaryIO) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
