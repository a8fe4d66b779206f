"""The audit trail: who did what, if the library writes one."""

from __future__ import annotations

from collections.abc import Sequence

from edgerag.domain.handbooks import Handbook
from edgerag.domain.trail import Deed, Flaw, Head, Written, first_flaw
from edgerag.store import trail
from edgerag.store.rooms.room import Room


class AuditTrail(Room):
    """Writes the trail and reads it."""

    def switch_trail(self, *, is_on: bool, with_question: bool = False) -> None:
        """Write the trail from now on, with what was asked or without it; or write it no more.

        Raises:
            StoreError: as `transaction`.
        """
        with self.reading() as db:
            now = trail.state(db)
        if (now.is_on, now.with_question) != (is_on, is_on and with_question):
            with self.transaction() as db:
                trail.switch(db, self.who, is_on=is_on, with_question=with_question, note=self.rules.because)

    @property
    def has_trail(self) -> bool:
        """Whether the trail is being written."""
        with self.reading() as db:
            return trail.state(db).is_on

    def record(self, what: Deed, *, books: Sequence[Handbook] = (), note: str = "") -> None:
        """Write into the trail, if there is one, what changes nothing in the library.

        Raises:
            StoreError: as `transaction`.
        """
        if self.has_trail:
            with self.transaction() as db:
                trail.record(db, self.who, what, books=books, note=note)

    def audit_trail(self) -> tuple[list[Written], Head]:
        """Read the trail as it is kept, sound or not, and what it must end with."""
        with self.reading() as db:
            return trail.rows(db), trail.state(db).head

    def trail_questions(self) -> dict[int, str]:
        """Give the questions that are kept beside the trail, by the numbers of their entries."""
        with self.reading() as db:
            return trail.questions(db)

    def trail_flaw(self) -> Flaw | None:
        """Name the first entry of the trail that is not as it was written."""
        return first_flaw(*self.audit_trail())
