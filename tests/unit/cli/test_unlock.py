from __future__ import annotations

from pathlib import Path

import pytest

from edgerag.errors import EdgeRagError, PolicyError
from edgerag.store import cipher
from edgerag.store.keyring import KEYRING
from tests.policies import put_policy
from tests.unit.cli.conftest import Invoke, descriptor
from tests.unit.store.locked import PASSPHRASE


def test_unlocking_for_ever_asks_and_makes_the_library_plain(
    invoke: Invoke,
    locked_home: Path,
) -> None:
    with pytest.raises(EdgeRagError, match="nothing was changed"):
        invoke("--passphrase-fd", descriptor(PASSPHRASE), "unlock", "--forever", typed="n\n")
    assert cipher.is_encrypted(locked_home)
    invoke("--passphrase-fd", descriptor(PASSPHRASE), "unlock", "--forever", "--yes")
    KEYRING.forget()
    assert "Clinic" in invoke("list").stdout


def test_unlock_alone_explains_that_nothing_needs_to_be_unlocked(invoke: Invoke) -> None:
    shown = invoke("unlock")
    assert shown.exit_code == 2
    assert "every command asks" in shown.stderr


def test_a_library_that_must_be_encrypted_stays_so(invoke: Invoke, locked_home: Path) -> None:
    put_policy("[library]\nlocked = true")
    with pytest.raises(PolicyError, match="cannot be decrypted"):
        invoke("--passphrase-fd", descriptor(PASSPHRASE), "unlock", "--forever", "--yes")
    assert cipher.is_encrypted(locked_home)
