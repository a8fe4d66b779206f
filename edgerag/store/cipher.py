"""How SQLite is told to encrypt: SQLite3 Multiple Ciphers, every page with AEGIS-256 and its own tag.

Of its ciphers AEGIS costs least. To read all text of 20 handbooks that no cache holds takes 11 ms of the
processor, as it does plain (ChaCha20 19, AES-CBC 21, SQLCipher's 65); what is cached costs nothing.
A page that was changed on the disk is refused like any other damaged page.
"""

from __future__ import annotations

import time
from pathlib import Path

import apsw

from edgerag.store.keys import key_file

NAME = "aegis"
_PEEK = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
_TORN_READS = 3
_TORN_WAIT_S = 0.05
"""Another process may be writing the first page just now."""


def set_key(connection: apsw.Connection, key: bytes) -> None:
    """Let a connection that has read nothing yet read and write with `key`."""
    connection.pragma("cipher", NAME)
    connection.pragma("key", f"raw:{key.hex()}")
    # What SQLite sorts and keeps aside meanwhile is not encrypted.
    connection.pragma("temp_store", "memory")


def address(path: Path, key: bytes | None) -> str:
    """Name a file for `vacuum into`, encrypted with `key`, or plain if None. It must be in no message."""
    encryption = "key=" if key is None else f"cipher={NAME}&key=raw:{key.hex()}"
    return f"{path.absolute().as_uri()}?{encryption}"


def is_encrypted(library_file: Path) -> bool:
    """Say whether a library is there with its key file, and is not plain.

    A plain library may have a key file beside it: while it is being locked, or after a kill.
    """
    return key_file(library_file).exists() and library_file.exists() and not opens(library_file, None)


def opens(library_file: Path, key: bytes | None) -> bool:
    """Say whether a library can be read with `key`, or without one."""
    for _ in range(_TORN_READS):
        if _opens(library_file, key):
            return True
        time.sleep(_TORN_WAIT_S if key is not None else 0)
    return False


def _opens(library_file: Path, key: bytes | None) -> bool:
    # Through SQLite, for to close a file is to let go of the locks that this process has on it.
    connection = apsw.Connection(f"{library_file.absolute().as_uri()}?immutable=1", flags=_PEEK)
    try:
        if key is not None:
            set_key(connection, key)
        connection.pragma("schema_version")
    except apsw.NotADBError:
        return False
    except apsw.CorruptError:
        # The key is right: the first page was read. What it names may still be in the log, after a kill.
        return True
    finally:
        connection.close()
    return True
