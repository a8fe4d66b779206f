"""The tables of audits: `audits`, `audit_questions`, `audit_results` and `audit_handbooks`.

They are in the library's own file, and not in files of their own: what locks, rekeys, backs up or mends the
library then does so to its audits, and no audit of an encrypted library is ever plain on a disk. A shard is a
file with these tables alone.

An audit is a record: it keeps its own words when a handbook that it asked is removed.

A result is inserted once and in one transaction: a kill leaves it whole or absent, and none is there twice.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import apsw
import msgspec

from edgerag.domain.audits import AuditQuestion, AuditState, AuditSummary, SubmittedShard, Terms
from edgerag.domain.ids import HandbookId
from edgerag.errors import AuditError, DamagedError
from edgerag.store.connection import Connections
from edgerag.store.seals import Row, intact, seal

_LEVEL: Final = 6
"""Of zlib; a report of 24 handbooks shrinks to a twelfth."""
_LONGEST_REPORT: Final = 1 << 27
"""Bytes that a damaged length may claim before it is refused."""

_QUESTIONS = "select audit, position, cast(question as blob), cast(labels as blob), seal from audit_questions"
_RESULTS = "select audit, position, cast(failure as blob), report, seal from audit_results"


@dataclass(frozen=True, slots=True)
class AuditResult:
    """What became of one question."""

    position: int
    report: bytes
    """The report's JSON; empty if there is none."""
    failure: str = ""
    """Why there is none."""


class Audits:
    """The audits in one file: a library's, or a shard's."""

    def __init__(self, connections: Connections) -> None:
        """Work on an open file whose schema is up to date."""
        self._connections = connections

    def create(self, name: str, terms: Terms, questions: Sequence[AuditQuestion], created_at: str) -> None:
        """Begin an audit.

        Raises:
            AuditError: there is one of that name.
            StoreError: as `Connections.transaction`.
        """
        with self._connections.transaction() as db:
            if db.execute("select 1 from audits where name = ?", (name,)).get:
                raise AuditError(
                    f"there is an audit {name} already",
                    hint=f"another name, or `edgerag audit remove {name}`",
                )
            row = (name, created_at, msgspec.msgpack.encode(terms, order="sorted"))
            audit: int = db.execute(
                "insert into audits (name, created_at, terms, seal) values (?, ?, ?, ?) returning id",
                (*row, seal("audits", *row)),
            ).get
            db.executemany("insert into audit_questions values (?, ?, ?, ?, ?)", _rows(audit, questions))
            books = ((audit, book.id) for book in terms.handbooks)
            db.executemany("insert into audit_handbooks values (?, ?)", books)

    def names(self) -> tuple[str, ...]:
        """Name the audits, oldest first.

        Raises:
            DamagedError: a name is none.
        """
        with self._connections.reading() as db:
            names = tuple(name for (name,) in db.execute("select name from audits order by id"))
        if not all(isinstance(name, str) for name in names):
            raise DamagedError("the name of an audit is damaged", hint="restore the file from a backup")
        return names

    def number(self, name: str) -> int:
        """Give the number by which this file knows an audit.

        Raises:
            AuditError: there is none of that name.
        """
        with self._connections.reading() as db:
            return _number(db, name)

    def state(self, name: str) -> AuditState:
        """Say how far an audit is.

        Raises:
            AuditError: there is none of that name.
        """
        with self._connections.reading() as db:
            audit = _number(db, name)
            created_at = db.execute("select created_at from audits where id = ?", (audit,)).get
            n_questions = db.execute("select count(*) from audit_questions where audit = ?", (audit,)).get
            query = "select count(*) from audit_results where audit = ? and (failure = '') = ?"
            n_answered, n_failed = (db.execute(query, (audit, is_well)).get for is_well in (1, 0))
        return AuditState(name, created_at, n_questions, n_answered, n_failed)

    def summaries(self) -> tuple[AuditSummary, ...]:
        """Describe the audits of a library, oldest first, without those whose terms are damaged."""
        described = []
        for name in self.names():
            with suppress(DamagedError):
                terms, n_removed = self.terms(name), len(self.removed(name))
                counts = len(terms.handbooks), n_removed, terms.is_extractive, len(self.submitted(name))
                described.append(AuditSummary(self.state(name), *counts))
        return tuple(described)

    def terms(self, name: str) -> Terms:
        """Read what the answers of an audit depend on.

        Raises:
            AuditError: there is none of that name.
            DamagedError: they are not as they were stored.
        """
        query = "select cast(name as blob), cast(created_at as blob), terms, seal from audits where id = ?"
        with self._connections.reading() as db:
            found = next(intact(db, "audits", query, (_number(db, name),), _terms), None)
        if found is None:
            raise _damaged(name, "its terms")
        return found

    def questions(self, name: str) -> tuple[AuditQuestion, ...]:
        """Read an audit's questions, in order.

        Raises:
            AuditError: there is none of that name.
            DamagedError: one of them is not as it was stored.
        """
        with self._connections.reading() as db:
            audit = _number(db, name)
            n = db.execute("select count(*) from audit_questions where audit = ?", (audit,)).get
            query = f"{_QUESTIONS} where audit = ? order by position"
            found = tuple(intact(db, "audit_questions", query, (audit,), _question))
        if len(found) != n:
            raise _damaged(name, "its questions")
        return found

    def finished(self, name: str) -> frozenset[int]:
        """Give the positions of the questions that have a result, failed or not.

        Raises:
            AuditError: there is none of that name.
        """
        with self._connections.reading() as db:
            rows = db.execute("select position from audit_results where audit = ?", (_number(db, name),))
            return frozenset(position for (position,) in rows)

    def result(self, name: str, position: int) -> AuditResult:
        """Read the result of one question.

        Raises:
            AuditError: there is no audit of that name, or the question has no result.
            DamagedError: it is not as it was stored.
        """
        if position not in self.finished(name):
            raise AuditError(f"question {position + 1} has not been asked yet", hint="edgerag audit run")
        query = f"{_RESULTS} where audit = ? and position = ?"
        with self._connections.reading() as db:
            row = _number(db, name), position
            found = next(intact(db, "audit_results", query, row, _result), None)
        if found is None:
            raise _damaged(name, f"the result of question {position + 1}")
        return found

    def results(self, name: str) -> Iterator[AuditResult]:
        """Read the results one by one, in the order of the questions.

        Raises:
            AuditError: there is none of that name.
            DamagedError: one of them is not as it was stored.
        """
        query = f"{_RESULTS} where audit = ? and position = ?"
        audit = self.number(name)
        for position in sorted(self.finished(name)):
            with self._connections.reading() as db:
                found = next(intact(db, "audit_results", query, (audit, position), _result), None)
            if found is None:
                raise _damaged(name, f"the result of question {position + 1}")
            yield found

    def failures(self, name: str) -> dict[int, str]:
        """Say of each question that failed why; the reports of the others are not read.

        Raises:
            AuditError: there is none of that name.
        """
        query = (
            "select position, failure from audit_results where audit = ? and failure <> '' order by position"
        )
        with self._connections.reading() as db:
            return dict(db.execute(query, (_number(db, name),)))

    def keep(self, name: str, result: AuditResult) -> bool:
        """Keep a result, unless the question has one; say whether it was kept.

        Raises:
            AuditError: there is no audit of that name.
            StoreError: as `Connections.transaction`.
        """
        packed = zlib.compress(result.report, _LEVEL) if result.report else b""
        with self._connections.transaction() as db:
            row = (_number(db, name), result.position, result.failure, packed)
            db.execute(
                "insert or ignore into audit_results values (?, ?, ?, ?, ?)",
                (*row, seal("audit_results", *row)),
            )
            return db.changes() > 0

    def forget(self, name: str, positions: Iterable[int]) -> None:
        """Drop the results of some questions, so that they are asked again.

        Raises:
            AuditError: there is no audit of that name.
            StoreError: as `Connections.transaction`.
        """
        with self._connections.transaction() as db:
            audit = _number(db, name)
            rows = ((audit, position) for position in positions)
            db.executemany("delete from audit_results where audit = ? and position = ?", rows)

    def asking(self, name: str) -> tuple[HandbookId, ...]:
        """Name the handbooks that an audit asks, whether its library has them still or not.

        Raises:
            AuditError: there is none of that name.
        """
        query = "select handbook from audit_handbooks where audit = ? order by handbook"
        with self._connections.reading() as db:
            return tuple(HandbookId(id_) for (id_,) in db.execute(query, (_number(db, name),)))

    def removed(self, name: str) -> frozenset[HandbookId]:
        """Name the handbooks that an audit asks and that its library does not have any more.

        Only a library's file knows; a shard's has no handbooks.

        Raises:
            AuditError: there is none of that name.
        """
        query = (
            "select handbook from audit_handbooks"
            " where audit = ? and handbook not in (select id from handbooks)"
        )
        with self._connections.reading() as db:
            return frozenset(HandbookId(id_) for (id_,) in db.execute(query, (_number(db, name),)))

    def submitted(self, name: str) -> tuple[SubmittedShard, ...]:
        """Name the shards of an audit of the library that were submitted to a cluster, in order.

        Raises:
            AuditError: there is none of that name.
        """
        query = "select folder, job from submitted_shards where audit = ?"
        with self._connections.reading() as db:
            found = [
                SubmittedShard(Path(folder), job) for folder, job in db.execute(query, (_number(db, name),))
            ]
        return tuple(sorted(found, key=lambda shard: [int(part) for part in re.findall(r"\d+", shard.job)]))

    def note_submitted(self, name: str, shards: Iterable[SubmittedShard]) -> None:
        """Remember which shards of an audit of the library are with a cluster, and as which tasks.

        Raises:
            AuditError: there is no audit of that name.
            StoreError: as `Connections.transaction`.
        """
        with self._connections.transaction() as db:
            audit = _number(db, name)
            rows = ((audit, str(shard.folder), shard.job) for shard in shards)
            db.executemany("insert or replace into submitted_shards values (?, ?, ?)", rows)

    def remove(self, name: str) -> None:
        """Remove an audit with its questions and results; one of a library as `Library.remove_audit` does.

        Raises:
            AuditError: there is none of that name.
            StoreError: as `Connections.transaction`.
        """
        with self._connections.transaction() as db:
            db.execute("delete from audits where id = ?", (_number(db, name),))


def mentioning(db: apsw.Connection, handbook: HandbookId) -> list[str]:
    """Name the audits that ask a handbook."""
    query = "select name from audits join audit_handbooks on audit = id where handbook = ? order by id"
    return [name for (name,) in db.execute(query, (handbook,))]


def no_audit(name: str) -> AuditError:
    """Say that there is no audit of that name."""
    return AuditError(f"there is no audit {name}", hint="edgerag audit list")


def _number(db: apsw.Connection, name: str) -> int:
    audit: int | None = db.execute("select id from audits where name = ?", (name,)).get
    if audit is None:
        raise no_audit(name)
    return audit


def _damaged(name: str, what: str) -> DamagedError:
    return DamagedError(
        f"audit {name}: {what} is damaged in the library",
        hint=f"edgerag audit remove {name}, and run it again",
    )


def _rows(audit: int, questions: Iterable[AuditQuestion]) -> Iterator[tuple[int, int, str, str, bytes]]:
    for question in questions:
        labels = msgspec.json.encode(dict(question.labels), order="sorted").decode()
        row = (audit, question.position, question.text, labels)
        yield *row, seal("audit_questions", *row)


def _terms(row: Row) -> Terms:
    return msgspec.msgpack.decode(row[2], type=Terms)


def _question(row: Row) -> AuditQuestion:
    _, position, question, labels = row
    return AuditQuestion(position, question.decode(), msgspec.json.decode(labels, type=dict[str, str]))


def _result(row: Row) -> AuditResult:
    _, position, failure, packed = row
    try:
        report = zlib.decompressobj().decompress(packed, _LONGEST_REPORT) if packed else b""
    except zlib.error as error:
        raise ValueError("no compressed report") from error
    return AuditResult(position, report, failure.decode())
