"""An audit trail in a file, its head signed as a bundle's manifest is.

    line 1               the head: the format, how many entries there are, the hash of the last one
    lines 2 to n + 1     the entries, each its hash, a space, and its bytes
    line n + 2           an Ed25519 signature of line 1, if somebody vouches for it

No question is in it, and no salt: nobody can try whether a question they guess was asked.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
from nacl.signing import SigningKey, VerifyKey

from edgerag import __version__
from edgerag.bundle.signing import fingerprint, sign, vouched_by
from edgerag.disk import disk_full_told, write_private
from edgerag.domain.trail import Flaw, Head, Written, first_flaw, read
from edgerag.errors import StoreError
from edgerag.folders import WRITE_PROTECTED
from edgerag.store.exchange import NOBODY

FORMAT = "edgerag.trail/1"
MOST_BYTES = 1_000_000_000
_ENTRY = re.compile(rb"([0-9a-f]{64}) (\{.*\})")


class _HeadLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: str
    program: str
    entries: int
    head: str


@dataclass(frozen=True, slots=True)
class CheckedTrail:
    """What was found in a file."""

    rows: tuple[Written, ...]
    head: Head
    signed_by: str
    """The fingerprint of the key that signed the head, or `NOBODY`."""

    @property
    def flaw(self) -> Flaw | None:
        """The first entry that is not as it was written."""
        return first_flaw(self.rows, self.head)


def write_trail(file: Path, rows: Sequence[Written], head: Head, key: SigningKey | None) -> None:
    """Write a trail, for its owner alone; the file appears when it is whole.

    Raises:
        DiskFullError: there is no room.
        StoreError: the file cannot be written, or is there already and is no trail.
    """
    _refuse_other_file(file)
    line = msgspec.json.encode(_HeadLine(FORMAT, __version__, head.n_entries, head.hash))
    lines = [line, *(row.hash.encode() + b" " + row.content for row in rows)]
    content = b"\n".join(lines) + b"\n" + (sign(line, key) if key else b"")
    try:
        with disk_full_told():
            write_private(file, content)
    except OSError as error:
        raise StoreError(
            f"{file}: cannot be written: {error.strerror}", hint=f"is the folder there? {WRITE_PROTECTED}"
        ) from error


def read_trail(file: Path, public_key: VerifyKey | None = None) -> CheckedTrail:
    """Read a trail; whether its entries are whole is for `CheckedTrail.flaw` to say.

    Raises:
        BundleDamagedError: the head is not the one that was signed.
        BundleKeyError: the head is not signed with `public_key`.
        StoreError: the file cannot be read, or is no trail.
    """
    first, *lines = _read(file).split(b"\n")
    try:
        head = msgspec.json.decode(first, type=_HeadLine)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _no_trail(file) from error
    if head.format != FORMAT or head.entries < 0:
        raise _no_trail(file)
    is_signed = len(lines) > 1 and lines[-2].startswith(b'{"algorithm"')
    entries = lines[:-2] if is_signed else lines[:-1]
    key = vouched_by(file, "head", first, lines[-2] if is_signed else None, public_key)
    signed_by = fingerprint(key) if key else NOBODY
    return CheckedTrail(tuple(map(_row, entries)), Head(head.entries, head.head), signed_by)


def departure(export: CheckedTrail, rows: Sequence[Written]) -> Flaw | None:
    """Find where a library's trail is no longer the one that was exported from it.

    A trail of another library is not compared.
    """
    if not rows or not export.rows or _chain(rows[0]) != _chain(export.rows[0]):
        return None
    for number, before in enumerate(export.rows, 1):
        if number > len(rows):
            return Flaw(number, f"entry {number} is in the export and missing in the library")
        if rows[number - 1] != before:
            return Flaw(number, f"entry {number} of the library is not the one that was exported")
    return None


def _chain(row: Written) -> str:
    try:
        return read(row.content).chain
    except ValueError:
        return ""


def _row(line: bytes) -> Written:
    found = _ENTRY.fullmatch(line)
    return Written(found[1].decode(), found[2]) if found else Written("", line)


def _read(file: Path) -> bytes:
    try:
        if file.stat().st_size > MOST_BYTES:
            raise _no_trail(file)
        return file.read_bytes()
    except OSError as error:
        raise StoreError(f"{file}: cannot be read: {error.strerror}", hint="check the name") from error


def _no_trail(file: Path) -> StoreError:
    return StoreError(f"{file} is no audit trail, or its head is damaged", hint="see `edgerag trail export`")


def _refuse_other_file(file: Path) -> None:
    """Replace nothing but an older export."""
    if not file.exists():
        return
    try:
        with file.open("rb") as opened:
            is_trail = opened.read(100).startswith(b'{"format":"%b"' % FORMAT.encode())
    except OSError:
        is_trail = False
    if not is_trail:
        raise StoreError(f"{file} is there already and is no trail", hint="give the export another name")
