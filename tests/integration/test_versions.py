"""A library meets the program of the next version, and the program of the version before."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path

import apsw
import pytest

from edgerag import paths
from edgerag.errors import MigrationError
from edgerag.paths import bundled
from edgerag.store import migrate
from edgerag.store.connection import connect
from edgerag.store.library import Library
from tests.integration.conftest import Run

ADRENALINE = "What dose of adrenaline should an adult with anaphylaxis receive?"
NEWEST = migrate.load(bundled("migrations", "sqlite"))[-1].name


def tables(db: apsw.Connection, schema: str) -> set[str]:
    """Name the tables that migrations made, without those of the vector index."""
    rows = db.execute(f"select name from {schema}.sqlite_schema where type = 'table'")
    return {name for (name,) in rows if not name.startswith(("sqlite_", "sign", "_"))}


def write_older(newer: Path, older: Path) -> None:
    """Write the library that the program before the newest migration would have, with the same content."""
    db = connect(older)
    migrate.apply(db, migrate.load(bundled("migrations", "sqlite"))[:-1])
    db.execute("attach ? as newer", (str(newer),))
    db.pragma("foreign_keys", "off")
    for table in tables(db, "main") & tables(db, "newer"):
        columns = ", ".join(f'"{row[1]}"' for row in db.execute(f"pragma main.table_info({table})"))
        db.execute(f"insert or replace into main.{table} ({columns}) select {columns} from newer.{table}")
    assert db.pragma("foreign_key_check") is None
    db.close()


def snapshot(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def test_the_next_version_opens_a_library_after_its_migration_and_keeps_a_backup(
    run: Run, own_sample_home: Path
) -> None:
    library_file, backup = (
        own_sample_home / "data" / name for name in ("library.db", f"library.before-{NEWEST[:4]}.db")
    )
    ask = ("ask", "--extractive", "--json", ADRENALINE)
    answered, listed = json.loads(run(*ask).stdout), run("list", "--json").stdout
    kept = run("history", "list").stdout
    write_older(library_file, library_file.with_name("older.db"))
    library_file.with_name("older.db").replace(library_file)
    shutil.rmtree(own_sample_home / "data" / "lexical")

    opened = run("list", "--json")
    assert opened.returncode == 0, opened.stderr
    assert opened.stdout == listed
    assert run("history", "list").stdout == kept
    assert json.loads(run(*ask).stdout) == answered
    assert run("doctor", "--json").returncode == 0
    assert backup.stat().st_mode & 0o777 == 0o600
    db = apsw.Connection(str(backup))
    assert NEWEST not in {name for (name,) in db.execute("select name from _migrations")}
    assert db.execute("select count(*) from handbooks").get == 4
    assert db.execute("select question from reports").get == ADRENALINE


@pytest.mark.parametrize("command", [("list",), ("ask", ADRENALINE), ("library", "export", "all.edgerag")])
def test_a_library_of_the_next_version_is_refused_and_left_as_it_is(
    run: Run, own_sample_home: Path, command: tuple[str, ...]
) -> None:
    library_file = own_sample_home / "data" / "library.db"
    with Library.open(library_file) as library, library.transaction() as db:
        db.execute("insert into _migrations (name, sha256) values ('9999_next', '')")
    before = snapshot(library_file)
    refused = run(*command)
    assert refused.returncode == 3
    assert refused.stdout == ""
    assert refused.stderr == (
        "edgerag: the library is newer than this program: 9999_next\n  what to do: update edgerag\n"
    )
    assert snapshot(library_file) == before
    assert not list(library_file.parent.glob("library.before-*"))


def test_the_version_before_refuses_a_library_that_this_one_has_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Library.open(paths.library_file()).close()
    before = tmp_path / "before"
    shutil.copytree(Path(str(bundled("migrations", "sqlite"))), before)
    (before / f"{NEWEST}.sql").unlink()
    monkeypatch.setattr("edgerag.store.library.bundled", lambda *parts: before)
    with pytest.raises(MigrationError, match=f"newer than this program: {NEWEST}"):
        Library.open(paths.library_file())
