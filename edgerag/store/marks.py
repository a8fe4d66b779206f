"""The table `marks`: which pairs of a kept report a reader holds to be judged wrongly.

A mark goes with its report, which foreign keys see to.
"""

from __future__ import annotations

from collections.abc import Iterator

import apsw

from edgerag.domain.ids import HandbookId
from edgerag.domain.reports import Label, Mark
from edgerag.store.reports import ReportId
from edgerag.store.seals import Row, intact, seal

_QUERY = (
    "select report, cast(a as blob), cast(b as blob), cast(right_label as blob), cast(note as blob), seal"
    " from marks"
)


def write(db: apsw.Connection, report: ReportId, mark: Mark) -> None:
    """Mark a pair of a report, in place of any mark that it had."""
    row = (report, mark.a, mark.b, mark.right.value if mark.right else "", mark.note)
    db.execute(
        "insert or replace into marks (report, a, b, right_label, note, seal) values (?, ?, ?, ?, ?, ?)",
        (*row, seal("marks", *row)),
    )


def remove(db: apsw.Connection, report: ReportId, a: HandbookId, b: HandbookId) -> None:
    """Take the mark from a pair, if it has one."""
    db.execute("delete from marks where report = ? and a = ? and b = ?", (report, a, b))


def of_report(db: apsw.Connection, report: ReportId) -> tuple[Mark, ...]:
    """Read a report's marks; one that is not as it was stored is left out."""
    query = f"{_QUERY} where report = ? order by a, b"
    return tuple(mark for _, mark in intact(db, "marks", query, (report,), _mark))


def marked_reports(db: apsw.Connection) -> Iterator[ReportId]:
    """Yield the reports with a mark, oldest first."""
    rows = db.execute("select distinct report from marks order by report")
    return (ReportId(number) for (number,) in rows)


def _mark(row: Row) -> tuple[ReportId, Mark]:
    report, a, b, right, note = row
    label = Label(right.decode()) if right else None
    return ReportId(report), Mark(HandbookId(a.decode()), HandbookId(b.decode()), label, note.decode())
