"""The tables `reports` and `report_handbooks`: what was asked, and the report it got.

A report quotes its handbooks, so it goes when one of them is removed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NewType

import apsw

from edgerag.errors import DamagedError
from edgerag.store.handbooks import HandbookKey
from edgerag.store.seals import Row, intact

ReportId = NewType("ReportId", int)

BEGINNING = ReportId(0)
"""Before every report."""


@dataclass(frozen=True, slots=True)
class KeptReport:
    """One line of the history."""

    id: ReportId
    asked_at: str
    """UTC, "2026-11-21 23:59:59"."""
    question: str
    name: str = ""
    """What a person calls it; empty if it goes by its question."""
    pinned: bool = False
    verdict: str = ""
    """The report's verdict; empty if it was not told."""
    n_handbooks: int = 0
    """How many handbooks were asked."""


DAMAGED = "(damaged)"
"""Stands for the question of a report that is not as it was stored."""

LONG_AGO = "1970-01-01 00:00:00"
"""Stands for the moment at which it was asked."""

_COLUMNS = """
    id, cast(asked_at as blob), cast(question as blob), report, cast(name as blob), pinned,
    cast(verdict as blob), seal
"""
_VALUES = _COLUMNS.removesuffix(", seal\n")


def matching(kept: Sequence[KeptReport], search: str) -> list[KeptReport]:
    """Keep those in whose name or question every word of `search` occurs, in capitals or not."""
    words = search.casefold().split()
    return [one for one in kept if all(word in f"{one.name} {one.question}".casefold() for word in words)]


def keep(
    db: apsw.Connection, question: str, report: bytes, handbooks: Sequence[HandbookKey], verdict: str
) -> ReportId:
    """Add a report to the history."""
    number: int = db.execute(
        "insert into reports (asked_at, question, report, verdict)"
        " values (datetime('now'), ?, ?, ?) returning id",
        (question, report, verdict),
    ).get
    _seal(db, ReportId(number))
    db.executemany("insert into report_handbooks values (?, ?)", ((number, key) for key in handbooks))
    return ReportId(number)


def history(db: apsw.Connection) -> tuple[KeptReport, ...]:
    """List the reports, newest first; of a damaged one nothing but its number, which can still be deleted."""
    told = {kept.id: kept for kept in intact(db, "reports", f"select {_COLUMNS} from reports", (), _kept)}
    counts = dict(db.execute("select report, count(*) from report_handbooks group by report"))
    numbers = [ReportId(number) for (number,) in db.execute("select id from reports order by id desc")]
    return tuple(
        replace(told.get(number) or KeptReport(number, LONG_AGO, DAMAGED), n_handbooks=counts.get(number, 0))
        for number in numbers
    )


def damaged(db: apsw.Connection) -> list[ReportId]:
    """Give the reports that are not as they were stored."""
    told = set(intact(db, "reports", f"select {_COLUMNS} from reports", (), lambda row: row[0]))
    return [number for (number,) in db.execute("select id from reports order by id") if number not in told]


def newest(db: apsw.Connection) -> ReportId:
    """Give the number of the newest report that was ever kept; 0 before the first."""
    number: int | None = db.execute("select seq from sqlite_sequence where name = 'reports'").get
    return ReportId(number or BEGINNING)


def find(db: apsw.Connection, report: ReportId) -> bytes | None:
    """Read one report, or None if it is not there.

    Raises:
        DamagedError: it is not as it was stored.
    """
    query = f"select {_COLUMNS} from reports where id = ?"
    found = next(intact(db, "reports", query, (report,), lambda row: bytes(row[3])), None)
    if found is None and exists(db, report):
        raise DamagedError(
            f"report {report} is damaged in the library, and not shown",
            hint=f"ask again; edgerag history delete {report}",
        )
    return found


def exists(db: apsw.Connection, report: ReportId) -> bool:
    """Say whether there is a report of that number."""
    return bool(db.execute("select 1 from reports where id = ?", (report,)).get)


def rename(db: apsw.Connection, report: ReportId, name: str) -> None:
    """Give one report a name, if it is there."""
    _change(db, report, "name", name)


def pin(db: apsw.Connection, report: ReportId, *, pinned: bool) -> None:
    """Pin one report, or let it go, if it is there."""
    _change(db, report, "pinned", int(pinned))


def delete(db: apsw.Connection, report: ReportId) -> None:
    """Delete one report, if it is there."""
    db.execute("delete from reports where id = ?", (report,))


def delete_mentioning(db: apsw.Connection, handbook: HandbookKey) -> None:
    """Delete the reports that quote a handbook."""
    db.execute(
        "delete from reports where id in (select report from report_handbooks where handbook = ?)",
        (handbook,),
    )


def n_mentioning(db: apsw.Connection, handbook: HandbookKey) -> int:
    """Count the reports that quote a handbook."""
    return db.execute("select count(*) from report_handbooks where handbook = ?", (handbook,)).get


def clear(db: apsw.Connection, after: ReportId) -> None:
    """Delete the reports that were kept after the one of that number; with 0, the whole history."""
    db.execute("delete from reports where id > ?", (after,))


def _change(db: apsw.Connection, report: ReportId, column: str, value: str | int) -> None:
    """Change what a person may change, unless the report is damaged: no new seal vouches for damage."""
    if any(intact(db, "reports", f"select {_COLUMNS} from reports where id = ?", (report,), lambda _: True)):
        db.execute(f"update reports set {column} = ? where id = ?", (value, report))
        _seal(db, report)


def _seal(db: apsw.Connection, report: ReportId) -> None:
    db.execute(f"update reports set seal = seal('reports', {_VALUES}) where id = ?", (report,))


def _kept(row: Row) -> KeptReport:
    number, asked_at, question, _report, name, pinned, verdict = row
    return KeptReport(
        number,
        asked_at.decode(),
        question.decode(),
        name.decode(),
        pinned=bool(pinned),
        verdict=verdict.decode(),
    )
