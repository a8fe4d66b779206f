"""Work that changes the library: one piece at a time, with how far it is, and how it ended."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Event

from edgerag.domain.doubts import doubts
from edgerag.domain.handbooks import Handbook
from edgerag.domain.ids import HandbookId
from edgerag.errors import Cancelled
from edgerag.present.amounts import count
from edgerag.present.batch import batch_state, batch_title
from edgerag.present.handbooks import added_sentence
from edgerag.present.inert import one_line
from edgerag.present.wording import name
from tui.adding import BatchProgressed, FileAdded, FileFailed, Outcome, Skipped
from tui.machine import Advanced
from tui.messages import WorkEnded, WorkFailed
from tui.screens.handbooks.stock import StockScreen
from tui.widgets.progress import Progress

ADDING = "adding handbooks"
INDEXING = "indexing again"
EXPORTING = "exporting handbooks"
VERIFYING = "verifying a file"
IMPORTING = "importing handbooks"
CHANGING = "changing the library"
STOPS = "{library.stop} stops"
STOPPABLE = (ADDING, INDEXING, EXPORTING, VERIFYING, IMPORTING)
NOTHING_STAYS = {
    EXPORTING: "Stopped; no file was written.",
    VERIFYING: "Stopped; nothing was imported.",
}
"""What is said of work that leaves nothing behind when it is stopped."""


class WorkScreen(StockScreen):
    """Begins work, shows how far it is, and says what became of it."""

    def __init__(self) -> None:
        super().__init__()
        self._outcome = Outcome()

    def _begin(self, group: str, work: Callable[[Event], None], doing: str = "getting ready") -> bool:
        """Begin work, unless other work is going on; whether it was begun."""
        if self._is_refused:
            return False
        stays = "" if group in NOTHING_STAYS else "; what is finished stays"
        told = f"{self.spelled(STOPS)} it{stays}." if group in STOPPABLE else "This takes a moment."
        self.query_one(Progress).show(doing, None, told)
        self._outcome.ended_by = None
        self.program.jobs.start(self, work, group)
        return True

    @property
    def _is_refused(self) -> bool:
        """Whether other work is going on, for which is waited; it is said, too."""
        if self._is_busy:
            self.notify(self.spelled("Wait for the work that is going on, or stop it with {library.stop}."))
        return self._is_busy

    @property
    def _is_busy(self) -> bool:
        return any(self.program.jobs.is_running(group) for group in (*STOPPABLE, CHANGING))

    def _remove(self, book: Handbook) -> None:
        def remove(cancel: Event) -> None:  # noqa: ARG001  # one transaction
            self.program.desk.engine().indexes.remove(book.id)

        self._begin(CHANGING, remove, f"removing {name(book, 50)}")

    def action_stop(self) -> None:
        """Stop what runs; what is finished stays."""
        for group in STOPPABLE:
            self.program.jobs.stop(group)

    # How far it is

    def on_skipped(self, message: Skipped) -> None:
        """Keep the names for the list of problems."""
        self._outcome.skipped = message.names

    def on_batch_progressed(self, message: BatchProgressed) -> None:
        """Show how far it is."""
        batch = message.batch
        if self._is_busy:
            state = f"{batch_state(batch)}   {self.spelled(STOPS)}"
            self.query_one(Progress).show(batch_title(batch), batch.share, state)

    def on_advanced(self, message: Advanced) -> None:
        """Show how many handbooks of a file are done."""
        if self._is_busy:
            n_done = f"{message.n_done} of {count(message.n_all, 'handbook')}"
            state = f"{n_done}   {self.spelled(STOPS)}"
            share = message.n_done / message.n_all if message.n_all else None
            self.query_one(Progress).show(one_line(message.doing), share, state)

    def on_file_added(self, message: FileAdded) -> None:
        """Show the new handbook."""
        from edgerag.store.rooms.stock import Added

        if message.outcome is Added.UNCHANGED:
            self._outcome.n_unchanged += 1
        else:
            self._outcome.n_added += 1
            if doubts(message.handbook):
                self._outcome.to_check.append(message.handbook.id)
        if message.outcome is Added.NEW:
            self._outcome.new.append(message.handbook)
        self._read_library()

    def on_file_failed(self, message: FileFailed) -> None:
        """Keep the reason for the list of problems."""
        self._outcome.failed[message.name] = (str(message.error), message.error.hint)

    # How it ended

    def on_work_failed(self, message: WorkFailed) -> None:
        """Say that it was stopped; other failures are told by the app."""
        if isinstance(message.error, Cancelled):
            message.stop()
        self._outcome.ended_by = message.error

    def on_work_ended(self, message: WorkEnded) -> None:
        """Say how it ended, and look what the library holds now."""
        message.stop()
        if message.group in (*STOPPABLE, CHANGING):
            self.query_one(Progress).hide()
            self._read_library()
        if message.group in STOPPABLE:
            self._tell_outcome(message.group)
        self._go_on(message.group)

    def _go_on(self, group: str) -> None:
        """Do what follows when work has ended."""

    def _tell_outcome(self, group: str) -> None:
        outcome = self._outcome
        is_stopped = isinstance(outcome.ended_by, Cancelled)
        if outcome.ended_by and not is_stopped:
            return
        if group in NOTHING_STAYS:
            if is_stopped:
                self.notify(NOTHING_STAYS[group], markup=False)
            return
        said = self._what_became(group, is_stopped=is_stopped)
        is_fine = not outcome.failed and not outcome.skipped
        self.notify(
            f"Stopped; what is finished stays. {said}" if is_stopped else said,
            severity="information" if is_fine else "warning",
            markup=False,
        )

    def _what_became(self, group: str, *, is_stopped: bool) -> str:
        """Say in a sentence what became of the handbooks."""
        outcome = self._outcome
        if group == INDEXING:
            return f"{count(outcome.n_added, 'handbook')} indexed again."
        said = added_sentence(
            outcome.n_added, outcome.n_unchanged, len(outcome.failed), len(outcome.skipped)
        ) + self._point_at_doubtful(outcome.to_check)
        return said + (self.spelled(" {everywhere.ask} asks.") if outcome.n_added and not is_stopped else "")

    def _point_at_doubtful(self, doubtful: Sequence[HandbookId]) -> str:
        """Put the cursor on the first handbook to check, and say which key corrects it."""
        if not doubtful:
            return ""
        self._awaited = doubtful[0]
        self._show_table()
        return self.spelled(f" {len(doubtful)} to check: {{library.edit}} corrects the one under the cursor.")
