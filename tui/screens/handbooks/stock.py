"""The handbooks in a table, all details of the one under the cursor below it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from textual import on
from textual.app import ComposeResult
from textual.containers import Center, Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Button, Static

from edgerag import paths
from edgerag.confirm.credibility import Credibility
from edgerag.domain.handbooks import Handbook
from edgerag.domain.ids import HandbookId
from edgerag.present.handbooks import details, table
from edgerag.present.inert import one_line
from edgerag.present.lines import Line
from tui.messages import Folded
from tui.screens.base import MainScreen
from tui.widgets.lines import LinesView
from tui.widgets.progress import Progress
from tui.widgets.table import OpeningTable, Table

READING = "reading the library"
OF_A_HANDBOOK = frozenset({"edit", "remove", "search", "index", "details"})
"""Actions that need one."""


@dataclass
class LibraryRead(Folded):
    """What the library holds."""

    books: tuple[Handbook, ...]
    waiting: frozenset[HandbookId]
    unfinished: tuple[str, ...]
    credibility: Credibility
    page_counts: Mapping[HandbookId, int]
    """Pages to turn to; none where the format has no pages."""


class StockScreen(MainScreen):
    """Shows what the library holds."""

    def __init__(self) -> None:
        super().__init__()
        self._books: tuple[Handbook, ...] = ()
        self._waiting: frozenset[HandbookId] = frozenset()
        self._unfinished: tuple[str, ...] = ()
        self._credibility = Credibility(())
        self._page_counts: Mapping[HandbookId, int] = {}
        self._picked_in = Path.home()
        """The folder of what was picked last."""
        self._last: HandbookId | None = None
        """The handbook that the cursor was on."""
        self._awaited: HandbookId | None = None
        """The handbook that the cursor goes to as soon as the table has it."""

    def compose_body(self) -> ComposeResult:
        """Put the table over the details, and how far adding is below them."""
        with Vertical(id="empty"):
            yield Static(Content("The library is empty."), classes="title")
            yield Static(
                Content("Add handbooks from this computer or a USB stick, or look around with four samples.")
            )
            with Center(), Horizontal(classes="buttons"):
                yield Button("Add handbooks", id="add", variant="primary", compact=True)
                yield Button("Import a file", id="import", disabled=bool(self._why_no_import), compact=True)
                yield Button("Add the samples", id="samples", compact=True)
            if self._why_no_import:
                yield Static(
                    Content(f"Nothing can be imported: {one_line(self._why_no_import)}."), classes="closed"
                )
        if not paths.is_own_library():
            yield Static(Content(self._where), id="where")
        yield OpeningTable(id="handbooks")
        with VerticalScroll(id="details", can_focus=False):
            yield LinesView(lambda width: [])  # noqa: ARG005  # nothing is known yet
        yield Progress()

    @property
    def _where(self) -> str:
        """Where the library is that is not the one of this computer; with the key that leads back."""
        return self.spelled("Another library is open ({library.other}): ") + one_line(
            str(paths.library_folder())
        )

    def on_screen_resume(self) -> None:
        """Look what the library holds now."""
        self._read_library()

    def _read_library(self) -> None:
        def read(cancel: Event) -> Iterator[Message]:  # noqa: ARG001  # over in a moment
            library = self.program.desk.library()
            waiting = frozenset(library.waiting_for_vectors())
            books, unfinished = library.handbooks(), library.unfinished()
            yield LibraryRead(books, waiting, unfinished, Credibility(library.facts()), library.page_counts())

        self.program.jobs.look(self, read, READING)

    def on_library_read(self, message: LibraryRead) -> None:
        """Show what the library holds."""
        self._books, self._waiting, self._unfinished = message.books, message.waiting, message.unfinished
        self._credibility, self._page_counts = message.credibility, message.page_counts
        self.set_class(not self._books, "-empty")
        if not self._books:
            self.query_one("#add").focus()
        elif self.focused is None or self.focused.id in {"add", "import", "samples"}:
            self._table.focus()
        self._show_table()
        self.refresh_bindings()

    def on_resize(self) -> None:
        """Choose the columns that fit."""
        self._show_table()

    @property
    def _table(self) -> Table:
        return self.query_one("#handbooks", Table)

    @property
    def _book(self) -> Handbook | None:
        """The handbook under the cursor."""
        row = self._table.cursor_row
        return self._books[row] if 0 <= row < len(self._books) else None

    @property
    def _folder(self) -> Path:
        """Where a person who picks files most likely begins."""
        return self._picked_in if self._picked_in.is_dir() else Path.home()

    @property
    def _why_no_import(self) -> str:
        """Why nothing of another library can be imported; empty if it can."""
        rules = self.program.desk.rules
        return rules.because if rules.accepts_no_export else ""

    def _show_table(self) -> None:
        ids = [book.id for book in self._books]
        if self._awaited in ids:
            self._last, self._awaited = self._awaited, None
        cursor = ids.index(self._last) if self._last in ids else self._table.cursor_row
        self._table.fill(*table(self._books, self._waiting, self._table.room, self._page_counts), cursor)
        self._show_details()

    @on(Table.RowHighlighted)
    def _show_details(self) -> None:
        self._last = self._book.id if self._book else self._last
        self.query_one("#details LinesView", LinesView).show(self._details())
        self.refresh_bindings()

    def _details(self) -> Callable[[int], list[Line]]:
        """Lay out all that is known of the handbook under the cursor, for any width."""
        if (book := self._book) is None:
            return lambda width: []  # noqa: ARG005  # nothing is known
        rules, waiting, counts = self.program.desk.rules, self._waiting, self._page_counts
        kept, closed = rules.because if rules.keeps(book.id) else "", self._why_no_import
        record = self._credibility.record(book.id)
        return lambda width: details(book, waiting, width, kept, record, closed, counts)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002  # Textual's
        """Grey out what the policy forbids; the details say why. Of no handbook nothing is offered."""
        if action in OF_A_HANDBOOK and self.has_class("-empty"):
            return False
        if action == "import":
            return None if self._why_no_import else True
        book = self._book if action == "remove" and self.is_mounted else None
        return None if book and self.program.desk.rules.keeps(book.id) else True
