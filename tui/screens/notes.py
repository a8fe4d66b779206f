"""Notes: the bookmarks and notes on pages and answers, newest first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from edgerag.domain.handbooks import Handbook
from edgerag.domain.notes import Note
from edgerag.present.inert import one_line
from edgerag.present.lines import shorten
from edgerag.present.notes import COLUMNS, note_row, title_now
from edgerag.store.reports import ReportId
from tui.keys import key
from tui.messages import Folded, HandbookWanted, NoteWanted, ReportWanted, WorkEnded
from tui.program import Program, program_of
from tui.widgets.confirm import Confirm
from tui.widgets.keys_footer import KeysFooter
from tui.widgets.table import OpeningTable, Table

READING = "reading the notes"
OPENING = "opening the report"
CHANGING = "deleting the note"
TITLE_COLUMNS = 22
PLACE_COLUMNS = 26
PADDING = 6
"""Columns beside the three cells of a row."""
NOTHING = "Nothing is bookmarked or noted yet: {page.note} on a page, {ask.note} on an answer."


@dataclass
class NotesRead(Folded):
    """What is noted, and the handbooks that the library has."""

    notes: tuple[Note, ...]
    held: tuple[Handbook, ...]


class NotesScreen(Screen[None]):
    """Lies over the screen that it was opened from."""

    TITLE = "Notes"
    CSS_PATH = Path(__file__).with_suffix(".tcss")
    AUTO_FOCUS = "#notes"
    EXPLANATION = (
        "Your bookmarks and notes, newest first. Enter opens the page, or the report with the answer; "
        "{notes.edit} changes the words, {notes.delete} deletes the note, and nothing of it stays on the "
        "disk. A note on an answer goes with its report; one on a page stays when the handbook is removed or "
        "replaced."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        key("notes.edit", "e", "edit", "Edit", "Change the words of the note."),
        key("notes.delete", "delete,backspace", "delete", "Delete", "Delete the note."),
        key("notes.back", "escape", "back", "Back", "Go back to where you came from."),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._notes: Sequence[Note] = ()
        self._held: Sequence[Handbook] = ()

    def compose(self) -> ComposeResult:
        """Show the notes in a table."""
        yield Static("", id="nothing", markup=False)
        yield OpeningTable(id="notes")
        yield KeysFooter()

    @property
    def program(self) -> Program:
        """What it shares with the other screens."""
        return program_of(self)

    def on_screen_resume(self) -> None:
        """Read what is noted now."""
        self.read()

    def read(self) -> None:
        """Read what is noted."""

        def read(cancel: Event) -> Iterator[Message]:  # noqa: ARG001  # over in a moment
            library = self.program.desk.library()
            yield NotesRead(library.reader_notes(), library.handbooks())

        self.program.jobs.look(self, read, READING)

    @on(NotesRead)
    def _show(self, message: NotesRead) -> None:
        self._notes, self._held = message.notes, message.held
        self.query_one("#nothing", Static).update("" if self._notes else self.program.spelled(NOTHING))
        self._fill()

    def on_resize(self) -> None:
        """Cut the cells to the new width."""
        self._fill()

    def _fill(self) -> None:
        table = self.query_one("#notes", Table)
        widths = (TITLE_COLUMNS, PLACE_COLUMNS, max(table.room - TITLE_COLUMNS - PLACE_COLUMNS - PADDING, 1))
        rows = (note_row(note, self._held) for note in self._notes)
        cut = [tuple(map(shorten, row, widths)) for row in rows]
        table.fill(COLUMNS, cut, table.cursor_row)

    @property
    def _here(self) -> Note | None:
        """The note under the cursor."""
        return self.query_one("#notes", Table).under_cursor(self._notes)

    @on(Table.RowSelected)
    def action_open(self) -> None:
        """Open the page, or the report with the answer."""
        note = self._here
        if note is None:
            return
        if note.page is not None:
            if note.handbook in {book.id for book in self._held}:
                self.post_message(HandbookWanted(note.handbook, page=note.page))
            else:
                self.notify("The handbook was removed since; the note stays.", markup=False)
            return
        number = ReportId(note.report or 0)

        def read(cancel: Event) -> Iterator[Message]:  # noqa: ARG001  # over in a moment
            from edgerag.engine.kept import kept_report

            yield ReportWanted(kept_report(self.program.desk.library(), number), number)

        self.program.jobs.look(self, read, OPENING)

    def action_edit(self) -> None:
        """Ask for other words."""
        if (note := self._here) is not None:
            self.post_message(NoteWanted(replace(note, title=title_now(note, self._held))))

    def action_delete(self) -> None:
        """Ask, and delete the note."""
        if (note := self._here) is None:
            return

        def delete(cancel: Event) -> None:  # noqa: ARG001  # one transaction
            library = self.program.desk.library()
            library.delete_note(note.id)
            library.remove_older_copies()

        def agreed(sure: bool | None) -> None:  # noqa: FBT001  # what a dialog gives
            if sure:
                self.program.jobs.start(self, delete, CHANGING)

        said = one_line(note.note) or "The bookmark."
        self.app.push_screen(
            Confirm(f"Delete the note on {note.place}?", said, yes="Delete", no="Keep"), agreed
        )

    @on(WorkEnded)
    def _ended(self, message: WorkEnded) -> None:
        if message.group == CHANGING:
            self.read()

    def action_back(self) -> None:
        """Close this screen."""
        self.dismiss()
