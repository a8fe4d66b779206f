from __future__ import annotations

from pathlib import Path

import apsw
import pytest

from edgerag.store import cipher

KEY, OTHER = bytes(range(32)), bytes(32)


@pytest.fixture
def encrypted(tmp_path: Path) -> Path:
    path = tmp_path / "library.db"
    db = apsw.Connection(str(path))
    cipher.set_key(db, KEY)
    db.execute("create table t (x text) strict")
    db.executemany("insert into t values (?)", [(f"zeppelin {n} " * 30,) for n in range(400)])
    db.close()
    return path


def test_only_its_key_opens_a_library(encrypted: Path) -> None:
    assert cipher.opens(encrypted, KEY)
    assert not cipher.opens(encrypted, OTHER)
    assert not cipher.opens(encrypted, None)


def test_nothing_of_the_text_is_in_the_file_or_its_log(encrypted: Path) -> None:
    db = apsw.Connection(str(encrypted))
    cipher.set_key(db, KEY)
    db.pragma("journal_mode", "wal")
    db.execute("insert into t values ('zeppelin in the log')")
    log = encrypted.with_name("library.db-wal")
    assert log.stat().st_size > 0
    assert not any(b"zeppelin" in file.read_bytes() for file in encrypted.parent.iterdir())
    assert db.pragma("temp_store") == 2
    db.close()


def test_without_its_key_file_a_file_is_not_called_encrypted(encrypted: Path) -> None:
    assert not cipher.is_encrypted(encrypted)
    encrypted.with_suffix(".key").touch()
    assert cipher.is_encrypted(encrypted)


def test_a_plain_library_with_a_key_file_beside_it_is_plain(tmp_path: Path) -> None:
    path = tmp_path / "library.db"
    db = apsw.Connection(str(path))
    db.execute("create table t (x)")
    path.with_suffix(".key").touch()
    assert not cipher.is_encrypted(path)
    assert cipher.opens(path, None)
    db.close()


def test_a_changed_byte_is_noticed_and_harms_its_page_only(encrypted: Path) -> None:
    content = bytearray(encrypted.read_bytes())
    content[4096 * 10 + 77] ^= 1
    encrypted.write_bytes(content)
    db = apsw.Connection(str(encrypted))
    cipher.set_key(db, KEY)
    read, refused = 0, 0
    for row in range(1, 401):
        try:
            read += db.execute("select count(*) from t where rowid = ? and x like 'zeppelin%'", (row,)).get
        except apsw.CorruptError:
            refused += 1
    assert read + refused == 400
    assert 0 < refused < 20
    db.close()


def test_vacuum_into_an_address_changes_the_key(encrypted: Path, tmp_path: Path) -> None:
    db = apsw.Connection(encrypted.as_uri(), flags=apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_URI)
    cipher.set_key(db, KEY)
    for name, key in (("other key.db", OTHER), ("plain?.db", None)):
        db.execute("vacuum into ?", (cipher.address(tmp_path / name, key),))
        assert cipher.opens(tmp_path / name, key)
        assert not cipher.opens(tmp_path / name, KEY)
    db.close()


def test_a_file_whose_later_pages_are_still_in_the_log_is_known_by_its_key(encrypted: Path) -> None:
    # A kill while the log is folded into the file leaves it shorter than its first page says.
    encrypted.write_bytes(encrypted.read_bytes()[:40_960])
    assert cipher.opens(encrypted, KEY)
    assert not cipher.opens(encrypted, OTHER)
    assert not cipher.opens(encrypted, None)
