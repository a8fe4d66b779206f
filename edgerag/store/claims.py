"""The table `claims`: what each handbook states, typed."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import apsw
import msgspec

from edgerag.language.claims import Claim
from edgerag.store.handbooks import HandbookKey
from edgerag.store.seals import Row, intact, seal

UNREAD: Final = 0
"""The version of the reader that has read nothing yet."""


@dataclass(frozen=True, slots=True)
class ReadClaims:
    """What a handbook states, in reading order."""

    claims: tuple[Claim, ...]
    reader: int
    """Which version of the reader found them."""


NOTHING_READ: Final = ReadClaims((), UNREAD)


def _plain(value: object) -> str:
    if isinstance(value, Fraction):
        return str(value)
    raise NotImplementedError(type(value))


def _exact(kind: type, value: str) -> object:
    if kind is Fraction:
        return Fraction(value)
    raise NotImplementedError(kind)


_ENCODER = msgspec.msgpack.Encoder(enc_hook=_plain, order="deterministic")
_DECODER = msgspec.msgpack.Decoder(Claim, dec_hook=_exact)


def write(db: apsw.Connection, key: HandbookKey, read: ReadClaims) -> None:
    """Store a handbook's claims in place of any it had, and which version of the reader found them."""
    db.execute("delete from claims where handbook = ?", (key,))
    rows = ((key, ordinal, _ENCODER.encode(claim)) for ordinal, claim in enumerate(read.claims))
    db.executemany(
        "insert into claims (handbook, ordinal, claim, seal) values (?, ?, ?, ?)",
        ((*row, seal("claims", *row)) for row in rows),
    )
    db.execute("update handbooks set claims_read = ? where key = ?", (read.reader, key))


def read(db: apsw.Connection, key: HandbookKey, reader: int) -> tuple[Claim, ...] | None:
    """Read a handbook's claims in reading order.

    None if that version of the reader never read them, or if one is damaged: they can be read again.
    """
    if db.execute("select claims_read from handbooks where key = ?", (key,)).get != reader:
        return None
    query = "select handbook, ordinal, claim, seal from claims where handbook = ? order by ordinal"
    found = tuple(intact(db, "claims", query, (key,), _claim))
    n_claims: int = db.execute("select count(*) from claims where handbook = ?", (key,)).get
    return found if len(found) == n_claims else None


def _claim(row: Row) -> Claim:
    return _DECODER.decode(row[2])
