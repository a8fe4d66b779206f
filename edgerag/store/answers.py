"""The table `answers`: finished answers, so that a question asked again is answered at once."""

from __future__ import annotations

import apsw

from edgerag.store.handbooks import HandbookKey
from edgerag.store.seals import intact, seal


def find(db: apsw.Connection, key: str) -> bytes | None:
    """Read the answer kept under `key`; one that is damaged is as good as none."""
    query = "select cast(key as blob), handbook, value, seal from answers where key = ?"
    return next(intact(db, "answers", query, (key,), lambda row: bytes(row[2])), None)


def keep(db: apsw.Connection, key: str, handbook: HandbookKey, value: bytes) -> None:
    """Keep an answer until its handbook is removed."""
    row = (key, handbook, value)
    db.execute(
        "insert or replace into answers (key, handbook, value, seal) values (?, ?, ?, ?)",
        (*row, seal("answers", *row)),
    )
