"""The table `compared_handbooks`: what two handbooks state differently and alike, found once and kept.

It is kept under a hash of the seals of all that a comparison reads of both handbooks: whatever of it changes,
what was kept is found no more.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

import apsw

from edgerag.domain.ids import HandbookId
from edgerag.store.handbooks import HandbookKey
from edgerag.store.seals import SEAL_BYTES, intact, seal

_READ: Final = ("claims", "chunks", "vectors")
"""The tables that a comparison reads."""


@dataclass(frozen=True, slots=True)
class KeptComparison:
    """What was found of two handbooks, in bytes."""

    a: HandbookId
    b: HandbookId
    made_of: bytes
    """A hash of all that made it."""
    found: bytes


def content(db: apsw.Connection, key: HandbookKey) -> bytes:
    """Hash all that a comparison reads of a handbook."""
    found = blake2b(digest_size=SEAL_BYTES)
    for table in _READ:
        for (one,) in db.execute(f"select seal from {table} where handbook = ? order by seal", (key,)):
            found.update(one)
    return found.digest()


def find(db: apsw.Connection, a: HandbookKey, b: HandbookKey, made_of: bytes) -> bytes | None:
    """Read what was found of two handbooks, if it was made of that; what is damaged is as good as nothing."""
    query = "select a, b, made_of, found, seal from compared_handbooks where a = ? and b = ? and made_of = ?"
    return next(intact(db, "compared_handbooks", query, (a, b, made_of), lambda row: bytes(row[3])), None)


def keep(db: apsw.Connection, a: HandbookKey, b: HandbookKey, kept: KeptComparison) -> None:
    """Keep what was found of two handbooks, in place of anything older, until one of them is removed."""
    row = (a, b, kept.made_of, kept.found)
    db.execute(
        "insert or replace into compared_handbooks (a, b, made_of, found, seal) values (?, ?, ?, ?, ?)",
        (*row, seal("compared_handbooks", *row)),
    )
