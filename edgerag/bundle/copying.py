"""Copying and hashing files in one pass, counted over all of them; a stop or a kill costs one file."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from io import BufferedIOBase
from pathlib import Path
from threading import Event

from edgerag.bundle.manifest import BundledFile
from edgerag.disk import Progress, blocks, copy_blocks
from edgerag.errors import Cancelled

PARTIAL = ".partial"


class Meter:
    """Counts bytes over many files, and is where a long step stops when somebody asks for it."""

    def __init__(self, progress: Progress, total_bytes: int, cancel: Event) -> None:
        self._progress = progress
        self._total = total_bytes
        self._cancel = cancel
        self._done = 0
        self._what = ""

    def expect(self, n_bytes: int) -> None:
        """Learn of more bytes to come."""
        self._total += n_bytes

    def begin(self, what: str) -> None:
        """Say what is being done from now on."""
        self._what = what
        self.advance(0)

    def advance(self, n_bytes: int) -> None:
        """Count bytes that are done.

        Raises:
            Cancelled: somebody asked to stop.
        """
        if self._cancel.is_set():
            raise Cancelled("stopped", hint="run the same command again: it goes on where it stopped")
        self._done += n_bytes
        self._progress(self._what, self._done, self._total)


def is_whole(path: Path, file: BundledFile, meter: Meter) -> bool:
    """Whether that very file is at `path`.

    Raises:
        Cancelled: somebody asked to stop.
    """
    if not has_size(path, file):
        return False
    meter.expect(file.bytes)
    meter.begin(f"look at {file.path}")
    with path.open("rb") as content:
        return hash_counted(content, meter) == file.sha256


def hash_counted(content: BufferedIOBase, meter: Meter) -> str:
    """The SHA-256 of the rest of an open file.

    Raises:
        Cancelled: somebody asked to stop.
    """
    digest = hashlib.sha256()
    for block in blocks(content):
        digest.update(block)
        meter.advance(len(block))
    return digest.hexdigest()


def has_size(path: Path, file: BundledFile) -> bool:
    """Whether a file of that size is at `path`; much cheaper than `is_whole`, for estimates."""
    return path.is_file() and path.stat().st_size == file.bytes


def lacking_bytes(folder: Path, files: Iterable[BundledFile]) -> int:
    """Estimate how much must be written for `folder` to hold all of `files`."""
    return sum(file.bytes for file in files if not has_size(folder / file.path, file))


def bring(source: BufferedIOBase, file: BundledFile, target: Path, meter: Meter) -> bool:
    """Copy a file to where it is not yet; it gets its name only if what was written has the right hash.

    Returns:
        Whether it had; otherwise nothing is left of it.

    Raises:
        Cancelled: somebody asked to stop.
        OSError: the disk is full, say.
    """
    if is_whole(target, file, meter):
        meter.advance(file.bytes)
        return True
    meter.begin(f"copy {file.path}")
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_name(target.name + PARTIAL)
    with partial.open("wb") as copy:
        written = copy_blocks(blocks(source), copy, meter.advance)
    if written != file.sha256:
        partial.unlink()
        return False
    partial.replace(target)
    return True
