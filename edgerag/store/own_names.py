"""The table `own_names`: what each handbook's abbreviations stand for."""

from __future__ import annotations

from collections.abc import Iterable

import apsw

from edgerag.domain.own_names import NameSource, OwnName
from edgerag.store.handbooks import HandbookKey
from edgerag.store.seals import Row, intact, seal


def write(db: apsw.Connection, key: HandbookKey, names: Iterable[OwnName], reader: int) -> None:
    """Store a handbook's names in place of any it had, and which version of the reader found them."""
    db.execute("delete from own_names where handbook = ?", (key,))
    rows = ((key, n.name, n.meaning, n.source.value) for n in names)
    db.executemany(
        "insert into own_names (handbook, name, meaning, source, seal) values (?, ?, ?, ?, ?)",
        ((*row, seal("own_names", *row)) for row in rows),
    )
    db.execute("update handbooks set names_read = ? where key = ?", (reader, key))


def read(db: apsw.Connection, key: HandbookKey, reader: int) -> tuple[OwnName, ...] | None:
    """Read a handbook's names in alphabetical order.

    None if that version of the reader never read them, or if one is damaged: they can be read again.
    """
    if db.execute("select names_read from handbooks where key = ?", (key,)).get != reader:
        return None
    query = (
        "select handbook, cast(name as blob), cast(meaning as blob), cast(source as blob), seal"
        " from own_names where handbook = ? order by name, meaning, source"
    )
    found = tuple(intact(db, "own_names", query, (key,), _own_name))
    n_names: int = db.execute("select count(*) from own_names where handbook = ?", (key,)).get
    return found if len(found) == n_names else None


def _own_name(row: Row) -> OwnName:
    _handbook, name, meaning, source = row
    return OwnName(name.decode(), meaning.decode(), NameSource(source.decode()))
