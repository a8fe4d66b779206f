from __future__ import annotations

import os
import resource
import signal
import threading
from collections.abc import Callable, Iterator
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


def test_an_empty_file_is_no_library(tmp_path: Path) -> None:
    (tmp_path / "library.db").touch()
    with pytest.raises(StoreError, match="is empty") as refused:
        Connections(tmp_path / "library.db").here()
    assert "backup" in refused.value.hint
    assert (tmp_path / "library.db").stat().st_size == 0


def test_a_new_library_is_never_an_empty_file(tmp_path: Path) -> None:
    opened = Connections(tmp_path / "library.db")
    opened.here()
    assert (tmp_path / "library.db").stat().st_size > 0
    opened.close()
    assert [file.name for file in tmp_path.iterdir()] == ["library.db"]


def as_somebody_else(look: Callable[[], object]) -> str:
    """Run `look` in a process that owns nothing: the superuser writes everywhere."""

    def as_nobody() -> object:
        if os.getuid() == 0:
            os.setgid(65534)
            os.setuid(65534)
        return look()

    return in_a_child(as_nobody)


def in_a_child(look: Callable[[], object]) -> str:
    """Run `look` in a process of its own, and give what it says."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            said = str(look())
        except BaseException as error:  # noqa: BLE001  # a forked child must not go on with the tests
            said = f"{type(error).__name__}: {error}"
        os.write(writing, said.encode())
        os._exit(0)
    os.close(writing)
    os.waitpid(child, 0)
    with os.fdopen(reading) as pipe:
        return pipe.read()


@pytest.fixture
def read_only(connections: Connections, tmp_path: Path) -> Iterator[Path]:
    """A library of one row in a folder that cannot be written."""
    with connections.transaction() as db:
        db.execute("insert into t values ('adrenaline')")
    connections.close()
    folder = connections.path.parent
    opened = [folder, *folder.parents[: len(folder.parts) - 2]]
    modes = {path: path.stat().st_mode for path in opened}
    for path in opened[1:]:
        path.chmod(modes[path] | 0o055)
    connections.path.chmod(0o444)
    folder.chmod(0o555)
    yield connections.path
    for path, mode in modes.items():
        path.chmod(mode)


def test_a_library_on_a_read_only_medium_is_read_and_cannot_be_changed(read_only: Path) -> None:
    assert as_somebody_else(lambda: rows(Connections(read_only))) == "['adrenaline']"

    def change() -> None:
        with Connections(read_only).transaction() as db:
            db.execute("insert into t values ('b')")

    assert "cannot be opened for writing" in as_somebody_else(change)
    assert [file.name for file in read_only.parent.iterdir()] == ["library.db"]


def without_room(look: Callable[[], object]) -> str:
    """Do it in a process that can make no file grow beyond a kilobyte, as on a full disk."""

    def limited() -> object:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1024, 1024))
        return look()

    return in_a_child(limited)


def test_a_library_on_a_full_disk_is_read_and_cannot_be_changed(connections: Connections) -> None:
    with connections.transaction() as db:
        db.execute("insert into t values ('adrenaline')")
    connections.close()
    path = connections.path
    assert without_room(lambda: rows(Connections(path))) == "['adrenaline']"
    assert without_room(lambda: Connections(path).is_for_lack_of_room()) == "True"

    def change(text: str) -> None:
        with Connections(path).transaction() as db:
            db.execute("insert into t values (?)", (text,))

    assert (
        without_room(lambda: change("b")) == f"DiskFullError: {path}: could not be written: the disk is full"
    )
    change("oxygen")
    assert rows(Connections(path)) == ["adrenaline", "oxygen"]


@pytest.mark.parametrize("at", [0, 18, 100, 3000, 4090, 5000, 8000])
def test_a_file_that_is_cut_short_is_called_damaged_or_read(connections: Connections, at: int) -> None:
    with connections.transaction() as db:
        db.executemany("insert into t values (?)", [(f"row {n}",) for n in range(1000)])
    connections.close()
    os.truncate(connections.path, at)
    with pytest.raises(StoreError):
        rows(Connections(connections.path))
