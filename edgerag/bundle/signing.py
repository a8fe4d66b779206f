"""Ed25519 keys and signatures, by libsodium.

A key file is one line: what it is, then the key in base64. The public key is beside the private one:
`KEY` and `KEY.pub`.
"""

from __future__ import annotations

import binascii
import hashlib
import os
from contextlib import suppress
from pathlib import Path
from typing import Literal

import msgspec
from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey

from edgerag.disk import flush
from edgerag.errors import BundleDamagedError, BundleKeyError

PUBLIC_SUFFIX = ".pub"
_PRIVATE = "edgerag-private-key-ed25519"
_PUBLIC = "edgerag-public-key-ed25519"
_KEY_BYTES = 32
_MAX_FILE_BYTES = 4096
_FINGERPRINT_BYTES = 16
"""128 bits: nobody finds a second key with the same fingerprint."""


class Signature(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A signature and who made it."""

    algorithm: Literal["ed25519"]
    key: bytes
    signature: bytes


def make_keys(private: Path) -> VerifyKey:
    """Write a new private key, for its owner alone, and the public key beside it.

    Raises:
        BundleKeyError: one of the files is there already, which stays, or cannot be written: then neither is.
    """
    public = public_path(private)
    for path in (private, public):
        if path.exists():
            raise BundleKeyError(f"{path} is there already, and stays", hint="choose another name with --out")
    key = SigningKey.generate()
    try:
        _write_new(private, _PRIVATE, bytes(key), 0o600)
        _write_new(public, _PUBLIC, bytes(key.verify_key), 0o644)
    except OSError as error:
        for path in (private, public):
            with suppress(OSError):
                path.unlink(missing_ok=True)
        reason = (error.strerror or "it cannot be written").lower()
        hint = "is the folder there, and can it be written to? choose another name with --out"
        raise BundleKeyError(f"{error.filename or private}: {reason}", hint=hint) from error
    return key.verify_key


def public_path(private: Path) -> Path:
    """Where the public key of a private key is."""
    return private.with_name(private.name + PUBLIC_SUFFIX)


def read_private_key(path: Path) -> SigningKey:
    """Read what `make_keys` wrote.

    Raises:
        BundleKeyError: there is no private key in that file.
    """
    return SigningKey(_read(path, _PRIVATE, "private"))


def read_public_key(path: Path) -> VerifyKey:
    """Read what `make_keys` wrote beside the private key.

    Raises:
        BundleKeyError: there is no public key in that file.
    """
    return VerifyKey(_read(path, _PUBLIC, "public"))


def fingerprint(key: VerifyKey) -> str:
    """Sum a public key up in 32 digits, for two people to compare over the telephone."""
    digits = hashlib.sha256(bytes(key)).hexdigest()[: 2 * _FINGERPRINT_BYTES]
    return " ".join(digits[at : at + 4] for at in range(0, len(digits), 4))


def sign(content: bytes, key: SigningKey) -> bytes:
    """Make the content of a signature file."""
    signature = Signature("ed25519", bytes(key.verify_key), key.sign(content).signature)
    return msgspec.json.encode(signature) + b"\n"


def signer(content: bytes, signature_file: bytes) -> VerifyKey:
    """Say whose signature of `content` it is; whether that key is to be trusted is another question.

    Raises:
        BundleDamagedError: it is nobody's.
    """
    try:
        signature = msgspec.json.decode(signature_file, type=Signature)
        key = VerifyKey(signature.key)
        key.verify(content, signature.signature)
    except (msgspec.DecodeError, BadSignatureError, ValueError, RecursionError) as error:
        raise BundleDamagedError(
            "manifest.sig is not a signature of manifest.json: one of the two is damaged or was changed",
            hint="copy the bundle again from where it was made",
        ) from error
    return key


def vouched_by(
    path: Path, part: str, content: bytes, signature_file: bytes | None, expected: VerifyKey | None
) -> VerifyKey | None:
    """Say who signed a part of the file at `path`, which must be `expected` if that is given; None is nobody.

    Raises:
        BundleDamagedError: its signature is not one of that part.
        BundleKeyError: it is not signed with `expected`.
    """
    key = None
    if signature_file is not None:
        try:
            key = signer(content, signature_file)
        except BundleDamagedError as error:
            raise BundleDamagedError(
                f"{path}: its signature is not one of its {part}: it is damaged or was changed",
                hint="copy it again from where it was made",
            ) from error
    if expected is not None and key != expected:
        found = f"with the key {fingerprint(key)}" if key else "by nobody"
        raise BundleKeyError(
            f"{path} is signed {found}, not with {fingerprint(expected)}",
            hint="do not use it; ask whoever prepares your laptops",
        )
    return key


def _write_new(path: Path, what: str, key: bytes, mode: int) -> None:
    line = f"{what} {binascii.b2a_base64(key, newline=False).decode()}\n"
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
        file.write(line.encode())
        flush(file)


def _read(path: Path, what: str, kind: str) -> bytes:
    try:
        with path.open("rb") as file:
            label, _, encoded = file.read(_MAX_FILE_BYTES).decode().strip().partition(" ")
        key = binascii.a2b_base64(encoded, strict_mode=True)
    except (OSError, ValueError) as error:
        raise BundleKeyError(f"{path}: no {kind} key can be read from it", hint=_HINT) from error
    if label != what or len(key) != _KEY_BYTES:
        raise BundleKeyError(f"{path}: this is no {kind} key", hint=_HINT)
    return key


_HINT = "edgerag bundle keygen --out KEY makes both: KEY is private, KEY.pub is public"
