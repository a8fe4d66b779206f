from __future__ import annotations

import threading
from pathlib import Path

import apsw
import pytest

from edgerag.errors import DiskFullError, LibraryBusyError, StoreError
from edgerag.store.connection import Connections


@pytest.fixture
def connections(tmp_path: Path) -> Connections:
    opened = Connections(tmp_path / "new" / "library.db", busy_timeout_s=0.1)
    with opened.transaction() as db:
        db.execute("create table t (x text) strict")
    return opened


def rows(connections: Connections) -> list[str]:
    with connections.reading() as db:
        return [x for (x,) in db.execute("select x from t")]


def test_only_the_owner_may_read(connections: Connections) -> None:
    folder = connections.path.parent
    assert folder.stat().st_mode & 0o777 == 0o700
    modes = {file.name: file.stat().st_mode & 0o777 for file in folder.iterdir()}
    assert modes == {"library.db": 0o600, "library.db-wal": 0o600, "library.db-shm": 0o600}


def test_a_failure_undoes_the_whole_transaction(connections: Connections) -> None:
    def insert_and_fail() -> None:
        with connections.transaction() as db:
            db.execute("insert into t values ('a')")
            with connections.transaction():
                db.execute("insert into t values ('b')")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        insert_and_fail()
    assert rows(connections) == []


def test_each_thread_has_a_connection_of_its_own(connections: Connections) -> None:
    seen = {id(connections.here())}
    thread = threading.Thread(target=lambda: seen.add(id(connections.here())))
    thread.start()
    thread.join()
    assert len(seen) == 2
    assert id(connections.here()) in seen


def test_readers_see_one_moment_while_others_write(connections: Connections) -> None:
    other = Connections(connections.path)
    with connections.reading() as db:
        assert db.execute("select count(*) from t").get == 0
        with other.transaction() as writing:
            writing.execute("insert into t values ('a')")
        assert db.execute("select count(*) from t").get == 0
    assert rows(connections) == ["a"]


def test_a_second_writer_is_told_that_the_library_is_busy(connections: Connections) -> None:
    other = Connections(connections.path, busy_timeout_s=0.05)
    with connections.transaction(), pytest.raises(LibraryBusyError), other.transaction():
        pass
    with other.transaction() as db:
        db.execute("insert into t values ('later')")
    assert rows(connections) == ["later"]


def test_a_full_disk_leaves_the_previous_state(connections: Connections) -> None:
    with connections.transaction() as db:
        db.execute("insert into t values ('before')")
    pages = connections.here().pragma("page_count")
    connections.here().pragma("max_page_count", pages + 2)
    with pytest.raises(DiskFullError) as full, connections.transaction() as db:
        db.execute("insert into t values ('small'), (?)", ("large" * 100_000,))
    assert "space" in full.value.hint
    assert rows(connections) == ["before"]


def test_a_file_that_is_no_library_is_refused_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "library.db"
    path.write_bytes(b"a letter to my mother" * 100)
    with pytest.raises(StoreError) as refused:
        Connections(path).here()
    assert refused.value.hint
    assert path.read_bytes() == b"a letter to my mother" * 100


def test_loses_nothing_to_a_power_cut(connections: Connections) -> None:
    db = connections.here()
    assert (db.pragma("journal_mode"), db.pragma("synchronous"), db.pragma("foreign_keys")) == ("wal", 2, 1)


def test_close_folds_the_log_into_the_file(connections: Connections) -> None:
    connections.close()
    assert [file.name for file in connections.path.parent.iterdir()] == ["library.db"]
    assert apsw.Connection(str(connections.path)).execute("select count(*) from t").get == 0
