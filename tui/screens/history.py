"""History: earlier questions, each with the report that it got."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from threading import Event
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, Static

from edgerag.errors import StoreError
from edgerag.present.amounts import count
from edgerag.present.history import COLUMNS, arranged, details, found, row, title
from edgerag.present.lines import shorten
from edgerag.store.library import Library
from edgerag.store.reports import BEGINNING, KeptReport, ReportId, going_on
from tui.keys import key
from tui.messages import Folded, NotesWanted, ReportWanted, WorkEnded
from tui.screens.base import MainScreen
from tui.widgets.choose import Choose
from tui.widgets.confirm import Confirm
from tui.widgets.form import Field, Form
from tui.widgets.lines import LinesView
from tui.widgets.table import OpeningTable, Table

READING = "reading the history"
OPENING = "opening the report"
CHANGING = "changing the history"

LOOK_EVERY_S = 2.0
"""How soon a question that was asked on another screen appears."""

_DELETING = frozenset(("delete", "clear"))
_OF_ONE = frozenset(("pin", "rename", "delete"))
"""What is done with the question under the cursor."""
_TITLE_COLUMNS = 50
"""Of a question's name in a dialog."""


@dataclass
class HistoryRead(Folded):
    """What is kept, and where this session begins."""

    kept: tuple[KeptReport, ...]
    session_began: ReportId
    newest: ReportId
    """The newest report that was ever kept."""


class HistoryScreen(MainScreen):
    """The questions in a table under a search field."""

    PLACE = "history"
    EXPLANATION = (
        "Earlier questions with the answers they got, newest first, pinned ones on top; what went on from a "
        "question stands below it. Enter shows a "
        "report as it was. Questions may hold patient data: they are kept on this computer only, "
        "{history.delete} removes one, {history.clear} removes those of this session or all, and nothing of "
        "them stays on the disk."
    )
    CSS_PATH = Path(__file__).with_suffix(".tcss")
    AUTO_FOCUS = "#kept"
    BINDINGS: ClassVar[list[BindingType]] = [
        key("history.search", "slash", "search", "Search", "Look for words in questions and names."),
        key("history.pin", "p", "pin", "Pin", "Keep the question on top, or let it go."),
        key(
            "history.rename",
            "r",
            "rename",
            "Rename",
            "Call the question something else.",
            in_footer=False,
        ),
        key("history.delete", "delete,backspace", "delete", "Delete", "Delete the question and its report."),
        key("history.clear", "x", "clear", "Clear", "Delete the questions of this session, or all."),
        key("history.notes", "n", "notes", "Notes", "List your bookmarks and notes."),
        key("history.back", "escape", "back", "Back", "Leave the search.", in_footer=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._kept: tuple[KeptReport, ...] | None = None
        """None before the history is read."""
        self._shown: list[KeptReport] = []
        self._session_began = self._newest = BEGINNING
        self._last: ReportId | None = None
        """The question that the cursor was on."""

    def compose_body(self) -> ComposeResult:
        """Put the search field over the table, and the question in full below."""
        yield Input(placeholder="Search in questions and names", id="search", compact=True)
        yield Static("", id="nothing", markup=False)
        yield OpeningTable(id="kept")
        with VerticalScroll(id="details", can_focus=False):
            yield LinesView(lambda width: [])  # noqa: ARG005  # nothing is known yet

    def on_screen_resume(self) -> None:
        """Look what is kept now."""
        self._read()

    def on_mount(self) -> None:
        """Look from now on whether a question was answered meanwhile."""
        self.set_interval(LOOK_EVERY_S, self._look)

    def _look(self) -> None:
        if self.is_current and self._kept is not None and not self.program.jobs.is_running(CHANGING):
            self._read(only_if_newer=True)

    def _read(self, *, only_if_newer: bool = False) -> None:
        newest = self._newest

        def read(cancel: Event) -> Iterator[Message]:  # noqa: ARG001  # over in a moment
            library = self.program.desk.library()
            now = library.newest_report()
            if only_if_newer and now == newest:
                return
            began = self.program.desk.session_began or BEGINNING
            yield HistoryRead(library.reports(), began, now)

        self.program.jobs.look(self, read, READING)

    def on_history_read(self, message: HistoryRead) -> None:
        """Show what is kept, what is pinned on top; what was deleted is shown nowhere any more."""
        self.program.forget_deleted({one.id for one in message.kept}, message.newest)
        self._kept = message.kept
        self._session_began, self._newest = message.session_began, message.newest
        self._show()

    def on_resize(self) -> None:
        """Cut the questions to the new width."""
        self._show()

    @property
    def _table(self) -> Table:
        return self.query_one("#kept", Table)

    @property
    def _here(self) -> KeptReport | None:
        """The question under the cursor."""
        return self._table.under_cursor(self._shown)

    @on(Input.Changed, "#search")
    def _show(self) -> None:
        search = self.query_one("#search", Input).value
        self._shown = arranged(found(self._kept or (), search))
        now = datetime.now().astimezone()
        numbers = [kept.id for kept in self._shown]
        cursor = numbers.index(self._last) if self._last in numbers else self._table.cursor_row
        self._table.fill(COLUMNS, [row(kept, now) for kept in self._shown], cursor)
        empty = "No question is kept with these words." if search else "No question has been asked yet."
        self.query_one("#nothing", Static).update(Content(empty))
        self.set_class(self._kept is not None and not self._shown, "-nothing")
        self._show_details()

    @on(Table.RowHighlighted)
    def _show_details(self) -> None:
        kept, now, rules = self._here, datetime.now().astimezone(), self.program.desk.rules
        self._last = kept.id if kept else self._last
        fixed = rules.because if rules.keeps_every_question else ""
        self.query_one("#details LinesView", LinesView).show(
            lambda width: details(kept, now, width, fixed) if kept else []
        )

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002  # Textual's
        """Offer what there is something for; grey out what the policy forbids: the details say why."""
        if action == "search":
            return bool(self._kept) and not isinstance(self.focused, Input)
        if (action in _OF_ONE and not self._shown) or (action == "clear" and not self._kept):
            return False
        return None if action in _DELETING and self.program.desk.rules.keeps_every_question else True

    # Looking at a report

    @on(Table.RowSelected)
    def action_open(self) -> None:
        """Read the report, and have it shown on the first screen."""
        if (kept := self._here) is None:
            return

        def read(cancel: Event) -> Iterator[Message]:  # noqa: ARG001  # takes no time
            from edgerag.domain.follow_ups import before_of
            from edgerag.engine.kept import kept_report

            library = self.program.desk.library()
            if not library.has_report(kept.id):
                raise StoreError("this question was deleted meanwhile", hint="ask it again")
            before = kept.before and before_of(kept_report(library, kept.before), kept.before)
            yield ReportWanted(kept_report(library, kept.id), kept.id, before or None)

        self.program.jobs.look(self, read, OPENING)

    def action_notes(self) -> None:
        """Ask for the list of bookmarks and notes."""
        self.post_message(NotesWanted())

    # Searching

    def action_search(self) -> None:
        """Go to the search field."""
        self.query_one("#search").focus()

    @on(Input.Submitted, "#search")
    def _found(self) -> None:
        """Open the only question with the words, or go to those that have them."""
        self._table.focus()
        if len(self._shown) == 1:
            self.action_open()

    def action_back(self) -> None:
        """Leave the search: show everything again."""
        self.query_one("#search", Input).value = ""
        self._table.focus()

    # Changing what is kept

    def _change(self, change: Callable[[Library], None]) -> None:
        def work(cancel: Event) -> None:  # noqa: ARG001  # one transaction
            change(self.program.desk.library())

        self.program.jobs.start(self, work, CHANGING)

    def on_work_ended(self, message: WorkEnded) -> None:
        """Look what is kept now."""
        message.stop()
        if message.group == CHANGING:
            self._read()

    def action_pin(self) -> None:
        """Keep the question on top, or let it go."""
        if kept := self._here:
            self._change(lambda library: library.pin_report(kept.id, pinned=not kept.pinned))

    def action_rename(self) -> None:
        """Ask for a name; an empty one shows the question again."""
        if (kept := self._here) is None:
            return
        field = Field("name", "Name", kept.name, "Empty: it goes by its question.")
        form = Form(f"Rename {_short(kept)}", "", [field])

        def rename(changes: dict[str, str] | None) -> None:
            if changes:
                self._change(lambda library: library.rename_report(kept.id, changes["name"]))

        self.app.push_screen(form, rename)

    def action_delete(self) -> None:
        """Ask, and delete the question."""
        if (kept := self._here) is None:
            return

        def delete(library: Library) -> None:
            library.delete_report(kept.id)
            library.remove_older_copies()

        n_after = len(going_on(self._kept or (), kept.id))
        after = f" With it goes what went on from it: {count(n_after, 'question')}." if n_after else ""
        question = Confirm(
            f"Delete {_short(kept)}?", f"The question and its report.{after}", yes="Delete", no="Keep"
        )
        self.app.push_screen(question, lambda sure: self._change(delete) if sure else None)

    def action_clear(self) -> None:
        """Ask whether the questions of this session or all go, and delete them."""
        everything = self._kept or ()
        n_session = sum(kept.id > self._session_began for kept in everything)
        n_pinned = sum(kept.pinned for kept in everything)
        pinned = f", {n_pinned} pinned among them" if n_pinned else ""
        question = Choose(
            "Clear the history?",
            "Questions and their reports are deleted from the disk, pinned ones too.",
            {
                "none": "Keep everything",
                "session": f"Delete what was asked since edgerag was started: {count(n_session, 'question')}",
                "all": f"Delete all: {count(len(everything), 'question')}{pinned}",
            },
        )
        self.app.push_screen(question, self._clear)

    def _clear(self, answer: str | None) -> None:
        if answer not in {"session", "all"}:
            return
        after = self._session_began if answer == "session" else BEGINNING

        def clear(library: Library) -> None:
            library.clear_reports(after)
            library.remove_older_copies()

        self._change(clear)


def _short(kept: KeptReport) -> str:
    return f'"{shorten(title(kept), _TITLE_COLUMNS)}"'
