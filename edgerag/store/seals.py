"""Seals: a hash beside every row that a person may be shown, so that damage is noticed before it is read.

A seal covers the table's name and all that the row holds. It is no signature: whoever may write the library
can seal what they wrote. What it tells is that disk, stick and copy gave back what edgerag put there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from typing import Any, TypeVar

import apsw
import msgspec

T = TypeVar("T")

SEAL_BYTES = 16
"""128 bits: no damage that a disk does gives another row the same seal."""

Value = int | float | str | bytes | None
Row = tuple[Any, ...]
"""What SQLite gives for some columns; STRICT tables answer for the types."""

_ENCODER = msgspec.msgpack.Encoder()

UNREADABLE = (apsw.CorruptError, apsw.IOError, apsw.NoMemError, apsw.TooBigError)
"""What SQLite says of a row whose page, or whose length, is damaged."""


def seal(*values: Value) -> bytes:
    """Hash a table's name and a row's values; text and its UTF-8 bytes are the same.

    Migrations call this, and its hashes are stored: what it gives never changes.
    """
    return _digest([value.encode() if isinstance(value, str) else value for value in values])


def _digest(values: Sequence[Value]) -> bytes:
    return blake2b(_ENCODER.encode(values), digest_size=SEAL_BYTES).digest()


def seal_text(*values: Value) -> bytes:
    """Hash a row that was stored before there were seals; what is no text any more gets none."""
    try:
        for value in values:
            if isinstance(value, bytes):
                value.decode()
    except UnicodeDecodeError:
        return b""
    return seal(*values)


def register(db: apsw.Connection) -> None:
    """Let SQL call `seal` and `seal_text`."""
    db.create_scalar_function("seal", seal, deterministic=True)
    db.create_scalar_function("seal_text", seal_text, deterministic=True)


def intact(
    db: apsw.Connection,
    table: str,
    query: str,
    arguments: tuple[Value, ...],
    parse: Callable[[Row], T],
) -> Iterator[T]:
    """Run a query whose rows end with their seals, and parse those that are as they were stored.

    The others are left out, and damage to the file's structure may end the rows early: who needs all of
    them must know how many there are. Text columns are to be read as blobs, for damaged text is no text.
    """
    try:
        name = table.encode()
        for row in db.execute(query, arguments):
            values = row[:-1]
            if _digest((name, *values)) != row[-1]:
                continue
            try:
                parsed = parse(values)
            except (ValueError, msgspec.DecodeError):  # it was damaged before it was sealed
                continue
            yield parsed
    except UNREADABLE:
        return
