from __future__ import annotations

from pathlib import Path

import pytest

from edgerag.errors import PassphraseError, StoreError
from edgerag.store.keyring import KEYRING
from tests.unit.cli.conftest import Invoke, descriptor
from tests.unit.store.locked import (
    PASSPHRASE,
    lock,
    make_library,
)

ANOTHER = b"another passphrase"


def can_open(invoke: Invoke, passphrase: bytes) -> bool:
    KEYRING.forget()
    try:
        return "Clinic" in invoke("--passphrase-fd", descriptor(passphrase), "list").stdout
    except PassphraseError:
        return False


def test_rekey_changes_the_passphrase(invoke: Invoke, locked_home: Path) -> None:
    invoke("--passphrase-fd", descriptor(PASSPHRASE + b"\n" + ANOTHER), "rekey")
    assert can_open(invoke, ANOTHER)
    assert not can_open(invoke, PASSPHRASE)


def test_the_recovery_key_stands_in_for_a_lost_passphrase(
    invoke: Invoke,
    tmp_path: Path,
    cheap_wrapping: None,
    empty_keyring: None,
) -> None:
    from edgerag import paths

    make_library(paths.library_file())
    recovery_key = lock(paths.library_file())
    paths.library_file().with_suffix(".key").unlink()
    KEYRING.forget()
    invoke(
        "--passphrase-fd", descriptor(recovery_key.lower().encode() + b"\n" + ANOTHER), "rekey", "--recover"
    )
    assert can_open(invoke, ANOTHER)


def test_a_new_recovery_key_is_shown_and_opens_the_library(
    invoke: Invoke,
    locked_home: Path,
) -> None:
    shown = invoke("--passphrase-fd", descriptor(PASSPHRASE + b"\n" + ANOTHER), "rekey", "--new-recovery-key")
    KEYRING.forget()
    KEYRING.recover(locked_home, shown.stdout.strip())
    assert can_open(invoke, ANOTHER)


def test_a_plain_library_has_no_passphrase_to_change(invoke: Invoke, empty_keyring: None) -> None:
    from edgerag import paths

    make_library(paths.library_file())
    with pytest.raises(StoreError, match="not locked"):
        invoke("rekey")
