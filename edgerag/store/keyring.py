"""The keys of the libraries that this process may read: the one place that holds them.

There is one keyring to a process, because a key must be asked for once, reach every thread that opens the
library, and be wiped everywhere in one act. It is in no file, no argument and no environment.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from pathlib import Path
from threading import RLock

from edgerag.errors import KeyFileError, LibraryLockedError, PassphraseError
from edgerag.store import cipher, keys, tries
from edgerag.store.keys import key_file

Ask = Callable[[Path], None]
"""Told which library is locked; unlocks it, or raises."""

WRONG = "type it again, or use the recovery key: `edgerag rekey --recover`"


def _refuse(library_file: Path) -> None:
    raise LibraryLockedError(
        f"{library_file} is locked",
        hint="type the passphrase in a terminal, or use --passphrase-fd or --key-file",
    )


class Keyring:
    """Data keys by library file; safe to use from several threads."""

    def __init__(self) -> None:
        self._keys: dict[Path, bytearray] = {}
        self._ask: Ask = _refuse
        self._lock = RLock()

    def ask_with(self, ask: Ask | None) -> None:
        """Let the front end ask for the passphrase of a locked library; None refuses it."""
        self._ask = ask or _refuse

    def key_of(self, library_file: Path) -> bytes:
        """Give a locked library's key, asking for the passphrase if it is not known yet.

        Raises:
            LibraryLockedError: there is nobody to ask.
            PassphraseError: the passphrase was wrong.
            KeyFileError: the key file is missing or damaged.
        """
        with self._lock:
            if library_file.absolute() not in self._keys:
                self._ask(library_file)
            if library_file.absolute() not in self._keys:
                _refuse(library_file)
            return bytes(self._keys[library_file.absolute()])

    def holds(self, library_file: Path) -> bool:
        """Say whether a library's key is known."""
        with self._lock:
            return library_file.absolute() in self._keys

    def unlock(self, library_file: Path, passphrase: bytes) -> None:
        """Take a library's key out of its key file.

        Raises:
            PassphraseError: the passphrase is wrong, or was wrong so often that the next try must wait.
            KeyFileError: the key file is missing, damaged, or another library's.
        """
        wait_s = tries.wait_s(library_file)
        if wait_s:
            raise PassphraseError(
                f"the passphrase was wrong {tries.FREE_TRIES} times or more",
                hint=f"wait {ceil(wait_s)} seconds",
            )
        found = keys.unwrap_any(keys.read(key_file(library_file)), passphrase)
        if not found:
            tries.note_wrong(library_file)
            raise PassphraseError("the passphrase is wrong", hint=WRONG)
        self._take(library_file, found)
        tries.note_right(library_file)

    def recover(self, library_file: Path, recovery_key: str) -> None:
        """Take a library's key from its recovery key; the key file is not looked at.

        Raises:
            PassphraseError: it is not the recovery key of this library.
        """
        key = keys.data_key(recovery_key)
        if not cipher.opens(library_file, key):
            raise PassphraseError(
                "this recovery key does not open the library",
                hint="is it the newest one? each `edgerag lock` prints another",
            )
        self.hold(library_file, key)

    def hold(self, library_file: Path, key: bytes) -> None:
        """Remember a library's key."""
        with self._lock:
            self._keys[library_file.absolute()] = bytearray(key)

    def forget(self) -> None:
        """Overwrite and drop every key; open connections must be closed by whoever opened them."""
        with self._lock:
            for key in self._keys.values():
                key[:] = bytes(len(key))
            self._keys.clear()

    def _take(self, library_file: Path, found: list[bytes]) -> None:
        """Hold the one of several keys that opens the library: there are two while it gets another."""
        for key in found:
            if cipher.opens(library_file, key):
                self.hold(library_file, key)
                return
        raise KeyFileError(
            f"{key_file(library_file)} is the key file of another library, or the library is damaged",
            hint="copy library.db and library.key back together, from one backup",
        )


KEYRING = Keyring()
"""This process's."""
