"""Writing large files so that a kill, a power cut or a full disk leaves either nothing or the whole.

A file is written elsewhere, flushed to the disk, and only then renamed to where it is looked for.
"""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import sys
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from io import BufferedIOBase
from itertools import chain, count
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final, Self

from edgerag.errors import BusyError, DiskFullError, EdgeRagError

BLOCK_BYTES = 1 << 20
"""How much is read, hashed and written at a time."""

Progress = Callable[[str, int, int], None]
"""Called with what is being done, and how many bytes of how many are."""


class Closing(ABC):
    """Whatever holds files open, and lets go of them at the end of a `with`."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    @abstractmethod
    def close(self) -> None:
        """Let go of the files."""


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


_PAGE: Final = b"<!doctype html"
_OPENING_BYTES: Final = 200


def write_whole(path: Path, content: bytes) -> None:
    """Replace a small file: a reader sees the old content or the new, never a part."""
    partial = path.with_name(f"{path.name}.new")
    with partial.open("wb") as file:
        file.write(content)
        flush(file)
    partial.replace(path)
    flush_folder(path.parent)


def save(path: Path, content: bytes) -> None:
    """Write a file that a person asked for, for its owner alone; there is never half of one.

    Raises:
        EdgeRagError: it cannot be written.
    """
    save_parts(path, [content])


def save_parts(path: Path, parts: Iterable[bytes]) -> None:
    """Write a file as `save` does, piece by piece: it need not fit into memory.

    A generator of pieces is closed in any case: what it reads may be gone by the time it is forgotten.

    Raises:
        EdgeRagError: it cannot be written, or what making a piece raises.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _refuse_other(path)
        descriptor, beside = tempfile.mkstemp(dir=path.parent, prefix=".edgerag")
    except OSError as error:
        raise _unwritable(path, error) from error
    try:
        with os.fdopen(descriptor, "wb") as file, ExitStack() as made:
            if isinstance(parts, Generator):
                made.callback(parts.close)
            file.writelines(parts)
            flush(file)
        Path(beside).replace(path)
    except OSError as error:
        Path(beside).unlink(missing_ok=True)
        raise _unwritable(path, error) from error
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise


def save_page(path: Path, parts: Iterable[bytes]) -> None:
    """Write an HTML page as `save_parts` does, in place of no file but another page.

    Raises:
        EdgeRagError: it cannot be written, another file is there, or what making a piece raises.
    """
    try:
        opening = _opening(path).lstrip().lower() if path.is_file() else b""
    except OSError as error:
        raise _unwritable(path, error) from error
    if opening and not opening.startswith(_PAGE):
        raise EdgeRagError(f"{path} is there already and is no report", hint="choose another name")
    save_parts(path, parts)


def _opening(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(_OPENING_BYTES)


def unused(path: Path) -> Path:
    """Give a path at which nothing is: "name.md", or else "name-2.md" and so on."""
    numbered = (path.with_stem(f"{path.stem}-{number}") for number in count(2))
    return next(one for one in chain([path], numbered) if not os.path.lexists(one))


def require_folder(folder: Path) -> None:
    """Refuse a folder that is not there: in a dialog it is a slip of the pen, or a stick that is out.

    Raises:
        EdgeRagError: it is not there.
    """
    if not os.path.isdir(folder):  # noqa: PTH112  # that of pathlib may fail
        raise EdgeRagError(f"there is no folder {folder}", hint="make it first, or choose another folder")


def _refuse_other(path: Path) -> None:
    """Refuse to replace a folder, a device or a pipe by a file."""
    if path.is_dir():
        raise EdgeRagError(f"{path} is a folder", hint="add the name of the file")
    if path.exists() and not path.is_file():
        raise EdgeRagError(f"{path} is there already and is no file", hint="choose another name")


def _unwritable(path: Path, error: OSError) -> EdgeRagError:
    reason = (error.strerror or "it cannot be written").lower()
    return EdgeRagError(f"{path}: {reason}", hint="choose another folder, or free some space there")


def write_private(path: Path, content: bytes) -> None:
    """Replace a small file as `write_whole` does, for its owner alone."""
    partial = path.with_name(f"{path.name}.new")
    partial.unlink(missing_ok=True)
    with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
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


def erase(path: Path) -> None:
    """Overwrite and remove a file, or all files of a folder; nothing happens if it is not there.

    What a flash drive keeps in its spare blocks is out of reach.
    """
    if path.is_dir() and not path.is_symlink():
        for inside in path.iterdir():
            erase(inside)
        path.rmdir()
        return
    with suppress(FileNotFoundError):
        if path.is_file() and not path.is_symlink():
            with path.open("r+b") as file:
                overwrite(file)
        path.unlink()


def overwrite(file: BinaryIO) -> None:
    """Write zeros over all of an open file, on the disk."""
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    for start in range(0, size, BLOCK_BYTES):
        file.write(bytes(min(BLOCK_BYTES, size - start)))
    flush(file)


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
