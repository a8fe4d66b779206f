"""The history: answers and reports that are kept, and what readers hold against them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import apsw

from edgerag.domain.ids import HandbookId
from edgerag.domain.reports import Mark
from edgerag.domain.trail import Deed
from edgerag.store import answers, audits, handbooks, marks, reports, trail
from edgerag.store.reports import BEGINNING, KeptReport, ReportId
from edgerag.store.rooms.room import Room, key_of, known

NO_VERSIONS: Mapping[str, str] = MappingProxyType({})


class History(Room):
    """What was asked and answered."""

    def find_answer(self, key: str) -> bytes | None:
        """Read the answer kept under `key`, or None."""
        with self.reading() as db:
            return answers.find(db, key)

    def keep_answer(self, key: str, handbook: HandbookId, answer: bytes) -> None:
        """Keep an answer until its handbook is removed.

        Raises:
            HandbookNotFoundError: the library does not have it.
            StoreError: as `transaction`.
        """
        with self.transaction() as db:
            answers.keep(db, key, key_of(db, handbook), answer)

    def keep_report(
        self,
        question: str,
        report: bytes,
        quoted: Sequence[HandbookId],
        *,
        verdict: str = "",
        versions: Mapping[str, str] = NO_VERSIONS,
        before: ReportId | None = None,
    ) -> ReportId:
        """Add a report to the history, until a person or the policy deletes it.

        `before` is the report whose question this one's was read with.

        Raises:
            StoreError: as `transaction`.
        """
        with self.transaction() as db:
            number = reports.keep(db, question, report, quoted, verdict, before)
            self._record_question(db, question, number, quoted, versions, verdict)
            return number

    def pass_over_report(
        self, question: str, quoted: Sequence[HandbookId], *, verdict: str, versions: Mapping[str, str]
    ) -> None:
        """Leave a report out of the history: only the audit trail, if one is written, says it was asked.

        Raises:
            StoreError: as `transaction`.
        """
        with self.reading() as db:
            if not trail.state(db).is_on:
                return
        with self.transaction() as db:
            self._record_question(db, question, None, quoted, versions, verdict)

    def _record_question(
        self,
        db: apsw.Connection,
        question: str,
        report: ReportId | None,
        asked: Sequence[HandbookId],
        versions: Mapping[str, str],
        verdict: str,
    ) -> None:
        if trail.state(db).is_on:
            held = handbooks.keys(db)
            books = known(db, [held[name] for name in asked if name in held])
            trail.record_question(
                db, self.who, question, report, books=books, versions=versions, verdict=verdict
            )

    def reports(self) -> tuple[KeptReport, ...]:
        """List the history, newest first."""
        with self.reading() as db:
            return reports.history(db)

    def n_reports_of(self, handbook: HandbookId) -> int:
        """Count the reports that asked a handbook, which may have been removed since."""
        with self.reading() as db:
            return reports.n_asking(db, handbook)

    def removed_since(self, number: ReportId) -> tuple[HandbookId, ...]:
        """Name the handbooks that one report of the history asked and that were removed since."""
        with self.reading() as db:
            return reports.removed_since(db, number)

    def audits_of(self, handbook: HandbookId) -> tuple[str, ...]:
        """Name the audits that ask a handbook, which may have been removed since."""
        with self.reading() as db:
            return tuple(audits.mentioning(db, handbook))

    def newest_report(self) -> ReportId:
        """Give the number of the newest report that was ever kept; 0 before the first."""
        with self.reading() as db:
            return reports.newest(db)

    def report(self, number: ReportId) -> bytes | None:
        """Read one report of the history, or None.

        Raises:
            DamagedError: it is not as it was stored.
        """
        with self.reading() as db:
            return reports.find(db, number)

    def damaged_reports(self) -> tuple[ReportId, ...]:
        """Give the reports that are not as they were stored."""
        with self.reading() as db:
            return tuple(reports.damaged(db))

    def rename_report(self, number: ReportId, name: str) -> None:
        """Call one report of the history something else than its question; an empty name undoes it.

        Raises:
            StoreError: as `transaction`.
        """
        with self.transaction() as db:
            reports.rename(db, number, name)

    def pin_report(self, number: ReportId, *, pinned: bool = True) -> None:
        """Pin one report of the history, or let it go.

        Raises:
            StoreError: as `transaction`.
        """
        with self.transaction() as db:
            reports.pin(db, number, pinned=pinned)

    def has_report(self, number: ReportId) -> bool:
        """Say whether there is a report of that number, damaged or not."""
        with self.reading() as db:
            return reports.exists(db, number)

    def going_on_from(self, number: ReportId) -> tuple[ReportId, ...]:
        """Give one report of the history, if it is there, and all whose questions go on from its own."""
        with self.reading() as db:
            return reports.going_on_from(db, number)

    def delete_report(self, number: ReportId) -> bool:
        """Delete one report of the history, if it is there, and what goes on from it and holds its words.

        Say whether they are out of the file already: see `sweep`.

        Raises:
            PolicyError: every question is to be kept.
            StoreError: as `transaction`.
        """
        self.rules.refuse_forgetting()
        with self.transaction() as db:
            gone = reports.going_on_from(db, number)
            for one in gone:
                asked = trail.question_of(db, one)
                trail.record(
                    db, self.who, Deed.HISTORY_DELETED, question=asked, note=trail.so_many_questions(1)
                )
            reports.delete(db, gone)
        return self.sweep()

    def clear_reports(self, after: ReportId = BEGINNING) -> bool:
        """Delete the reports that were kept after the one of that number; without one, the whole history.

        Say whether they are out of the file already: see `sweep`.

        Raises:
            PolicyError: every question is to be kept.
            StoreError: as `transaction`.
        """
        self.rules.refuse_forgetting()
        with self.transaction() as db:
            n_questions = reports.count_after(db, after)
            trail.record(db, self.who, Deed.HISTORY_DELETED, note=trail.so_many_questions(n_questions))
            reports.clear(db, after)
        return self.sweep()

    def delete_older_reports(self) -> int:
        """Delete the questions that are older than the policy allows; gives how many.

        Raises:
            StoreError: as `transaction`.
        """
        days = self.rules.history_days
        if days is None:
            return 0
        with self.transaction() as db:
            n_questions = reports.delete_older(db, days)
            if n_questions:
                note = f"{trail.so_many_questions(n_questions)}, {self.rules.because}"
                trail.record(db, self.who, Deed.HISTORY_DELETED, note=note)
        if n_questions:
            self.sweep()
            self.remove_older_copies()
        return n_questions

    def remove_audit(self, name: str) -> None:
        """Remove an audit with its questions and results.

        Raises:
            AuditError: there is none of that name.
            StoreError: as `transaction`.
        """
        with self.transaction() as db:
            kept = audits.Audits(self.connections)
            keys = handbooks.keys(db)
            books = known(db, [keys[book] for book in kept.asking(name) if book in keys])
            note = f"{name}: {trail.so_many_questions(kept.state(name).n_questions)}"
            trail.record(db, self.who, Deed.AUDIT_REMOVED, books=books, note=note)
            kept.remove(name)

    def marks(self, number: ReportId) -> tuple[Mark, ...]:
        """Read what readers hold against one report of the history."""
        with self.reading() as db:
            return marks.of_report(db, number)

    def marked_reports(self) -> tuple[ReportId, ...]:
        """Give the reports of the history that have a mark, oldest first."""
        with self.reading() as db:
            return tuple(marks.marked_reports(db))

    def mark_pair(self, number: ReportId, mark: Mark) -> None:
        """Mark a pair of one report as judged wrongly, in place of any mark that it had.

        Raises:
            StoreError: there is no such report, or as `transaction`.
        """
        with self.transaction() as db:
            if not reports.exists(db, number):
                raise reports.no_report(number)
            marks.write(db, number, mark)

    def unmark_pair(self, number: ReportId, a: HandbookId, b: HandbookId) -> bool:
        """Take the mark from a pair, if it has one; say whether it is out of the file already.

        See `sweep`.

        Raises:
            StoreError: as `transaction`.
        """
        with self.transaction() as db:
            marks.remove(db, number, a, b)
        return self.sweep()
