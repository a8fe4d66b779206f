"""Opens the files that people name: only regular ones, whatever stands in a file's place meanwhile.

A pipe would wait for ever and a device never ends. What was opened is looked at, not what the name meant
a moment before.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path

from edgerag.errors import IngestError

_HOW = os.O_RDONLY | sum(getattr(os, flag, 0) for flag in ("O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY"))
"""Opening a pipe must not wait for its other end, nor a terminal become this program's own."""
_KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


def open_source(path: Path) -> BufferedReader:
    """Open a regular file, or what a link leads to, for reading.

    Raises:
        IngestError: it is not there, may not be read, is something else than a file, or has a name that
            no library can hold.
    """
    if not is_utf8(path):
        raise IngestError("the name of the file or of its folder is not UTF-8", hint="rename it")
    try:
        descriptor = os.open(path, _HOW)
    except OSError as error:
        raise IngestError(_why_not(path, error), hint="check its name and permissions") from error
    other = kind_of(os.fstat(descriptor).st_mode)
    if other:
        os.close(descriptor)
        raise IngestError(f"this is {other}, not a file", hint="name a file")
    return os.fdopen(descriptor, "rb")


@contextmanager
def damage_told(damage: tuple[type[Exception], ...], kind: str, program: str) -> Iterator[None]:
    """Turn what is raised over a damaged file of one kind into one error."""
    try:
        yield
    except damage as error:
        raise IngestError(
            f"the {kind} is damaged, or is another kind of file",
            hint=f"open it in a {program} and save it again",
        ) from error


def read_source(path: Path, *, most_bytes: int | None = None) -> bytes:
    """Read a regular file.

    Raises:
        IngestError: it cannot be opened, as with `open_source`, or be read, or has more than `most_bytes`.
    """
    with open_source(path) as file:
        try:
            content = file.read() if most_bytes is None else file.read(most_bytes + 1)
        except OSError as error:
            raise IngestError(f"the file cannot be read: {error.strerror}", hint="copy it again") from error
    if most_bytes is not None and len(content) > most_bytes:
        raise IngestError(f"it is larger than {most_bytes / 1e6:.0f} MB", hint="split it into several files")
    return content


def sha256_of(path: Path) -> str:
    """Give the SHA-256 of a regular file, in hexadecimal.

    Raises:
        IngestError: it cannot be opened, as with `open_source`, or be read.
    """
    with open_source(path) as file:
        try:
            return hashlib.file_digest(file, "sha256").hexdigest()
        except OSError as error:
            raise IngestError(f"the file cannot be read: {error.strerror}", hint="copy it again") from error


def is_utf8(path: Path) -> bool:
    """Tell whether a path can be written down as text."""
    try:
        str(path).encode()
    except UnicodeEncodeError:
        return False
    return True


def printable(path: Path) -> str:
    """Give a file's name, with escapes for its bytes that are no UTF-8."""
    return os.fsencode(path.name).decode("utf-8", "backslashreplace")


def kind_of(mode: int) -> str:
    """Name what is no regular file; empty for a regular file."""
    if stat.S_ISREG(mode):
        return ""
    return next((name for is_kind, name in _KINDS if is_kind(mode)), "something else")


def _why_not(path: Path, error: OSError) -> str:
    if path.is_symlink() and not path.exists():
        return "the link leads to nothing"
    try:
        other = kind_of(path.stat().st_mode)
    except OSError:
        other = ""
    return f"this is {other}, not a file" if other else f"the file cannot be opened: {error.strerror}"
