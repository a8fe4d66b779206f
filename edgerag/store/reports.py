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


@dataclass(frozen=True, slots=True)
class KeptReport:
    """One line of the history."""

    id: ReportId
    asked_at: str
    """UTC, "2026-11-21 23:59:59"."""
    question: str


def keep(db: apsw.Connection, question: str, report: bytes, handbooks: Sequence[HandbookKey]) -> ReportId:
    """Add a report to the history."""
    number: int = db.execute(
        "insert into reports (asked_at, question, report) values (datetime('now'), ?, ?) returning id",
        (question, report),
    ).get
    db.executemany("insert into report_handbooks values (?, ?)", ((number, key) for key in handbooks))
    return ReportId(number)


def history(db: apsw.Connection) -> tuple[KeptReport, ...]:
    """List the reports, newest first."""
    rows = db.execute("select id, asked_at, question from reports order by id desc")
    return tuple(KeptReport(*row) for row in rows)


def find(db: apsw.Connection, report: ReportId) -> bytes | None:
    """Read one report."""
    return db.execute("select report from reports where id = ?", (report,)).get


def delete(db: apsw.Connection, report: ReportId) -> None:
    """Delete one report, if it is there."""
    db.execute("delete from reports where id = ?", (report,))


def delete_mentioning(db: apsw.Connection, handbook: HandbookKey) -> None:
    """Delete the reports that quote a handbook."""
    db.execute(
        "delete from reports where id in (select report from report_handbooks where handbook = ?)",
        (handbook,),
    )


def clear(db: apsw.Connection) -> None:
    """Delete the whole history."""
    db.execute("delete from reports")
