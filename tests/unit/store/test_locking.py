from __future__ import annotations

import logging
from pathlib import Path
from threading import Event

import pytest

from edgerag.disk import locked
from edgerag.errors import BusyError, Cancelled, LibraryBusyError, PassphraseError, StoreError
from edgerag.store import cipher, keys, locking
from edgerag.store.keyring import KEYRING
from edgerag.store.library import Library
from tests.unit.store.locked import (
    PASSPHRASE,
    SECRETS,
    found_in,
    lock,
    make_library,
    questions,
    silent,
)


@pytest.fixture
def library_file(tmp_path: Path, cheap_wrapping: None, empty_keyring: None) -> Path:
    path = tmp_path / "data" / "library.db"
    make_library(path)
    return path


def reopen(path: Path, passphrase: bytes = PASSPHRASE) -> list[str]:
    """Read the history as another process would."""
    KEYRING.forget()
    KEYRING.unlock(path, passphrase)
    return questions(path)


def beside(path: Path) -> set[str]:
    """Name what is in the library's folder, but for the empty file that keeps others out meanwhile."""
    return {file.name for file in path.parent.iterdir()} - {".library.db.rekeying"}


def test_locking_leaves_nothing_readable_and_unlocking_for_ever_gives_it_back(library_file: Path) -> None:
    assert found_in(library_file.parent)
    lock(library_file)
    assert found_in(library_file.parent) == []
    assert beside(library_file) == {"library.db", "library.key"}
    assert library_file.stat().st_mode & 0o777 == 0o600
    assert reopen(library_file) == [SECRETS[1]]
    locking.unlock_for_ever(library_file, silent, Event())
    assert questions(library_file) == [SECRETS[1]]
    assert beside(library_file) == {"library.db"}


def test_what_is_written_to_a_locked_library_is_not_readable_either(library_file: Path) -> None:
    lock(library_file)
    with Library.open(library_file) as library:
        library.keep_report(SECRETS[1], SECRETS[2].encode(), [library.handbooks()[0].id])
        assert found_in(library_file.parent) == []
        assert library_file.with_name("library.db-wal").stat().st_size > 0


def test_the_file_that_is_replaced_is_overwritten(library_file: Path) -> None:
    other_name = library_file.with_name("another name of the same file")
    other_name.hardlink_to(library_file)
    lock(library_file)
    assert set(other_name.read_bytes()) == {0}


def test_what_is_derived_is_gone_before_the_library_is_encrypted(
    library_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So a kill at any moment leaves no plain index of an encrypted library."""
    derived = library_file.with_name("lexical")
    derived.mkdir()
    (derived / "terms").write_text("zeppelin")

    def killed(*_: object, **__: object) -> None:
        assert not derived.exists()
        raise KeyboardInterrupt

    monkeypatch.setattr(locking, "_replace", killed)
    with pytest.raises(KeyboardInterrupt):
        locking.lock(library_file, PASSPHRASE, bytes(32), silent, Event(), derived=[derived])
    assert beside(library_file) == {"library.db"}
    assert questions(library_file) == [SECRETS[1]]


def test_plain_copies_from_before_migrations_are_erased(library_file: Path) -> None:
    copy = library_file.with_name("library.before-0004.db")
    copy.write_bytes(library_file.read_bytes())
    lock(library_file)
    assert not copy.exists()


def test_what_a_kill_left_plain_is_erased_when_the_library_is_opened(library_file: Path) -> None:
    plain = library_file.read_bytes()
    lock(library_file)
    older, begun = (
        library_file.with_name("library.before-0004.db"),
        library_file.with_name(".library.db.copy"),
    )
    for path in (older, begun):
        path.write_bytes(plain)
    assert questions(library_file) == [SECRETS[1]]
    assert not older.exists()
    assert not begun.exists()


def test_a_copy_before_a_migration_is_as_encrypted_as_the_library(library_file: Path) -> None:
    from edgerag.store import migrate

    lock(library_file)
    copy = library_file.with_name("library.before-0099.db")
    with Library.open(library_file) as library:
        migrate.backup(library.connections.here(), copy)
    assert found_in(library_file.parent) == []
    assert questions(library_file) == [SECRETS[1]]
    assert copy.exists()


def test_another_passphrase_replaces_the_older_one(library_file: Path) -> None:
    lock(library_file)
    locking.change_passphrase(library_file, b"another one")
    assert reopen(library_file, b"another one") == [SECRETS[1]]
    with pytest.raises(PassphraseError):
        reopen(library_file)


@pytest.mark.parametrize("key_file", ["whole", "damaged", "missing"])
def test_the_recovery_key_opens_the_library_whatever_became_of_the_key_file(
    library_file: Path, key_file: str
) -> None:
    recovery_key = lock(library_file)
    KEYRING.forget()
    if key_file == "damaged":
        library_file.with_suffix(".key").write_text("{")
    elif key_file == "missing":
        library_file.with_suffix(".key").unlink()
    with pytest.raises(PassphraseError, match="does not open"):
        KEYRING.recover(library_file, keys.make_recovery_key())
    KEYRING.recover(library_file, recovery_key)
    locking.change_passphrase(library_file, b"another one")
    assert reopen(library_file, b"another one") == [SECRETS[1]]


def test_another_key_makes_the_older_recovery_key_useless(library_file: Path) -> None:
    older, newer = lock(library_file), keys.make_recovery_key()
    locking.change_key(library_file, b"another one", keys.data_key(newer), silent, Event())
    assert reopen(library_file, b"another one") == [SECRETS[1]]
    assert len(keys.read(library_file.with_suffix(".key"))) == 1
    KEYRING.recover(library_file, newer)
    with pytest.raises(PassphraseError):
        KEYRING.recover(library_file, older)


@pytest.mark.parametrize("is_replaced", [False, True])
def test_a_kill_between_two_keys_leaves_a_library_that_opens(library_file: Path, is_replaced: bool) -> None:
    older, newer = lock(library_file), keys.make_recovery_key()
    both = [keys.wrap(keys.data_key(one), PASSPHRASE) for one in (older, newer)]
    if is_replaced:
        locking.change_key(library_file, PASSPHRASE, keys.data_key(newer), silent, Event())
    keys.write(library_file.with_suffix(".key"), both)
    assert reopen(library_file) == [SECRETS[1]]


def test_a_library_that_others_use_is_left_alone(library_file: Path) -> None:
    with Library.open(library_file), pytest.raises(LibraryBusyError):
        lock(library_file)
    assert beside(library_file) == {"library.db"}
    assert questions(library_file) == [SECRETS[1]]


def test_two_cannot_lock_at_once(library_file: Path) -> None:
    with locked(library_file.with_name(".library.db.rekeying"), "a test"), pytest.raises(BusyError):
        lock(library_file)
    assert questions(library_file) == [SECRETS[1]]


def test_whoever_waits_meanwhile_opens_the_file_that_took_the_place(library_file: Path) -> None:
    import threading

    read: list[list[str]] = []
    with locking._alone(library_file, None) as db:
        waiting = threading.Thread(target=lambda: read.append(questions(library_file)))
        waiting.start()
        waiting.join(0.3)
        assert waiting.is_alive()
        copy = locking._copy_of(library_file)
        locking._write_copy(db, copy, bytes(32), 1, silent, Event())
        KEYRING.hold(library_file, bytes(32))
        keys.write(library_file.with_suffix(".key"), [keys.wrap(bytes(32), PASSPHRASE)])
        locking._replace(library_file, copy, db, is_plain=True)
    waiting.join(10)
    assert read == [[SECRETS[1]]]
    assert cipher.is_encrypted(library_file)


def test_stopping_leaves_the_library_as_it_was(library_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locking, "_PROGRESS_STEPS", 10)
    stop = Event()
    stop.set()
    with pytest.raises(Cancelled):
        locking.lock(library_file, PASSPHRASE, bytes(32), silent, stop)
    assert beside(library_file) == {"library.db"}
    assert questions(library_file) == [SECRETS[1]]


def test_a_full_disk_leaves_the_library_as_it_was(
    library_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from edgerag.errors import DiskFullError

    def full(folder: Path, needed_bytes: int) -> None:
        raise DiskFullError("full")

    monkeypatch.setattr(locking, "require_space", full)
    with pytest.raises(DiskFullError):
        lock(library_file)
    assert questions(library_file) == [SECRETS[1]]


def test_no_error_tells_the_key(library_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def elsewhere(path: Path, key: bytes | None) -> str:
        return f"file:{library_file.parent}/missing/copy?cipher=aegis&key=raw:{(key or b'').hex()}"

    monkeypatch.setattr(cipher, "address", elsewhere)
    with pytest.raises(StoreError) as refused:
        locking.lock(library_file, PASSPHRASE, b"k" * 32, silent, Event())
    told, error = "", refused.value
    for one in (error, error.__cause__):
        told += f"{one} {getattr(one, 'hint', '')}"
    assert (b"k" * 32).hex() not in told
    assert refused.value.__suppress_context__


def test_locking_twice_or_unlocking_what_is_plain_says_so(library_file: Path) -> None:
    with pytest.raises(StoreError, match="not locked"):
        locking.unlock_for_ever(library_file, silent, Event())
    lock(library_file)
    before = library_file.with_suffix(".key").read_bytes()
    with pytest.raises(StoreError, match="locked already"):
        lock(library_file)
    assert library_file.with_suffix(".key").read_bytes() == before


def test_every_change_is_noted_and_no_text_with_it(
    library_file: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging.getLogger("edgerag"), "propagate", True)
    with caplog.at_level(logging.INFO, logger="edgerag.store.locking"):
        lock(library_file)
        locking.change_passphrase(library_file, b"another one")
        locking.change_key(library_file, b"another one", bytes(32), silent, Event())
        locking.unlock_for_ever(library_file, silent, Event())
    assert [record.getMessage() for record in caplog.records] == [
        locking.Step.LOCKED,
        locking.Step.PASSPHRASE,
        locking.Step.KEY,
        locking.Step.UNLOCKED,
    ]


def test_a_library_that_only_seems_encrypted_is_refused(
    library_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    true_address = cipher.address
    monkeypatch.setattr(cipher, "address", lambda path, key: true_address(path, None))
    with pytest.raises(StoreError, match="cannot encrypt"):
        lock(library_file)
    assert beside(library_file) == {"library.db"}
    assert questions(library_file) == [SECRETS[1]]
