"""The tables `reports` and `report_handbooks`: what was asked, and the report it got.

A report quotes its handbooks, so it goes when one of them is removed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NewType

import apsw

from edgerag.store.handbooks import HandbookKey

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
    db.executemany("insert into report_handbooks values (?, ?)", ((number, key) for key in handbooks))
    return ReportId(number)


def history(db: apsw.Connection) -> tuple[KeptReport, ...]:
    """List the reports, newest first."""
    rows = db.execute(
        "select id, asked_at, question, name, pinned, verdict,"
        " (select count(*) from report_handbooks where report = reports.id)"
        " from reports order by id desc"
    )
    return tuple(
        KeptReport(
            number, asked_at, question, name, pinned=bool(pinned), verdict=verdict, n_handbooks=n_handbooks
        )
        for number, asked_at, question, name, pinned, verdict, n_handbooks in rows
    )


def newest(db: apsw.Connection) -> ReportId:
    """Give the number of the newest report that was ever kept; 0 before the first."""
    number: int | None = db.execute("select seq from sqlite_sequence where name = 'reports'").get
    return ReportId(number or BEGINNING)


def find(db: apsw.Connection, report: ReportId) -> bytes | None:
    """Read one report."""
    return db.execute("select report from reports where id = ?", (report,)).get


def rename(db: apsw.Connection, report: ReportId, name: str) -> None:
    """Give one report a name, if it is there."""
    db.execute("update reports set name = ? where id = ?", (name, report))


def pin(db: apsw.Connection, report: ReportId, *, pinned: bool) -> None:
    """Pin one report, or let it go, if it is there."""
    db.execute("update reports set pinned = ? where id = ?", (int(pinned), report))


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
