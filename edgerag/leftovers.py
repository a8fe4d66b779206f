"""The folder that a one-file program unpacks itself into, and those that killed programs left.

The launcher of a one-file program unpacks 220 MB into a folder `_MEI...` of the temporary folder, starts the
program from there, and removes the folder when the program has ended. A launcher that is killed removes
nothing. So the program and each of its children hold a lock on a file in their folder, which the system
releases however a process ends, and whoever starts later removes the folders beside its own that are free.

The file marks a folder as edgerag's by its words, which are written when the lock is held. A folder that is
marked and free is therefore one from which edgerag ran and runs no more, never one that is still unpacked.
"""

from __future__ import annotations

import logging
import os
import shutil
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread

from edgerag.paths import is_frozen

MARK = "edgerag.running"
_WORDS = b"edgerag runs from this folder as long as somebody holds the lock of this file\n"
_UNPACKED = "_MEI"
"""How PyInstaller begins the names of the folders."""
END_WITHIN_S = 2.0
"""How long a program that is done waits for what it removes; the next start goes on with the rest."""

_LOG = logging.getLogger(__name__)


def unpacked_folder() -> Path | None:
    """Give the folder that this very program unpacked itself into; None if it is not one file."""
    folder = Path(getattr(sys, "_MEIPASS", ""))
    return folder if is_frozen() and folder.name.startswith(_UNPACKED) else None


def hold(folder: Path) -> None:
    """Mark a folder as edgerag's, and as one that is in use until this process ends.

    The program runs as well from one that cannot be marked, and nobody will remove that one.
    """
    try:
        descriptor = os.open(folder / MARK, os.O_RDWR | os.O_CREAT | _NO_LINK, 0o600)
        _share(descriptor)
        os.write(descriptor, _WORDS)
    except OSError as error:
        _LOG.info("the unpacked program could not be marked: %s", error)


@contextmanager
def removing_leftovers(own: Path) -> Iterator[None]:
    """Remove what earlier programs left beside the folder `own`, in a thread, while the context lasts."""
    remover = Thread(target=remove_leftovers, args=[own], name="leftovers", daemon=True)
    remover.start()
    try:
        yield
    finally:
        remover.join(END_WITHIN_S)


def remove_leftovers(own: Path) -> None:
    """Remove the folders beside `own` from which an edgerag of this user ran, and runs no more."""
    for folder in own.parent.glob(f"{_UNPACKED}*"):
        if folder == own:
            continue
        try:
            _remove_if_left(folder)
        except OSError as error:
            _LOG.info("what an earlier start unpacked could not be removed: %s", error)


def _remove_if_left(folder: Path) -> None:
    """Remove a folder if it is marked and free: the mark last, so that the next start can go on."""
    mark = folder / MARK
    with suppress(FileNotFoundError, BlockingIOError):
        status = folder.lstat()
        if not stat.S_ISDIR(status.st_mode) or not _is_own(status):
            return
        with os.fdopen(os.open(mark, os.O_RDWR | _NO_LINK), "rb") as file:
            status = os.fstat(file.fileno())
            if not _is_own(status) or file.read(len(_WORDS) + 1) != _WORDS:
                return
            _claim(file.fileno())
            if not os.path.samestat(status, mark.lstat()):  # somebody else has just removed this folder
                return
            _empty(folder)
        mark.unlink()
        folder.rmdir()


def _empty(folder: Path) -> None:
    """Remove all that is in a folder but its mark; links are removed, and never followed."""
    with os.scandir(folder) as inside:
        for entry in inside:
            if entry.name == MARK:
                continue
            if entry.is_dir(follow_symlinks=False):
                shutil.rmtree(entry.path)
            else:
                Path(entry.path).unlink()


if sys.platform == "win32":
    import msvcrt

    _NO_LINK = 0
    _LOCKS_BEGIN = 1 << 20
    """Far behind the words, for nobody else can read what is locked."""
    _LOCKS_BYTES = (1 << 31) - 1 - _LOCKS_BEGIN

    def _is_own(status: os.stat_result) -> bool:  # noqa: ARG001
        """Every user has a temporary folder of their own."""
        return True

    def _share(descriptor: int) -> None:
        """Take a byte of one's own: there are no shared locks."""
        os.lseek(descriptor, _LOCKS_BEGIN + os.getpid() % _LOCKS_BYTES, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        os.lseek(descriptor, 0, os.SEEK_SET)

    def _claim(descriptor: int) -> None:
        """Take every byte, which goes only if nobody has one."""
        os.lseek(descriptor, _LOCKS_BEGIN, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, _LOCKS_BYTES)
        except OSError as error:
            raise BlockingIOError(*error.args) from error
else:
    import fcntl

    _NO_LINK = os.O_NOFOLLOW

    def _is_own(status: os.stat_result) -> bool:
        return status.st_uid == os.getuid()

    def _share(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)

    def _claim(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
