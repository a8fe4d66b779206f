"""The tables `reports`, `asked_handbooks` and `follow_ups`: what was asked, of whom, and the report it got.

A report is a record: it keeps its own words when a handbook that it quotes is removed. A question that was
read with the one before it holds that one's words: it goes when that one is deleted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NewType

import apsw

from edgerag.domain.ids import HandbookId
from edgerag.errors import DamagedError, StoreError
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
    n_removed: int = 0
    """How many of them the library does not have any more."""
    before: ReportId | None = None
    """The question that it was read with and goes on from."""


DAMAGED = "(damaged)"
"""Stands for the question of a report that is not as it was stored."""

LONG_AGO = "1970-01-01 00:00:00"
"""Stands for the moment at which it was asked."""

_COLUMNS = """
    id, cast(asked_at as blob), cast(question as blob), report, cast(name as blob), pinned,
    cast(verdict as blob), seal
"""
_VALUES = _COLUMNS.removesuffix(", seal\n")
_COUNTS = """
    select report, count(*), count(*) - count(h.key)
    from asked_handbooks as asked left join handbooks as h on h.id = asked.handbook
    group by report
"""
_GOING_ON = """
    with recursive going_on (report) as (
        select id from reports where {which}
        union select follow_ups.report from follow_ups join going_on on before = going_on.report
    )
    select report from going_on order by report
"""
"""The reports of which something holds, and all that go on from them."""


def going_on(kept: Sequence[KeptReport], number: ReportId) -> list[KeptReport]:
    """Give those of `kept`, which is newest first, that go on from a report, at once or by way of another."""
    numbers, found = {number}, []
    for one in reversed(kept):
        if one.before in numbers:
            numbers.add(one.id)
            found.append(one)
    return found


def matching(kept: Sequence[KeptReport], search: str) -> list[KeptReport]:
    """Keep those in whose name or question every word of `search` occurs, in capitals or not."""
    words = search.casefold().split()
    return [one for one in kept if all(word in f"{one.name} {one.question}".casefold() for word in words)]


def keep(
    db: apsw.Connection,
    question: str,
    report: bytes,
    handbooks: Sequence[HandbookId],
    verdict: str,
    before: ReportId | None = None,
) -> ReportId:
    """Add a report to the history, in one thread with the report `before` if that is still there."""
    number: int = db.execute(
        "insert into reports (asked_at, question, report, verdict)"
        " values (datetime('now'), ?, ?, ?) returning id",
        (question, report, verdict),
    ).get
    _seal(db, ReportId(number))
    db.executemany("insert into asked_handbooks values (?, ?)", ((number, book) for book in handbooks))
    db.execute("insert into follow_ups select ?, id from reports where id = ?", (number, before))
    return ReportId(number)


def history(db: apsw.Connection) -> tuple[KeptReport, ...]:
    """List the reports, newest first; of a damaged one nothing but its number, which can still be deleted."""
    told = {kept.id: kept for kept in intact(db, "reports", f"select {_COLUMNS} from reports", (), _kept)}
    counts = {number: (n_asked, n_removed) for number, n_asked, n_removed in db.execute(_COUNTS)}
    before = {number: ReportId(earlier) for number, earlier in db.execute("select * from follow_ups")}
    numbers = [ReportId(number) for (number,) in db.execute("select id from reports order by id desc")]
    return tuple(
        replace(_counted(told.get(number), number, *counts.get(number, (0, 0))), before=before.get(number))
        for number in numbers
    )


def _counted(kept: KeptReport | None, number: ReportId, n_asked: int, n_removed: int) -> KeptReport:
    kept = kept or KeptReport(number, LONG_AGO, DAMAGED)
    return replace(kept, n_handbooks=n_asked, n_removed=n_removed)


def threads(kept: Sequence[KeptReport]) -> list[list[KeptReport]]:
    """Put what goes on from each other together, the first question first; who is newest comes first.

    Args:
        kept: newest first. What an absent question goes on from begins a thread of its own.
    """
    thread_of: dict[ReportId, list[KeptReport]] = {}
    for one in reversed(kept):
        thread = thread_of.get(one.before, []) if one.before is not None else []
        thread.append(one)
        thread_of[one.id] = thread
    by_first = {thread[0].id: thread for thread in thread_of.values()}
    return sorted(by_first.values(), key=lambda thread: -max(one.id for one in thread))


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


def no_report(number: int) -> StoreError:
    """Say that there is no report of that number."""
    return StoreError(f"there is no report {number}", hint="edgerag history list")


def rename(db: apsw.Connection, report: ReportId, name: str) -> None:
    """Give one report a name, if it is there."""
    _change(db, report, "name", name)


def pin(db: apsw.Connection, report: ReportId, *, pinned: bool) -> None:
    """Pin one report, or let it go, if it is there."""
    _change(db, report, "pinned", int(pinned))


def going_on_from(db: apsw.Connection, report: ReportId) -> tuple[ReportId, ...]:
    """Give one report, if it is there, and all that go on from it."""
    return _going_on(db, "id = ?", report)


def delete(db: apsw.Connection, numbers: Sequence[ReportId]) -> None:
    """Delete reports, as far as they are there."""
    db.executemany("delete from reports where id = ?", ((number,) for number in numbers))


def removed_since(db: apsw.Connection, report: ReportId) -> tuple[HandbookId, ...]:
    """Name the handbooks that a report asked and that the library does not have any more."""
    rows = db.execute(
        "select handbook from asked_handbooks"
        " where report = ? and handbook not in (select id from handbooks) order by handbook",
        (report,),
    )
    return tuple(HandbookId(name) for (name,) in rows)


def n_asking(db: apsw.Connection, handbook: HandbookId) -> int:
    """Count the reports that asked a handbook."""
    return db.execute("select count(*) from asked_handbooks where handbook = ?", (handbook,)).get


def clear(db: apsw.Connection, after: ReportId) -> None:
    """Delete the reports that were kept after the one of that number; with 0, the whole history."""
    db.execute("delete from reports where id > ?", (after,))


def count_after(db: apsw.Connection, after: ReportId) -> int:
    """Count the reports that were kept after the one of that number."""
    return db.execute("select count(*) from reports where id > ?", (after,)).get


def delete_older(db: apsw.Connection, days: int) -> int:
    """Delete the reports that were asked longer than so many days ago, all with 0; gives how many.

    What goes on from one of them holds its words, and goes too.
    """
    old = _going_on(db, "? = 0 or asked_at < datetime('now', ?)", days, f"-{days} days")
    delete(db, old)
    return len(old)


def _going_on(db: apsw.Connection, which: str, *values: str | int) -> tuple[ReportId, ...]:
    return tuple(ReportId(number) for (number,) in db.execute(_GOING_ON.format(which=which), values))


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
