from __future__ import annotations

from pathlib import Path

import pytest

from edgerag.errors import KeyFileError, LibraryLockedError, PassphraseError
from edgerag.store import keys, tries
from edgerag.store.keyring import KEYRING
from edgerag.store.library import Library
from tests.unit.store.locked import (
    PASSPHRASE,
    SECRETS,
    lock,
    make_library,
    questions,
)


@pytest.fixture
def library_file(tmp_path: Path, cheap_wrapping: None, empty_keyring: None) -> Path:
    path = tmp_path / "library.db"
    make_library(path)
    lock(path)
    KEYRING.forget()
    return path


def test_a_locked_library_opens_with_its_passphrase_only(library_file: Path) -> None:
    with pytest.raises(LibraryLockedError) as refused:
        Library.open(library_file)
    assert "--passphrase-fd" in refused.value.hint
    with pytest.raises(PassphraseError, match="is wrong") as wrong:
        KEYRING.unlock(library_file, b"incorrect horse")
    assert "rekey --recover" in wrong.value.hint
    KEYRING.unlock(library_file, PASSPHRASE)
    assert questions(library_file) == [SECRETS[1]]


def test_whoever_opens_a_library_is_asked_once(library_file: Path) -> None:
    asked: list[Path] = []

    def ask(path: Path) -> None:
        asked.append(path)
        KEYRING.unlock(path, PASSPHRASE)

    KEYRING.ask_with(ask)
    assert questions(library_file) == questions(library_file) == [SECRETS[1]]
    assert asked == [library_file]


def test_a_forgotten_key_is_overwritten_and_must_be_given_again(library_file: Path) -> None:
    KEYRING.unlock(library_file, PASSPHRASE)
    held = KEYRING._keys[library_file]
    KEYRING.forget()
    assert held == bytes(32)
    assert not KEYRING.holds(library_file)
    with pytest.raises(LibraryLockedError):
        Library.open(library_file)


def test_after_five_wrong_tries_even_the_right_passphrase_waits(library_file: Path) -> None:
    for _ in range(tries.FREE_TRIES):
        with pytest.raises(PassphraseError, match="is wrong"):
            KEYRING.unlock(library_file, b"guess")
    with pytest.raises(PassphraseError, match="5 times") as waits:
        KEYRING.unlock(library_file, PASSPHRASE)
    assert "wait 2 seconds" in waits.value.hint


def test_the_key_file_of_another_library_is_named(library_file: Path, tmp_path: Path) -> None:
    keys.write(library_file.with_suffix(".key"), [keys.wrap(bytes(32), PASSPHRASE)])
    with pytest.raises(KeyFileError, match="another library"):
        KEYRING.unlock(library_file, PASSPHRASE)


def test_a_missing_library_is_not_begun_anew_beside_its_key(library_file: Path) -> None:
    library_file.unlink()
    with pytest.raises(KeyFileError, match="is missing") as refused:
        Library.open(library_file)
    assert "backup" in refused.value.hint
    assert not library_file.exists()
