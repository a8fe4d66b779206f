"""Encrypting a library, decrypting it for ever, and changing what opens it.

    lock     write the key file     copy, encrypted     verify     erase what is derived     rename over
             erase what is plain
    unlock   copy, plain     verify     rename over     remove the key file
    rekey    a passphrase: replace the key file     a key: both keys in the key file, then as `lock`

A kill at any instant leaves the library as it was before or as it is after, and its key file beside it
whenever it is encrypted. What a kill leaves undone is done by the same command, or at the next opening.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from threading import Event

import apsw

from edgerag.disk import disk_full_told, erase, flush_folder, locked, overwrite, require_space
from edgerag.errors import Cancelled, LibraryBusyError, StoreError
from edgerag.folders import PRIVATE_FILE, WRITE_PROTECTED
from edgerag.store import cipher, keys
from edgerag.store.connection import extend, is_read_only, translated_errors
from edgerag.store.keyring import KEYRING
from edgerag.store.keys import key_file

_LOG = logging.getLogger(__name__)
_PROGRESS_STEPS = 20_000
"""Of SQLite's machine, between two looks at how far it is: some milliseconds."""
_MEGABYTE = 1 << 20
_WAIT_MS = 2_000
_PLAIN = b"SQLite format 3\0"
_OPEN = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_URI

Progress = Callable[[str, int, int], None]
"""Told what is being done, and how many bytes of how many are."""


class Step(StrEnum):
    """What was done to what opens a library."""

    LOCKED = "the library was encrypted"
    UNLOCKED = "the library was decrypted for ever"
    PASSPHRASE = "the passphrase of the library was changed"
    KEY = "the library was encrypted anew with another key"


def lock(
    library_file: Path,
    passphrase: bytes,
    key: bytes,
    progress: Progress,
    cancel: Event,
    *,
    derived: Sequence[Path] = (),
) -> None:
    """Encrypt a plain library with `key`, which `passphrase` opens from then on.

    Copies from before migrations are erased. So are the folders `derived`, before the library is encrypted:
    a kill between the two leaves it plain, and what is derived is made again.

    Raises:
        Cancelled: `cancel` was set; the library is plain, as it was.
        LibraryBusyError: another program has the library open.
        DiskFullError: there is no room for a second copy; the library is as it was.
        StoreError: it is locked already, or is damaged; it is as it was.
    """
    with _one_at_a_time(library_file), translated_errors(library_file):
        demand_plain(library_file)
        keys.write(key_file(library_file), [keys.wrap(key, passphrase)])
        try:
            _rewrite(library_file, None, key, progress, cancel, derived)
        except BaseException:
            _drop_key_file_of_plain(library_file)
            raise
        KEYRING.hold(library_file, key)
        erase_plain_copies(library_file)
        _done(Step.LOCKED)


def unlock_for_ever(library_file: Path, progress: Progress, cancel: Event) -> None:
    """Decrypt a library whose key is known, or is asked for.

    Raises:
        Cancelled: `cancel` was set; the library is encrypted, as it was.
        LibraryBusyError: another program has the library open.
        DiskFullError: there is no room for a second copy.
        StoreError: it is not locked, or is damaged.
    """
    with _one_at_a_time(library_file):
        key = _key_of_locked(library_file)
        _rewrite(library_file, key, None, progress, cancel)
        _remove_older_copies(library_file)
        key_file(library_file).unlink(missing_ok=True)
        KEYRING.forget()
        _done(Step.UNLOCKED)


def change_passphrase(library_file: Path, passphrase: bytes) -> None:
    """Let another passphrase open a library whose key is known, or is asked for; the old one does no longer.

    Raises:
        StoreError: it is not locked, or its key file cannot be written.
    """
    with _one_at_a_time(library_file):
        key = _key_of_locked(library_file)
        keys.write(key_file(library_file), [keys.wrap(key, passphrase)])
        _done(Step.PASSPHRASE)


def change_key(library_file: Path, passphrase: bytes, key: bytes, progress: Progress, cancel: Event) -> None:
    """Encrypt a locked library anew with `key`: its older recovery key opens it no longer.

    Raises:
        Cancelled: `cancel` was set; the library has its older key.
        LibraryBusyError: another program has the library open.
        DiskFullError: there is no room for a second copy.
        StoreError: it is not locked, or is damaged.
    """
    with _one_at_a_time(library_file):
        older = _key_of_locked(library_file)
        wrapped = keys.wrap(key, passphrase)
        keys.write(key_file(library_file), [keys.wrap(older, passphrase), wrapped])
        _rewrite(library_file, older, key, progress, cancel)
        KEYRING.hold(library_file, key)
        keys.write(key_file(library_file), [wrapped])
        _remove_older_copies(library_file)
        _done(Step.KEY)


def erase_plain_copies(library_file: Path) -> tuple[Path, ...]:
    """Erase the plain copies that lie beside a locked library, whole or begun; name them.

    Raises:
        StoreError: one of them cannot be erased.
    """
    plain = tuple(path for path in _older_copies(library_file) if _is_plain(path))
    for path in (*plain, _copy_of(library_file)):
        try:
            erase(path)
        except OSError as error:
            raise StoreError(
                f"{path} is a plain copy of the library and cannot be erased: {error.strerror}",
                hint="delete it by hand",
            ) from error
    return plain


def demand_plain(library_file: Path) -> None:
    """See that a library is there, and plain.

    Raises:
        StoreError: it is not.
    """
    with translated_errors(library_file):
        if not cipher.opens(library_file, None):
            raise StoreError("the library is locked already", hint="change its passphrase: `edgerag rekey`")


def demand_locked(library_file: Path) -> None:
    """See that a library is there, and not plain; its key file may be lost.

    Raises:
        StoreError: it is missing or plain.
    """
    with translated_errors(library_file):
        if not library_file.is_file() or cipher.opens(library_file, None):
            raise StoreError("the library is not locked", hint="`edgerag lock` locks it")


@contextmanager
def _one_at_a_time(library_file: Path) -> Iterator[None]:
    """Keep other processes from changing the key file, or from beginning one.

    Raises:
        BusyError: another process is locking, unlocking or rekeying the library.
        StoreError: there is no library, or its folder cannot be written.
    """
    if not library_file.is_file():
        raise StoreError(f"{library_file} is missing", hint="restore it from a backup")
    if is_read_only(library_file):
        raise StoreError(f"{library_file} can only be read", hint=WRITE_PROTECTED)
    # It stays: were it removed, two could hold a file of this name, each its own.
    guard = library_file.with_name(f".{library_file.name}.rekeying")
    os.close(os.open(guard, os.O_CREAT | os.O_WRONLY, PRIVATE_FILE))
    with locked(guard, "changing the library's key"):
        yield


def _key_of_locked(library_file: Path) -> bytes:
    """Give the key of a library that is encrypted, even if its key file is lost and the key was recovered.

    Raises:
        StoreError: it is plain, or as `Keyring.key_of`.
    """
    demand_locked(library_file)
    return KEYRING.key_of(library_file)


def _done(step: Step) -> None:
    """Take note that what opens the library has changed: the one place that every such change passes."""
    _LOG.info("%s", step)


def _drop_key_file_of_plain(library_file: Path) -> None:
    """Remove the key file that was written for nothing; what encrypts a library is never removed."""
    if cipher.opens(library_file, None):
        key_file(library_file).unlink(missing_ok=True)


def _rewrite(
    library_file: Path,
    before: bytes | None,
    after: bytes | None,
    progress: Progress,
    cancel: Event,
    derived: Sequence[Path] = (),
) -> None:
    """Put a copy with another key, or with none, in a library's place, once it is whole and on the disk."""
    copy = _copy_of(library_file)
    with translated_errors(library_file), disk_full_told(), _alone(library_file, before) as db:
        try:
            erase(copy)
            total_bytes = library_file.stat().st_size
            require_space(library_file.parent, total_bytes + _MEGABYTE)
            _write_copy(db, copy, after, total_bytes, progress, cancel)
            progress("verifying", 0, total_bytes)
            _verify(db, copy, after)
            progress("erasing what is plain", 0, 0)
            for folder in derived:  # nobody writes into them meanwhile, for the library is ours alone
                erase(folder)
            _replace(library_file, copy, db, is_plain=before is None)
        except BaseException:
            erase(copy)
            raise


@contextmanager
def _alone(library_file: Path, key: bytes | None) -> Iterator[apsw.Connection]:
    """Open a library that no other connection of any process has open, and keep it so."""
    db = apsw.Connection(library_file.absolute().as_uri(), flags=_OPEN)
    try:
        if key is not None:
            cipher.set_key(db, key)
        extend(db)
        db.set_busy_timeout(_WAIT_MS)
        try:
            # Others that have it open keep the write-ahead log in use.
            db.pragma("journal_mode", "delete")
            db.pragma("locking_mode", "exclusive")
            db.execute("begin exclusive; commit")
        except (apsw.BusyError, apsw.LockedError) as error:
            raise LibraryBusyError(
                "another edgerag has the library open", hint="close it, and run the same command again"
            ) from error
        yield db
    finally:
        db.close()


def _write_copy(
    db: apsw.Connection, copy: Path, key: bytes | None, total_bytes: int, progress: Progress, cancel: Event
) -> None:
    def look() -> bool:
        progress("copying", min(copy.stat().st_size, total_bytes), total_bytes)
        return cancel.is_set()

    # SQLite accepts an empty file as the target, which lets us decide who may read it.
    os.close(os.open(copy, os.O_CREAT | os.O_EXCL, PRIVATE_FILE))
    db.set_progress_handler(look, _PROGRESS_STEPS)
    try:
        db.execute("vacuum into ?", (cipher.address(copy, key),))
    except apsw.InterruptError:
        raise Cancelled("stopped; the library is as it was", hint="run the same command again") from None
    except apsw.CantOpenError:  # its message holds the key
        raise StoreError(f"{copy} cannot be written", hint=WRITE_PROTECTED) from None
    finally:
        db.set_progress_handler(None)


def _verify(db: apsw.Connection, copy: Path, key: bytes | None) -> None:
    """Compare a copy with its original, reading all of it; and see that it is encrypted if it must be.

    Raises:
        StoreError: they differ: the disk does not give back what is written to it; or this is not the SQLite
            that can encrypt.
    """
    if key is not None and cipher.opens(copy, None):
        raise StoreError(
            "this program's SQLite cannot encrypt; the library is as it was", hint="reinstall edgerag"
        )
    copied = apsw.Connection(str(copy))
    try:
        if key is not None:
            cipher.set_key(copied, key)
        extend(copied)
        is_whole = copied.pragma("integrity_check") == "ok" and _counts(copied) == _counts(db)
    finally:
        copied.close()
    if not is_whole:
        raise StoreError(
            "the copy of the library is not what was written; the library is as it was",
            hint="`edgerag doctor --repair`, and look at the disk",
        )


def _counts(db: apsw.Connection) -> dict[str, int]:
    """Count the rows of every table."""
    names = [name for (name,) in db.execute("select name from sqlite_schema where type = 'table'")]
    return {name: db.execute(f'select count(*) from "{name}"').get for name in names}


def _replace(library_file: Path, copy: Path, db: apsw.Connection, *, is_plain: bool) -> None:
    """Flush a copy to the disk, rename it over the library, and overwrite what it replaced if plain."""
    with copy.open("r+b") as file:
        os.fsync(file.fileno())
    if sys.platform == "win32":
        db.close()  # nothing is renamed over an open file there
        copy.replace(library_file)
        return
    with library_file.open("r+b") as replaced:
        copy.replace(library_file)
        flush_folder(library_file.parent)
        if is_plain:
            overwrite(replaced)


def _copy_of(library_file: Path) -> Path:
    return library_file.with_name(f".{library_file.name}.copy")


def _older_copies(library_file: Path) -> list[Path]:
    """Give the copies from before migrations."""
    return sorted(library_file.parent.glob(f"{library_file.stem}.before-*{library_file.suffix}"))


def _remove_older_copies(library_file: Path) -> None:
    """Remove copies that were encrypted with a key that is no more."""
    for copy in _older_copies(library_file):
        copy.unlink(missing_ok=True)


def _is_plain(path: Path) -> bool:
    """Say whether a file that nobody has open is a plain database."""
    with path.open("rb") as file:
        return file.read(len(_PLAIN)) == _PLAIN
