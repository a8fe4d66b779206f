from __future__ import annotations

from pathlib import Path

import apsw
import pytest

from edgerag.errors import MigrationError
from edgerag.paths import bundled
from edgerag.store import seals
from edgerag.store.migrate import Migration, apply, backup, load, pending

FIRST = Migration("0001_a", "create table a (x integer) strict;")
BROKEN = Migration("0002_b", "create table b (y integer) strict; insert into nowhere values (1);")


@pytest.fixture
def db() -> apsw.Connection:
    return apsw.Connection(":memory:")


def test_applies_once(db: apsw.Connection) -> None:
    assert apply(db, [FIRST]) == ["0001_a"]
    assert apply(db, [FIRST]) == []


def test_failing_migration_leaves_no_trace(db: apsw.Connection) -> None:
    with pytest.raises(MigrationError, match="0002_b"):
        apply(db, [FIRST, BROKEN])
    tables = {name for (name,) in db.execute("select name from sqlite_schema where type = 'table'")}
    assert tables == {"a", "_migrations"}
    assert pending(db, [FIRST, BROKEN]) == [BROKEN]


def test_refuses_an_edited_migration(db: apsw.Connection) -> None:
    apply(db, [FIRST])
    with pytest.raises(MigrationError, match="edited"):
        pending(db, [Migration("0001_a", "create table a (x text) strict;")])


def test_refuses_a_newer_database(db: apsw.Connection) -> None:
    apply(db, [FIRST])
    with pytest.raises(MigrationError, match="newer"):
        pending(db, [])


def test_pending_writes_nothing(db: apsw.Connection) -> None:
    pending(db, [FIRST])
    assert list(db.execute("select * from sqlite_schema")) == []


def test_shipped_migrations_make_strict_tables_only(db: apsw.Connection) -> None:
    seals.register(db)
    apply(db, load(bundled("migrations", "sqlite")))
    lax = [
        row[1] for row in db.execute("pragma table_list") if not row[5] and not row[1].startswith("sqlite_")
    ]
    assert lax == []


def test_backup_replaces_an_older_one_and_is_private(tmp_path: Path) -> None:
    original = apsw.Connection(str(tmp_path / "library.db"))
    apply(original, [FIRST])
    target = tmp_path / "library.before-0002.db"
    target.write_text("an older copy, cut short")
    backup(original, target)
    assert list(apsw.Connection(str(target)).execute("select name from _migrations")) == [("0001_a",)]
    assert target.stat().st_mode & 0o777 == 0o600
