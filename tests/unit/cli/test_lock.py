from __future__ import annotations

import json
from pathlib import Path

import pytest

from edgerag import paths
from edgerag.cli import passphrase
from edgerag.domain.trail import Deed
from edgerag.errors import PassphraseError, StoreError
from edgerag.store.keyring import KEYRING
from edgerag.store.library import Library
from tests.unit.cli.conftest import Invoke, descriptor
from tests.unit.store.locked import (
    PASSPHRASE,
    found_in,
    make_library,
)


@pytest.fixture
def home(cheap_wrapping: None, empty_keyring: None, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with a plain library and its word index, and a person at a terminal."""
    monkeypatch.setattr(passphrase, "_has_terminal", lambda: True)
    make_library(paths.library_file())
    for folder in (paths.lexical_folder(), paths.graph_folder()):
        folder.mkdir()
        (folder / "terms").write_text("zeppelin quagmire")
    return paths.data_folder().parent


def test_lock_asks_twice_tells_the_recovery_key_once_and_leaves_nothing_readable(
    invoke: Invoke, home: Path
) -> None:
    typed = f"{PASSPHRASE.decode()}\n" * 2
    shown = invoke("lock", typed=typed)
    recovery_key = shown.stdout.strip()
    assert len(recovery_key.split("-")) == 9
    assert "Write it down now" in shown.stderr
    assert "Older backups and exports of it are not" in shown.stderr
    assert found_in(home) == []
    KEYRING.forget()
    KEYRING.recover(paths.library_file(), recovery_key)
    assert "Clinic" in invoke("list").stdout


def test_two_that_differ_change_nothing(invoke: Invoke, home: Path) -> None:
    with pytest.raises(PassphraseError, match="not the same"):
        invoke("lock", typed="one passphrase\nanother passphrase\n")
    assert found_in(home)


def test_a_library_is_locked_once(invoke: Invoke, home: Path) -> None:
    invoke("--passphrase-fd", descriptor(PASSPHRASE), "lock")
    with pytest.raises(StoreError, match="locked already"):
        invoke("lock")


def test_an_empty_home_can_be_locked_before_anything_is_added(
    invoke: Invoke,
    empty_keyring: None,
) -> None:
    invoke("--passphrase-fd", descriptor(PASSPHRASE), "lock")
    KEYRING.forget()
    assert invoke("--passphrase-fd", descriptor(PASSPHRASE), "list").exit_code == 0


def test_locking_and_unlocking_are_entries_of_the_audit_trail(invoke: Invoke, home: Path) -> None:
    with Library.open(paths.library_file()) as library:
        library.switch_trail(is_on=True)
    invoke("--passphrase-fd", descriptor(PASSPHRASE), "lock")
    invoke("--passphrase-fd", descriptor(PASSPHRASE), "unlock", "--forever", "--yes")
    with Library.open(paths.library_file()) as library:
        deeds = [json.loads(written.content)["what"] for written in library.audit_trail()[0]]
        assert library.trail_flaw() is None
    assert deeds[-2:] == [Deed.LOCKED, Deed.UNLOCKED]
