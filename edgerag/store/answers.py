"""The table `answers`: finished answers, so that a question asked again is answered at once."""

from __future__ import annotations

import apsw

from edgerag.store.handbooks import HandbookKey


def find(db: apsw.Connection, key: str) -> bytes | None:
    """Read the answer kept under `key`."""
    return db.execute("select value from answers where key = ?", (key,)).get


def keep(db: apsw.Connection, key: str, handbook: HandbookKey, value: bytes) -> None:
    """Keep an answer until its handbook is removed."""
    db.execute("insert or replace into answers values (?, ?, ?)", (key, handbook, value))
