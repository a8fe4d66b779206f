"""The file of a shard: the tables of audits and no others, encrypted if its library is.

FOLDER/shard.db     one audit, with some of its questions
FOLDER/shard.key    a copy of the library's key file, if that is encrypted: the same passphrase opens both
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

import apsw

from edgerag.errors import AuditError
from edgerag.folders import PRIVATE_FILE
from edgerag.paths import bundled
from edgerag.store import cipher, migrate
from edgerag.store.audits import Audits
from edgerag.store.connection import Connections, extend, translated_errors
from edgerag.store.keyring import KEYRING
from edgerag.store.keys import key_file

FILE: Final = "shard.db"
_OWN: Final = "audits"
"""In the name of every migration that makes or changes the tables of audits."""


def create(folder: Path, library_file: Path) -> None:
    """Make an empty shard in a folder that is there; nothing of it is plain if the library is encrypted.

    Raises:
        StoreError: it cannot be written, or the library's key is not known.
    """
    file = folder / FILE
    with translated_errors(file):
        key = KEYRING.key_of(library_file) if cipher.is_encrypted(library_file) else None
        if key is not None:
            shutil.copyfile(key_file(library_file), key_file(file))
            key_file(file).chmod(PRIVATE_FILE)
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, PRIVATE_FILE))
        with closing(apsw.Connection(str(file))) as db:
            if key is not None:
                cipher.set_key(db, key)
            extend(db)
            migrate.apply(db, _migrations())


@contextmanager
def opened(folder: Path, library_file: Path) -> Iterator[Audits]:
    """Open the shard in a folder, with the library's key if that opens it, else with its passphrase.

    Raises:
        AuditError: there is none, or another version of the program made it.
        StoreError: it cannot be read.
    """
    file = folder / FILE
    if not file.is_file():
        raise AuditError(f"{folder} is no shard", hint="name a folder that `edgerag audit split` made")
    if cipher.is_encrypted(file) and KEYRING.holds(library_file):
        key = KEYRING.key_of(library_file)
        if cipher.opens(file, key):
            KEYRING.hold(file, key)
    connections = Connections(file)
    try:
        with translated_errors(file):
            _refuse_other(connections.here(), folder)
        yield Audits(connections)
    finally:
        connections.close()


def _refuse_other(db: apsw.Connection, folder: Path) -> None:
    """See that a file has the tables that this program makes."""
    is_there = db.execute("select 1 from sqlite_schema where name = '_migrations'").get
    query = "select name, sha256 from _migrations"
    made = dict(db.execute(query)) if is_there else {}
    if made != {migration.name: migration.sha256 for migration in _migrations()}:
        raise AuditError(
            f"{folder} was made by another version of edgerag",
            hint="split, run and merge with the same version everywhere",
        )


def _migrations() -> list[migrate.Migration]:
    return [one for one in migrate.load(bundled("migrations", "sqlite")) if _OWN in one.name]
