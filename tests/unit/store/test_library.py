from __future__ import annotations

import shutil
from pathlib import Path

import apsw
import pytest

from edgerag.errors import MigrationError
from edgerag.store.library import NO_ROOM, Library
from tests.unit.store.shelved import CLINIC, add, assert_holds


def test_refuses_a_library_of_a_newer_program(tmp_path: Path) -> None:
    path = tmp_path / "library.db"
    with Library.open(path) as library, library.transaction() as db:
        db.execute("insert into _migrations (name, sha256) values ('9999_future', '')")
    before = path.read_bytes()
    with pytest.raises(MigrationError, match="9999_future"):
        Library.open(path)
    assert path.read_bytes() == before


def test_copies_the_library_before_a_migration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "library.db"
    with Library.open(path) as library:
        add(library, CLINIC)
    shipped = Path(__file__).parents[3] / "migrations" / "sqlite"
    newer = tmp_path / "newer"
    shutil.copytree(shipped, newer)
    (newer / "9000_more.sql").write_text("create table more (x integer) strict;")
    monkeypatch.setattr("edgerag.store.library.bundled", lambda *parts: newer)
    with Library.open(path) as library:
        assert_holds(library, CLINIC)
    monkeypatch.undo()
    with Library.open(tmp_path / "library.before-9000.db") as copy:
        assert_holds(copy, CLINIC)


def test_a_library_on_a_full_disk_is_read_and_says_that_nothing_can_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "library.db"
    with Library.open(path) as library:
        add(library, CLINIC)
        assert library.notes == []

    def full(*_: object) -> None:
        raise apsw.FullError

    monkeypatch.setattr("edgerag.store.connection._writable", full)
    with Library.open(path) as library:
        assert_holds(library, CLINIC)
        assert library.notes == [NO_ROOM]


def test_two_programs_see_each_others_changes(library: Library, tmp_path: Path) -> None:
    with Library.open(tmp_path / "data" / "library.db") as other:
        add(other, CLINIC)
        assert_holds(library, CLINIC)
        library.remove(CLINIC.handbook.id)
        assert other.handbooks() == ()
