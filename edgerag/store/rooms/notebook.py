"""The notebook: what readers and sources found of the handbooks, and bookmarks and notes."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from edgerag.domain.facts import Fact
from edgerag.domain.ids import HandbookId
from edgerag.domain.notes import Note
from edgerag.errors import StoreError
from edgerag.store import facts, notes, reports
from edgerag.store.reports import ReportId
from edgerag.store.rooms.room import Room, key_of


class Notebook(Room):
    """What is known and noted beside the handbooks' own words."""

    def facts(self) -> tuple[Fact, ...]:
        """Read what was found right or wrong of the handbooks' statements."""
        with self.reading() as db:
            return facts.read(db)

    def keep_facts(self, found: Sequence[Fact]) -> None:
        """Keep what was found of statements; of handbooks that were removed meanwhile, nothing.

        Raises:
            StoreError: as `transaction`.
        """
        self._change_each(found, _handbook, lambda db, held, fact: facts.write(db, held[fact.handbook], fact))

    def forget_facts(self, found: Sequence[Fact]) -> None:
        """Take back what was found of these statements.

        Raises:
            StoreError: as `transaction`.
        """
        self._change_each(
            found, _handbook, lambda db, held, fact: facts.forget(db, held[fact.handbook], fact)
        )

    def reset_facts(self, handbook: HandbookId | None = None) -> int:
        """Forget all that was found of one handbook's statements, or of every handbook's; gives how many.

        Raises:
            HandbookNotFoundError: the library does not have it.
            StoreError: as `transaction`.
        """
        with self.transaction() as db:
            n_facts = facts.reset(db, None if handbook is None else key_of(db, handbook))
        self.sweep()
        return n_facts

    def reader_notes(self) -> tuple[Note, ...]:
        """List the bookmarks and notes on pages and answers, newest first."""
        with self.reading() as db:
            return notes.every(db)

    def notes_about(self, number: int | None, pages: Collection[tuple[HandbookId, int]]) -> tuple[Note, ...]:
        """Give the bookmarks and notes on one report's answers, and on pages by handbook and ordinal."""
        with self.reading() as db:
            return notes.about(db, number, pages)

    def keep_note(self, note: Note) -> bool:
        """Keep a bookmark or note, in place of any on the same page or answer.

        Say whether what it replaces is out of the file already: see `sweep`.

        Raises:
            StoreError: there is no such report, or as `transaction`.
        """
        with self.transaction() as db:
            if note.report is not None and not reports.exists(db, ReportId(note.report)):
                raise reports.no_report(note.report)
            notes.write(db, note)
        return self.sweep()

    def delete_note(self, number: int) -> bool:
        """Delete a bookmark or note; say whether it is out of the file already: see `sweep`.

        Raises:
            StoreError: there is none of that number, or as `transaction`.
        """
        with self.transaction() as db:
            if not notes.remove(db, number):
                raise StoreError(f"there is no note {number}", hint="edgerag notes list")
        return self.sweep()


def _handbook(fact: Fact) -> tuple[HandbookId]:
    return (fact.handbook,)
