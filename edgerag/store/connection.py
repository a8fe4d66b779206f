"""Opens the library file: SQLite through apsw, with sqlite-vec loaded, one connection per thread.

A connection must not be used by two threads at once, and with write-ahead logging a reader
need not wait for a writer: so each thread has its own, made when it first asks.
"""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw
import sqlite_vec

from edgerag.errors import DiskFullError, KeyFileError, LibraryBusyError, StoreError
from edgerag.folders import hint_of, make_private
from edgerag.store import cipher, seals
from edgerag.store.keyring import KEYRING
from edgerag.store.keys import RECOVER, key_file

BUSY_TIMEOUT_S = 30.0
"""How long a writer waits for another process; adding the largest handbook commits within seconds."""

SWEEP_WAIT_S = 2.0
"""How long what was deleted waits for others to finish reading, before it is left to the last to close."""

_READ_ONLY = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI

_CACHE_KIB = 65_536
"""Keeps the vector index of 100,000 chunks (7 MB) in memory, and the pages that are read again and again."""


class Connections:
    """The connections of one library file."""

    def __init__(self, path: Path, *, busy_timeout_s: float = BUSY_TIMEOUT_S) -> None:
        self.path = path
        self.busy_timeout_s = busy_timeout_s
        self._of_thread = threading.local()
        self._opened: weakref.WeakSet[apsw.Connection] = weakref.WeakSet()
        self._lock = threading.Lock()

    @property
    def is_encrypted(self) -> bool:
        """Whether the file is encrypted; nothing derived from it is then written beside it.

        Raises:
            StoreError: the file cannot be read.
        """
        with translated_errors(self.path):
            return cipher.is_encrypted(self.path)

    def here(self) -> apsw.Connection:
        """Give the calling thread its connection.

        Raises:
            StoreError: the file cannot be opened, or is not a library.
        """
        connection: apsw.Connection | None = getattr(self._of_thread, "connection", None)
        if connection is None:
            connection = connect(self.path, busy_timeout_s=self.busy_timeout_s)
            self._of_thread.connection = connection
            with self._lock:
                self._opened.add(connection)
        return connection

    @contextmanager
    def transaction(self) -> Iterator[apsw.Connection]:
        """Change the library: everything inside happens, or nothing does.

        A transaction inside a transaction is part of the outer one.

        Raises:
            LibraryBusyError: another process is changing the library and did not finish in time.
            DiskFullError: there is no room; the library is as it was.
            StoreError: the file is damaged.
        """
        connection = self.here()
        with translated_errors(self.path):
            if connection.in_transaction:
                yield connection
                return
            connection.execute("begin immediate")
            try:
                yield connection
                connection.execute("commit")
            except BaseException:
                # SQLite itself rolls back when the disk is full.
                if connection.in_transaction:
                    connection.execute("rollback")
                raise

    @contextmanager
    def reading(self) -> Iterator[apsw.Connection]:
        """Read several things as of one moment, whatever other processes commit meanwhile.

        Raises:
            StoreError: the file is damaged or cannot be read.
        """
        connection = self.here()
        with translated_errors(self.path):
            if connection.in_transaction:
                yield connection
                return
            connection.execute("begin")
            try:
                yield connection
            finally:
                connection.execute("rollback")

    def checkpoint(self, wait_s: float = SWEEP_WAIT_S) -> bool:
        """Fold the write-ahead log into the file and empty it; say whether that was possible.

        It is not while another process, or another thread, reads or writes; the last to close does it then.
        """
        connection = self.here()
        if connection.readonly("main") or connection.in_transaction:
            return False
        connection.set_busy_timeout(round(wait_s * 1000))
        try:
            connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
        except apsw.Error:
            return False
        finally:
            connection.set_busy_timeout(round(self.busy_timeout_s * 1000))
        return True

    def has_log(self) -> bool:
        """Say whether there is anything in the write-ahead log."""
        return _has_log(self.path)

    def is_for_lack_of_room(self) -> bool:
        """Say whether the library is only read because its disk is full."""
        return self.here().readonly("main") and not is_read_only(self.path)

    def close(self) -> None:
        """Close every thread's connection; the last one folds the log into the file."""
        with self._lock:
            for connection in list(self._opened):
                connection.close()
            self._of_thread = threading.local()


def connect(path: Path, *, busy_timeout_s: float = BUSY_TIMEOUT_S) -> apsw.Connection:
    """Open `path`, creating it and its folder for the owner alone if they are missing.

    From a medium that cannot be written, and from a disk that is full, it is only read. If it is encrypted,
    its key is asked for.

    Raises:
        LibraryLockedError: it is encrypted, and there is nobody to ask for its passphrase.
        PassphraseError: its passphrase was wrong.
        KeyFileError: it is encrypted and its key file is damaged, or it is missing and its key file is there.
        StoreError: the file cannot be opened, is not a database, or is empty, which a library never is.
    """
    with translated_errors(path):
        if is_read_only(path):
            return _readable(path, busy_timeout_s)
        _create_private(path)
        while True:
            before = _identity(path)
            try:
                connection = _usable(path, busy_timeout_s)
            except (apsw.Error, StoreError):
                if _identity(path) == before:
                    raise
                continue
            if _identity(path) == before:
                return connection
            connection.close()  # it was locked or unlocked meanwhile: this is the file that was replaced


def _usable(path: Path, busy_timeout_s: float) -> apsw.Connection:
    """Open a library to be written, or else, on a disk without room for what SQLite writes beside it, read.

    What is left in its log cannot be read without that room.
    """
    try:
        return _writable(path, busy_timeout_s)
    except (apsw.FullError, apsw.IOError):
        if _has_log(path):
            raise
        return _readable(path, busy_timeout_s)


def _readable(path: Path, busy_timeout_s: float) -> apsw.Connection:
    connection = apsw.Connection(_read_only_uri(path), flags=_READ_ONLY)
    try:
        _prepare(connection, path, busy_timeout_s)
        connection.pragma("schema_version")
    except BaseException:
        connection.close()
        raise
    return connection


def _writable(path: Path, busy_timeout_s: float) -> apsw.Connection:
    connection = apsw.Connection(str(path))
    try:
        _prepare(connection, path, busy_timeout_s)
        connection.pragma("journal_mode", "wal")
        connection.pragma("synchronous", "full")
        connection.pragma("foreign_keys", "on")
        # What is removed is overwritten, not only unlinked: patients' questions may be in it.
        connection.pragma("secure_delete", "on")
    except BaseException:
        connection.close()
        raise
    return connection


def _prepare(connection: apsw.Connection, path: Path, busy_timeout_s: float) -> None:
    if cipher.is_encrypted(path):
        cipher.set_key(connection, KEYRING.key_of(path))
    connection.set_busy_timeout(round(busy_timeout_s * 1000))
    extend(connection)
    connection.pragma("cache_size", -_CACHE_KIB)


def extend(connection: apsw.Connection) -> None:
    """Give a connection the functions that the library's schema uses."""
    connection.enable_load_extension(enable=True)
    connection.load_extension(sqlite_vec.loadable_path())
    connection.enable_load_extension(enable=False)
    seals.register(connection)


def _identity(path: Path) -> tuple[int, int]:
    """Tell the file of this name from one that takes its place."""
    found = path.stat()
    return found.st_dev, found.st_ino


def is_read_only(path: Path) -> bool:
    """Say whether a library is there and can only be read: SQLite would write beside it, too."""
    return path.is_file() and not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK))


def _read_only_uri(path: Path) -> str:
    """Name a file that nobody changes while it is read; unless a log is left beside it, which counts too."""
    return f"{path.absolute().as_uri()}?{'mode=ro' if _has_log(path) else 'immutable=1'}"


def _has_log(path: Path) -> bool:
    log = path.with_name(f"{path.name}-wal")
    return log.is_file() and log.stat().st_size > 0


def _create_private(path: Path) -> None:
    """Make the file before SQLite does; its log and shared memory then inherit the mode.

    It appears with the first page of a database in it, so that an empty one is a damaged one.
    """
    if not path.parent.is_dir():
        make_private(path.parent)
    if not path.exists():
        _refuse_lost(path)
        _create(path)
    if path.stat().st_size == 0:
        raise StoreError(
            f"{path} is empty: a disk, or a copy that was cut short, has lost the library",
            hint="restore it from a backup, or delete it and add the handbooks again",
        )


def _refuse_lost(path: Path) -> None:
    """Begin no plain library where an encrypted one was: whoever locked it would not notice."""
    if key_file(path).exists():
        raise KeyFileError(
            f"{path} is missing, and its key file is there",
            hint=f"restore it from a backup, or delete {key_file(path).name} to begin a new, plain library",
        )


def _create(path: Path) -> None:
    fresh = path.with_name(f".{path.name}.{os.getpid()}-{threading.get_ident()}")
    os.close(os.open(fresh, os.O_CREAT | os.O_RDWR | os.O_TRUNC, 0o600))
    connection = apsw.Connection(str(fresh))
    connection.pragma("user_version", 1)
    connection.close()
    try:
        os.link(fresh, path)  # never in place of one that another process has just made
    except FileExistsError:
        pass
    except OSError:  # a stick's file system has no links
        if not path.exists():
            fresh.rename(path)
    finally:
        fresh.unlink(missing_ok=True)


_DAMAGE = (apsw.SQLError, apsw.MismatchError, apsw.TooBigError, apsw.NoMemError, UnicodeDecodeError)
"""What a damaged schema, length or text comes out as; no query of the program raises it on a sound file."""
_FAILED_READS = frozenset(
    (
        apsw.SQLITE_IOERR_READ,
        apsw.SQLITE_IOERR_SHORT_READ,
        apsw.SQLITE_IOERR_DATA,
        apsw.SQLITE_IOERR_CORRUPTFS,
    )
)


def _damaged(path: Path, error: Exception) -> StoreError:
    lost_key = f"; if it was locked, {RECOVER}" if isinstance(error, apsw.NotADBError) else ""
    return StoreError(
        f"{path}: damaged, or not a library: {error}",
        hint="restore it from a backup, or move it away and add the handbooks again" + lost_key,
    )


def _full(path: Path, error: object) -> DiskFullError:
    return DiskFullError(
        f"{path}: could not be written: {error}",
        hint="free some space on that disk and try again; nothing committed was lost",
    )


@contextmanager
def translated_errors(path: Path) -> Iterator[None]:
    """Say SQLite's failures, and the file system's, in the library's words.

    Raises:
        LibraryBusyError: as `Connections.transaction`.
        DiskFullError: as `Connections.transaction`.
        StoreError: the file is damaged, unreadable, or not a library.
    """
    try:
        yield
    except (apsw.CorruptError, apsw.NotADBError, *_DAMAGE) as error:
        raise _damaged(path, error) from error
    except apsw.ConstraintError:
        raise
    except (apsw.FullError, apsw.IOError) as error:
        if getattr(error, "extendedresult", 0) in _FAILED_READS:
            raise _damaged(path, error) from error
        raise _full(path, error) from error
    except (apsw.BusyError, apsw.LockedError) as error:
        raise LibraryBusyError(
            "another program is changing the library and did not finish in time",
            hint="wait until it is done, or close it, and try again",
        ) from error
    except (apsw.CantOpenError, apsw.ReadOnlyError, apsw.PermissionsError, OSError) as error:
        if isinstance(error, apsw.ReadOnlyError) and not is_read_only(path):
            raise _full(path, "the disk is full") from error
        raise StoreError(f"{path}: cannot be opened for writing: {error}", hint=hint_of(error)) from error
    except apsw.Error as error:  # what SQLite says only of a file that makes no sense
        raise _damaged(path, error) from error
