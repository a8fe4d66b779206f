"""The table `facts`: what was found right or wrong of handbooks' statements.

A fact goes with its handbook, which foreign keys see to. A person's word stands above what sources bear out.
"""

from __future__ import annotations

import apsw

from edgerag.domain.facts import Fact
from edgerag.domain.ids import HandbookId
from edgerag.store.handbooks import HandbookKey
from edgerag.store.seals import Row, intact, seal


def write(db: apsw.Connection, handbook: HandbookKey, fact: Fact) -> None:
    """Keep a fact in place of what was known of the statement, unless a person knew better."""
    row = (handbook, fact.area, fact.statement, float(fact.credit), int(fact.by_person))
    db.execute(
        "insert into facts (handbook, area, statement, credit, by_person, seal) values (?, ?, ?, ?, ?, ?)"
        " on conflict do update set credit = excluded.credit, by_person = excluded.by_person,"
        " seal = excluded.seal where excluded.by_person >= by_person",
        (*row, seal("facts", *row)),
    )


def read(db: apsw.Connection) -> tuple[Fact, ...]:
    """Read all facts; one that is not as it was stored is left out."""
    names = dict(db.execute("select key, id from handbooks"))
    query = (
        "select handbook, cast(area as blob), statement, credit, by_person, seal from facts"
        " order by handbook, area, statement"
    )

    def fact(row: Row) -> Fact:
        handbook, area, statement, credit, by_person = row
        name = HandbookId(names.get(handbook, ""))
        return Fact(name, area.decode(), statement, credit, by_person=bool(by_person))

    return tuple(intact(db, "facts", query, (), fact))


def forget(db: apsw.Connection, handbook: HandbookKey, fact: Fact) -> None:
    """Forget what is known of one statement."""
    db.execute(
        "delete from facts where handbook = ? and area = ? and statement = ?",
        (handbook, fact.area, fact.statement),
    )


def reset(db: apsw.Connection, handbook: HandbookKey | None) -> int:
    """Forget all that is known of a handbook, or of every one; gives how many facts."""
    if handbook is None:
        db.execute("delete from facts")
    else:
        db.execute("delete from facts where handbook = ?", (handbook,))
    return db.changes()
