"""Where a passphrase comes from: a terminal, a file descriptor, or a key file on a stick.

Never from an argument or the environment, which other programs and children can read.
"""

from __future__ import annotations

import os
import secrets
import sys
import time
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING

import click

from edgerag.cli.output import note
from edgerag.errors import LibraryLockedError, PassphraseError, StoreError
from edgerag.folders import PRIVATE_FILE, hint_of

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_KEY_BYTES = 4096
LEAST_KEY_BYTES = 16
"""A key file that is shorter was made by hand, and can be guessed."""
_MADE_KEY_BYTES = 32
_OF_RUN = "edgerag.passphrase"
_MOST_DESCRIPTOR_BYTES = 65_536


@dataclass(frozen=True, slots=True)
class Source:
    """Where the passphrases of one run come from."""

    descriptor_lines: tuple[bytes, ...] | None = None
    """What could be read from `--passphrase-fd`: the passphrase, and the new one if there is one."""
    key_file: Path | None = None

    @classmethod
    def of(cls, descriptor: int | None, key_file: Path | None) -> Source:
        """Read what the options name, closing the descriptor before any child could inherit it.

        Raises:
            click.UsageError: both are named.
            PassphraseError: the descriptor cannot be read.
        """
        if descriptor is not None and key_file is not None:
            raise click.UsageError("--passphrase-fd and --key-file do not go together")
        return cls(None if descriptor is None else _lines_of(descriptor), key_file)

    @property
    def is_a_person(self) -> bool:
        """Whether somebody types, who can try again."""
        return self.descriptor_lines is None and self.key_file is None

    def present(self) -> bytes:
        """Give the passphrase that opens the library now.

        Raises:
            LibraryLockedError: there is no terminal to ask at.
            PassphraseError: the descriptor is empty, or the key file cannot be read.
        """
        if self.key_file is not None:
            return read_key_file(self.key_file)
        if self.descriptor_lines is not None:
            return self._line(0)
        return _typed("Passphrase of the library")

    def new(self, key_file: Path | None, *, line: int) -> bytes:
        """Give the passphrase that shall open the library from now on.

        Args:
            key_file: a file to use instead, made if it is not there.
            line: which line of the descriptor holds it.

        Raises:
            LibraryLockedError: there is no terminal to ask at.
            PassphraseError: it is too short, or the two that were typed differ.
        """
        from edgerag.store.keys import LEAST_PASSPHRASE

        if key_file is not None:
            return read_key_file(key_file) if key_file.exists() else make_key_file(key_file)
        chosen = self._line(line) if self.descriptor_lines is not None else _chosen()
        if len(chosen.decode(errors="replace")) < LEAST_PASSPHRASE:
            raise PassphraseError(
                f"a passphrase has at least {LEAST_PASSPHRASE} characters", hint="four words are a good one"
            )
        return chosen

    def recovery_key(self) -> str:
        """Give the recovery key that was printed when the library was locked.

        Raises:
            LibraryLockedError: there is no terminal to ask at.
            PassphraseError: the descriptor is empty.
        """
        if self.descriptor_lines is not None:
            return self._line(0).decode(errors="replace")
        return _typed("Recovery key").decode(errors="replace")

    def _line(self, number: int) -> bytes:
        lines = self.descriptor_lines or ()
        if number >= len(lines) or not lines[number]:
            raise PassphraseError(
                f"--passphrase-fd gave {len(lines)} lines, and line {number + 1} was wanted",
                hint="write each passphrase in a line of its own",
            )
        return lines[number]


def use_passphrase(context: click.Context, descriptor: int | None, key_file: Path | None) -> None:
    """Let whatever opens a locked library from now on ask where the options say.

    Raises:
        click.UsageError: as `Source.of`.
        PassphraseError: as `Source.of`.
    """
    from edgerag.store.keyring import KEYRING

    source = context.meta[_OF_RUN] = Source.of(descriptor, key_file)
    KEYRING.ask_with(asker(source))


def source_of(context: click.Context) -> Source:
    """Give where the passphrases of this run come from."""
    source: Source = context.meta[_OF_RUN]
    return source


def ask_now() -> None:
    """Ask for the passphrase, if one is needed, before a bar is drawn or Ctrl-C means something else.

    Raises:
        StoreError: the library stays locked.
    """
    from edgerag import paths
    from edgerag.store.cipher import is_encrypted
    from edgerag.store.connection import translated_errors
    from edgerag.store.keyring import KEYRING

    with translated_errors(paths.library_file()):
        if is_encrypted(paths.library_file()):
            KEYRING.key_of(paths.library_file())


def asker(source: Source) -> Callable[[Path], None]:
    """Make what unlocks a library when a command opens it; a person may try until the passphrase is right."""

    def ask(library_file: Path) -> None:
        from edgerag.store.keyring import KEYRING

        while True:
            _wait(library_file)
            try:
                KEYRING.unlock(library_file, source.present())
            except PassphraseError as error:
                if not source.is_a_person:
                    raise
                note(f"{error}; {error.hint}")
            else:
                return

    return ask


def read_key_file(path: Path) -> bytes:
    """Read a key file: any file of 16 to 4096 bytes.

    Raises:
        PassphraseError: it is missing, unreadable, or of another length.
    """
    try:
        with path.open("rb") as file:
            content = file.read(MOST_KEY_BYTES + 1)
    except OSError as error:
        raise PassphraseError(
            f"the key file {path} cannot be read: {error.strerror}", hint="is the stick plugged in?"
        ) from error
    if not LEAST_KEY_BYTES <= len(content) <= MOST_KEY_BYTES:
        raise PassphraseError(
            f"{path} is no key file: it has {len(content)} bytes or more",
            hint="name the file that `edgerag lock` made",
        )
    return content


def make_key_file(path: Path) -> bytes:
    """Make a key file of random bytes, for its owner alone.

    Raises:
        StoreError: it cannot be written.
    """
    content = secrets.token_hex(_MADE_KEY_BYTES).encode()
    try:
        with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE_FILE), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror}", hint=hint_of(error)) from error
    note(f"made the key file {path}: whoever has it can open the library")
    return content


def _wait(library_file: Path) -> None:
    """Let the wrong tries of before take their time."""
    from edgerag.store import tries

    wait_s = tries.wait_s(library_file)
    if wait_s:
        note(f"the passphrase was wrong {tries.FREE_TRIES} times or more: wait {ceil(wait_s)} seconds")
        time.sleep(wait_s)


def _chosen() -> bytes:
    from edgerag.store.keys import LEAST_PASSPHRASE

    note(f"Choose a passphrase of at least {LEAST_PASSPHRASE} characters: four words are a good one.")
    note("What you type is not shown.")
    first = _typed("New passphrase")
    if _typed("The same again") != first:
        raise PassphraseError("the two are not the same; nothing was changed", hint="run the command again")
    return first


def _typed(prompt: str) -> bytes:
    """Ask at the terminal, which does not show what is typed."""
    if not _has_terminal():
        raise LibraryLockedError(
            "there is no terminal to ask for the passphrase at", hint="use --passphrase-fd or --key-file"
        )
    typed: str = click.prompt(prompt, hide_input=True, err=True)
    return typed.encode()


def _has_terminal() -> bool:
    """Say whether a person can be asked, even if standard input is something else."""
    if sys.stdin.isatty() or sys.platform == "win32":
        return sys.stdin.isatty()
    try:
        os.close(os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY))
    except OSError:
        return False
    return True


def _lines_of(descriptor: int) -> tuple[bytes, ...]:
    try:
        with os.fdopen(descriptor, "rb") as file:
            return tuple(file.read(_MOST_DESCRIPTOR_BYTES).splitlines())
    except (OSError, OverflowError) as error:
        raise PassphraseError(
            f"--passphrase-fd: {descriptor} cannot be read", hint="`edgerag --passphrase-fd 3 ask ... 3<FILE`"
        ) from error
