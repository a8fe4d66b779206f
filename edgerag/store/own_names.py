"""The table `own_names`: what each handbook's abbreviations stand for."""

from __future__ import annotations

from collections.abc import Iterable

import apsw

from edgerag.domain.own_names import NameSource, OwnName
from edgerag.store.handbooks import HandbookKey


def write(db: apsw.Connection, key: HandbookKey, names: Iterable[OwnName], reader: int) -> None:
    """Store a handbook's names in place of any it had, and which version of the reader found them."""
    db.execute("delete from own_names where handbook = ?", (key,))
    db.executemany(
        "insert into own_names values (?, ?, ?, ?)", ((key, n.name, n.meaning, n.source.value) for n in names)
    )
    db.execute("update handbooks set names_read = ? where key = ?", (reader, key))


def read(db: apsw.Connection, key: HandbookKey, reader: int) -> tuple[OwnName, ...] | None:
    """Read a handbook's names in alphabetical order; None if that version of the reader never read them."""
    if db.execute("select names_read from handbooks where key = ?", (key,)).get != reader:
        return None
    rows = db.execute(
        "select name, meaning, source from own_names where handbook = ? order by name, meaning, source",
        (key,),
    )
    return tuple(OwnName(name, meaning, NameSource(source)) for name, meaning, source in rows)
