"""Brings a library up to the newest schema in `migrations/sqlite`.

Files are named `0001_what_it_does.sql` and run in that order, each in one
transaction with its row in `_migrations`. A file is never edited once released:
its SHA-256 is recorded, and a changed file is refused.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path

import apsw

from edgerag.errors import MigrationError

_JOURNAL = """
create table if not exists _migrations (
    name text primary key,
    sha256 text not null,
    applied_at text not null default (datetime('now'))
) strict
"""


@dataclass(frozen=True, slots=True)
class Migration:
    """One released schema change."""

    name: str
    sql: str

    @property
    def sha256(self) -> str:
        """What the journal records, to notice an edited file."""
        return hashlib.sha256(self.sql.encode()).hexdigest()


def load(folder: Traversable) -> list[Migration]:
    """Read the migrations of a folder, oldest first."""
    files = sorted((f for f in folder.iterdir() if f.name.endswith(".sql")), key=lambda f: f.name)
    return [Migration(f.name.removesuffix(".sql"), f.read_text(encoding="utf-8")) for f in files]


def pending(db: apsw.Connection, migrations: Sequence[Migration]) -> list[Migration]:
    """Say which migrations `db` still lacks, without writing to it.

    Raises:
        MigrationError: `db` has a migration this build lacks, or one whose file changed.
    """
    applied = _applied(db)
    known = {migration.name: migration for migration in migrations}
    for name, sha256 in applied.items():
        if name not in known:
            raise MigrationError(f"the library is newer than this program: {name}", hint="update edgerag")
        if known[name].sha256 != sha256:
            raise MigrationError(f"released migration was edited: {name}", hint="reinstall edgerag")
    return [migration for migration in migrations if migration.name not in applied]


def apply(db: apsw.Connection, migrations: Sequence[Migration]) -> list[str]:
    """Apply what is pending; a failing migration leaves no trace of itself.

    Returns:
        The names applied, in order.

    Raises:
        MigrationError: as `pending`, or a migration's SQL failed.
        apsw.BusyError: another process is changing the library.
    """
    return [migration.name for migration in pending(db, migrations) if _apply_one(db, migration)]


def backup(db: apsw.Connection, target: Path) -> None:
    """Write a compact copy of `db` to `target`, for its owner alone; an older copy is replaced.

    Raises:
        apsw.Error: the copy could not be written.
    """
    target.unlink(missing_ok=True)
    # SQLite accepts an empty file as the target, which lets us decide who may read it.
    os.close(os.open(target, os.O_CREAT | os.O_EXCL, 0o600))
    db.execute("vacuum into ?", (str(target),))


def _apply_one(db: apsw.Connection, migration: Migration) -> bool:
    """Apply `migration` unless another process did so while this one waited for its turn."""
    db.execute("begin immediate")
    try:
        if migration.name in _applied(db):
            db.execute("rollback")
            return False
        db.execute(_JOURNAL)
        db.execute(migration.sql)
        db.execute("insert into _migrations (name, sha256) values (?, ?)", (migration.name, migration.sha256))
        db.execute("commit")
    except apsw.Error as error:
        if db.in_transaction:
            db.execute("rollback")
        if isinstance(error, apsw.SQLError | apsw.ConstraintError):
            raise MigrationError(f"{migration.name}: {error}") from error
        raise
    return True


def _applied(db: apsw.Connection) -> dict[str, str]:
    if not db.execute("select 1 from sqlite_schema where name = '_migrations'").get:
        return {}
    return dict(db.execute("select name, sha256 from _migrations"))
