"""Whose policy it is: signing a policy file, and deciding which one is in force.

    policy.toml        what is fixed, in words
    policy.toml.sig    when it was signed, and an Ed25519 signature of that moment and the file's bytes
    policy.kept        the last policy that was believed, whole, with its signature

A policy is believed if the key that signed it is the one that is trusted with the program and the models;
where no bundle was ever installed, the first one's key is trusted from then on. It must not be older than
the one kept. A file that is missing, changed, unsigned, or signed by somebody else changes nothing: the one
kept stays in force. Where none was ever believed, the strictest rules hold until the file is mended.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from nacl.signing import SigningKey, VerifyKey

from edgerag.bundle.signing import fingerprint, sign, signer
from edgerag.disk import write_private, write_whole
from edgerag.errors import BundleDamagedError, PolicyError
from edgerag.policy import KEPT, NO_RULES, POLICY, POLICY_SIGNATURE, STRICTEST, InForce, Policy, Rules, decode

MOST_BYTES = 100_000
_SIGNATURE = re.compile(rb"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)\n(.*)", re.DOTALL)
_ASK = "ask whoever prepares your laptops for the policy file and its signature"


class SignedPolicy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A policy file and its signature, of which nothing is believed yet."""

    content: bytes
    signature: bytes


@dataclass(frozen=True, slots=True)
class CheckedPolicy:
    """A policy that is what the owner of `key` signed."""

    policy: Policy
    key: VerifyKey
    signed_at: str
    """UTC, "2026-11-23T20:11:48Z"; later ones sort after earlier ones."""

    @property
    def rules(self) -> Rules:
        """What it forbids, and in whose name."""
        return Rules(
            self.policy,
            f"fixed by the policy of {self.policy.by}, signed on {self.signed_at.partition('T')[0]}",
        )


def signature_path(file: Path) -> Path:
    """Where the signature of a policy file is."""
    return file.with_name(f"{file.name}.sig")


def sign_policy(file: Path, key: SigningKey) -> CheckedPolicy:
    """Write the signature of a policy file beside it.

    Raises:
        PolicyError: it is no policy, or cannot be read, or the signature cannot be written.
    """
    content = _read_small(file)
    decode(content)
    moment = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ").encode()
    signature = moment + b"\n" + sign(_signed(moment, content), key)
    try:
        write_whole(signature_path(file), signature)
    except OSError as error:
        raise _unusable(signature_path(file), "written", error) from error
    return check(SignedPolicy(content, signature))


def ensure_signed(file: Path, key: SigningKey) -> None:
    """Sign a policy file, unless that was done already with this key.

    Raises:
        PolicyError: as `sign_policy`.
    """
    try:
        is_signed = check(read_signed(file)).key == key.verify_key
    except PolicyError:
        is_signed = False
    if not is_signed:
        sign_policy(file, key)


def read_signed(file: Path) -> SignedPolicy:
    """Read a policy file and the signature beside it.

    Raises:
        PolicyError: one of them is missing, or cannot be read.
    """
    return SignedPolicy(_read_small(file), _read_small(signature_path(file)))


def check(signed: SignedPolicy) -> CheckedPolicy:
    """See that a policy is what somebody signed; whether they are to be believed is another question.

    Raises:
        PolicyError: it is no policy, or the signature is not one of it.
    """
    found = _SIGNATURE.fullmatch(signed.signature)
    moment, signature = (found[1], found[2]) if found else (b"", b"")
    try:
        key = signer(_signed(moment, signed.content), signature)
    except BundleDamagedError as error:
        raise PolicyError(
            f"{POLICY_SIGNATURE} is not a signature of {POLICY}: one of the two is damaged or was changed",
            hint=_ASK,
        ) from error
    return CheckedPolicy(decode(signed.content), key, moment.decode())


def in_force(folder: Path, trusted: Collection[bytes]) -> InForce:
    """Decide which policy holds, as the head of this module says, and keep a new one.

    Args:
        folder: where the policy file and the last one that was believed are.
        trusted: the keys that are trusted with the program and the models.
    """
    file = folder / POLICY
    if not file.exists() and not (folder / KEPT).exists():
        return InForce(NO_RULES)
    kept = kept_policy(folder)
    try:
        signed = read_signed(file)
        newest = check(signed)
        refuse_other(newest, kept, trusted)
    except PolicyError as error:
        return InForce(kept.rules if kept else _stand_in(), error)
    if kept is None or kept.signed_at != newest.signed_at:
        with suppress(OSError):  # from a medium that cannot be written it is read again next time
            keep(folder, signed)
    return InForce(newest.rules)


def refuse_other(newest: CheckedPolicy, kept: CheckedPolicy | None, trusted: Collection[bytes]) -> None:
    """Refuse a policy of a key that is not trusted, and one from before the one that is kept.

    Raises:
        PolicyError: it is such a one.
    """
    known = set(trusted) or ({bytes(kept.key)} if kept else set())
    if known and bytes(newest.key) not in known:
        others = ", ".join(fingerprint(VerifyKey(key)) for key in sorted(known))
        raise PolicyError(
            f"{POLICY} is signed with the key {fingerprint(newest.key)}, and trusted here is {others}",
            hint=_ASK,
        )
    if kept is not None and newest.signed_at < kept.signed_at:
        raise PolicyError(
            f"{POLICY} was signed at {newest.signed_at}, before the one that is in force, {kept.signed_at}",
            hint=_ASK,
        )


def keep(folder: Path, signed: SignedPolicy) -> None:
    """Remember the last policy that was believed.

    Raises:
        OSError: it cannot be written.
    """
    write_private(folder / KEPT, msgspec.json.encode(signed))


def kept_policy(folder: Path) -> CheckedPolicy | None:
    """Give the last policy that was believed; a damaged one is none."""
    try:
        return check(msgspec.json.decode((folder / KEPT).read_bytes(), type=SignedPolicy))
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError, PolicyError):
        return None


def _stand_in() -> Rules:
    return Rules(STRICTEST, "fixed because the policy file cannot be believed", is_believed=False)


def _signed(moment: bytes, content: bytes) -> bytes:
    """Give what is signed: not what any other file of a bundle could hold."""
    return b"edgerag policy\n" + moment + b"\n" + content


def _read_small(file: Path) -> bytes:
    try:
        with file.open("rb") as opened:
            content = opened.read(MOST_BYTES + 1)
    except OSError as error:
        raise _unusable(file, "read", error) from error
    if len(content) > MOST_BYTES:
        raise PolicyError(f"{file} is too long for a policy", hint=_ASK)
    return content


def _unusable(file: Path, done: str, error: OSError) -> PolicyError:
    return PolicyError(f"{file}: cannot be {done}: {error.strerror}", hint=_ASK)
