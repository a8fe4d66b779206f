"""The key of an encrypted library: made from its recovery key, and kept wrapped by a passphrase.

    recovery key   160 random bits, printed once; data key = BLAKE2b-256(recovery key)
    library.key    for each current key    salt, cost, SecretBox(Argon2id(passphrase, salt), data key)

The library's 32-byte data key is as random as the recovery key that it is derived from, so the recovery key
opens the library alone, even when the key file is lost or damaged. A changed passphrase wraps the same data
key anew. While a library gets another data key, its key file holds both.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import os
import secrets
from collections.abc import Sequence
from pathlib import Path

import msgspec
import nacl.exceptions
import nacl.pwhash.argon2id as argon2id
import nacl.secret

from edgerag.disk import flush, flush_folder
from edgerag.errors import KeyFileError, PassphraseError, StoreError
from edgerag.folders import PRIVATE_FILE, hint_of

FORMAT_NAME = "edgerag.key/"
FORMAT = f"{FORMAT_NAME}1"
KEY_BYTES = 32
LEAST_PASSPHRASE = 8
"""Characters; what a person types must be worth the work of guessing it."""
MOST_FILE_BYTES = 65_536

ROUNDS = 3
MEMORY_BYTES = 64 << 20
"""RFC 9106's second recommended choice of Argon2id, for machines with little memory: under a second each."""
_MOST_ROUNDS = 16
_MOST_MEMORY_BYTES = 1 << 30
"""What a key file may ask for: more is damage, or an attempt to take the machine's memory."""
_MOST_WRAPPED = 8

_RECOVERY_BYTES = 20
_CHECK_BYTES = 2
_GROUP = 4
_ALIKE = str.maketrans("018", "OIB")
"""Digits that base32 lacks, as a person reads them off paper."""
_DERIVED_FOR = b"edgerag library"

RECOVER = "use the recovery key: `edgerag rekey --recover`"


class Wrapped(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One data key, wrapped by a passphrase."""

    salt: bytes
    rounds: int
    memory_bytes: int
    box: bytes
    sha256: bytes
    """Of the other fields: damage is told from a wrong passphrase."""


class KeyFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole of a key file."""

    format: str
    wrapped: tuple[Wrapped, ...]


class _Format(msgspec.Struct, frozen=True):
    """What every version of a key file says."""

    format: str


def key_file(library_file: Path) -> Path:
    """Name the key file of a library: beside it."""
    return library_file.with_suffix(".key")


# The recovery key


def make_recovery_key() -> str:
    """Make a recovery key as it is printed: groups of four, the last ones a check."""
    return _spelled(secrets.token_bytes(_RECOVERY_BYTES))


def data_key(recovery_key: str) -> bytes:
    """Give the data key of a recovery key as it was typed; case, spaces and dashes do not matter.

    Raises:
        PassphraseError: it is no recovery key, or was mistyped.
    """
    letters = "".join(filter(str.isalnum, recovery_key)).upper().translate(_ALIKE)
    try:
        content = base64.b32decode(letters + "=" * (-len(letters) % 8))
    except (binascii.Error, ValueError):
        content = b""
    secret = content[:_RECOVERY_BYTES]
    if content != secret + _check(secret) or len(secret) != _RECOVERY_BYTES:
        raise PassphraseError(
            "that is not a recovery key as it was printed",
            hint="compare it letter by letter: nine groups of four",
        )
    return hashlib.blake2b(secret, digest_size=KEY_BYTES, person=_DERIVED_FOR).digest()


def _spelled(secret: bytes) -> str:
    letters = base64.b32encode(secret + _check(secret)).decode().rstrip("=")
    return "-".join(letters[start : start + _GROUP] for start in range(0, len(letters), _GROUP))


def _check(secret: bytes) -> bytes:
    return hashlib.blake2b(secret, digest_size=_CHECK_BYTES, person=b"check").digest()


# Wrapping


def wrap(key: bytes, passphrase: bytes, *, rounds: int = ROUNDS, memory_bytes: int = MEMORY_BYTES) -> Wrapped:
    """Wrap a data key, so that only `passphrase` gives it back."""
    salt = secrets.token_bytes(argon2id.SALTBYTES)
    box = bytes(_box(passphrase, salt, rounds, memory_bytes).encrypt(key))
    return Wrapped(salt, rounds, memory_bytes, box, _sum(salt, rounds, memory_bytes, box))


def unwrap(wrapped: Wrapped, passphrase: bytes) -> bytes | None:
    """Give the data key; None if it was wrapped by another passphrase.

    Raises:
        KeyFileError: the wrapping is damaged.
    """
    refuse_damage(wrapped)
    try:
        return _box(passphrase, wrapped.salt, wrapped.rounds, wrapped.memory_bytes).decrypt(wrapped.box)
    except nacl.exceptions.CryptoError:
        return None


def unwrap_any(wrapped: Sequence[Wrapped], passphrase: bytes) -> list[bytes]:
    """Give every data key that `passphrase` opens; what is damaged is passed over while anything is not.

    Raises:
        KeyFileError: all of it is damaged.
    """
    whole = [one for one in wrapped if not _is_damaged(one)]
    if not whole:
        raise KeyFileError("the key file of the library is damaged", hint=RECOVER)
    return [key for one in whole if (key := unwrap(one, passphrase)) is not None]


def _box(passphrase: bytes, salt: bytes, rounds: int, memory_bytes: int) -> nacl.secret.SecretBox:
    return nacl.secret.SecretBox(
        argon2id.kdf(nacl.secret.SecretBox.KEY_SIZE, passphrase, salt, rounds, memory_bytes)
    )


def _sum(salt: bytes, rounds: int, memory_bytes: int, box: bytes) -> bytes:
    return hashlib.sha256(msgspec.json.encode([salt, rounds, memory_bytes, box])).digest()


def _is_damaged(wrapped: Wrapped) -> bool:
    return (
        wrapped.sha256 != _sum(wrapped.salt, wrapped.rounds, wrapped.memory_bytes, wrapped.box)
        or len(wrapped.salt) != argon2id.SALTBYTES
        or not argon2id.OPSLIMIT_MIN <= wrapped.rounds <= _MOST_ROUNDS
        or not argon2id.MEMLIMIT_MIN <= wrapped.memory_bytes <= _MOST_MEMORY_BYTES
    )


def refuse_damage(wrapped: Wrapped) -> None:
    """Refuse a wrapping that is not as it was made.

    Raises:
        KeyFileError: it is damaged.
    """
    if _is_damaged(wrapped):
        raise KeyFileError("the key file of the library is damaged", hint=RECOVER)


# The file


def read(path: Path) -> tuple[Wrapped, ...]:
    """Read a key file.

    Raises:
        KeyFileError: it is missing, unreadable, damaged, or of a newer program.
    """
    try:
        with path.open("rb") as file:
            content = file.read(MOST_FILE_BYTES + 1)
        name = msgspec.json.decode(content, type=_Format).format
        if name.startswith(FORMAT_NAME) and name != FORMAT:
            raise KeyFileError(f"{path}: written by a newer edgerag, as {name}", hint="update edgerag")
        found = msgspec.json.decode(content, type=KeyFile)
    except FileNotFoundError as error:
        raise KeyFileError(f"the key file {path} is missing", hint=f"copy it back, or {RECOVER}") from error
    except OSError as error:
        raise KeyFileError(f"{path} cannot be read: {error.strerror}", hint=RECOVER) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise KeyFileError(f"the key file {path} is damaged", hint=RECOVER) from error
    if found.format != FORMAT or not 0 < len(found.wrapped) <= _MOST_WRAPPED:
        raise KeyFileError(f"the key file {path} is damaged", hint=RECOVER)
    return found.wrapped


def write(path: Path, wrapped: Sequence[Wrapped]) -> None:
    """Replace a key file, for its owner alone: a kill leaves the old one or the new one, whole.

    Raises:
        StoreError: it cannot be written; the old one is as it was.
    """
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with os.fdopen(os.open(fresh, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, PRIVATE_FILE), "wb") as file:
            file.write(msgspec.json.format(msgspec.json.encode(KeyFile(FORMAT, tuple(wrapped)))))
            flush(file)
        fresh.replace(path)
        flush_folder(path.parent)
    except OSError as error:
        fresh.unlink(missing_ok=True)
        raise StoreError(f"{path} cannot be written: {error.strerror}", hint=hint_of(error)) from error
