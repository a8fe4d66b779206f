"""Library: the handbooks, how they got there and how they leave."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from threading import Event
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Center, Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Button, Static

from edgerag.domain.handbooks import Handbook, Metadata, why_not
from edgerag.domain.ids import HandbookId
from edgerag.errors import Cancelled, EdgeRagError, IngestError
from edgerag.present.amounts import count
from edgerag.present.batch import batch_state, batch_title
from edgerag.present.handbooks import added_sentence, details, origin, problem_lines, table
from edgerag.present.wording import name
from tui.adding import BatchProgressed, FileAdded, FileFailed, follow
from tui.keys import key
from tui.messages import Folded, HandbookWanted, WorkEnded, WorkFailed
from tui.screens.base import MainScreen
from tui.widgets.choose import Choose
from tui.widgets.confirm import Confirm
from tui.widgets.file_picker import FilePicker
from tui.widgets.form import Field, Form
from tui.widgets.lines import LinesView
from tui.widgets.progress import Progress
from tui.widgets.reader import Reader
from tui.widgets.table import OpeningTable, Table

READING = "reading the library"
ADDING = "adding handbooks"
INDEXING = "indexing again"
LOOKING = "looking what goes with a handbook"
CHANGING = "changing the library"
STOPPABLE = (ADDING, INDEXING)


@dataclass
class LibraryRead(Folded):
    """What the library holds."""

    books: tuple[Handbook, ...]
    waiting: frozenset[HandbookId]
    unfinished: tuple[str, ...]


@dataclass
class Removable(Message):
    """How many earlier questions would go with a handbook."""

    book: Handbook
    n_questions: int


@dataclass
class Skipped(Message):
    """Files that were picked and cannot be handbooks."""

    names: tuple[str, ...]


@dataclass
class Outcome:
    """What became of the files of one batch."""

    n_added: int = 0
    n_unchanged: int = 0
    failed: dict[str, tuple[str, str]] = field(default_factory=dict)
    """What went wrong and what to do, by file name."""
    skipped: tuple[str, ...] = ()
    """Names of files that are no handbooks."""

    ended_by: EdgeRagError | None = None
    """What ended it early."""


class LibraryScreen(MainScreen):
    """The handbooks in a table, all details of the one under the cursor below it."""

    PLACE = "library"
    EXPLANATION = (
        "The handbooks that answer your questions. Add files (PDF, DOCX, HTML, Markdown, text) or a whole "
        "folder; each handbook is added whole or not at all, and what is finished stays when you stop. "
        "Correct titles, editions and authority with Edit: what you state is never overwritten."
    )
    CSS_PATH = Path(__file__).with_suffix(".tcss")
    AUTO_FOCUS = "#handbooks"
    BINDINGS: ClassVar[list[BindingType]] = [
        key("library.add", "a", "add", "Add", "Add handbooks: files or a whole folder."),
        key("library.edit", "e", "edit", "Edit", "Correct title, edition, authority and other details."),
        key(
            "library.remove", "delete,backspace", "remove", "Remove", "Remove the handbook from the library."
        ),
        key("library.index", "i", "index", "Re-index", "Make the search indexes of handbooks anew."),
        key("library.problems", "p", "problems", "Problems", "List what is wrong, and what to do."),
        key(
            "library.stop", "escape", "stop", "Stop", "Stop adding; what is finished stays.", in_footer=False
        ),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._books: tuple[Handbook, ...] = ()
        self._waiting: frozenset[HandbookId] = frozenset()
        self._unfinished: tuple[str, ...] = ()
        self._outcome = Outcome()
        self._folder = Path.home()
        self._last: HandbookId | None = None
        """The handbook that the cursor was on."""

    def compose_body(self) -> ComposeResult:
        """Put the table over the details, and how far adding is below them."""
        with Vertical(id="empty"):
            yield Static(Content("The library is empty."), classes="title")
            yield Static(
                Content("Add handbooks from this computer or a USB stick, or look around with four samples.")
            )
            with Center(), Horizontal(classes="buttons"):
                yield Button("Add handbooks", id="add", variant="primary", compact=True)
                yield Button("Add the samples", id="samples", compact=True)
        yield OpeningTable(id="handbooks")
        with VerticalScroll(id="details", can_focus=False):
            yield LinesView(lambda width: [])  # noqa: ARG005  # nothing is known yet
        yield Progress()

    # What the library holds

    def on_screen_resume(self) -> None:
        """Look what the library holds now."""
        self._read_library()

    def _read_library(self) -> None:
        def read(cancel: Event) -> None:  # noqa: ARG001  # takes no time
            library = self.program.desk.library()
            waiting = frozenset(library.waiting_for_vectors())
            self.post_message(LibraryRead(library.handbooks(), waiting, library.unfinished()))

        self.program.jobs.start(self, read, READING)

    def on_library_read(self, message: LibraryRead) -> None:
        """Show what the library holds."""
        self._books, self._waiting, self._unfinished = message.books, message.waiting, message.unfinished
        self.set_class(not self._books, "-empty")
        if not self._books:
            self.query_one("#add").focus()
        elif self.focused is None or self.focused.id in {"add", "samples"}:
            self._table.focus()
        self._show_table()

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

    def _show_table(self) -> None:
        ids = [book.id for book in self._books]
        cursor = ids.index(self._last) if self._last in ids else self._table.cursor_row
        self._table.fill(*table(self._books, self._waiting, self._table.room), cursor)
        self._show_details()

    @on(Table.RowHighlighted)
    def _show_details(self) -> None:
        book, waiting = self._book, self._waiting
        self._last = book.id if book else self._last
        self.query_one("#details LinesView", LinesView).show(
            lambda width: details(book, waiting, width) if book else []
        )

    # Adding

    @on(Button.Pressed, "#add")
    def action_add(self) -> None:
        """Pick files or folders, and add them."""
        from edgerag.ingest.discover import media_type

        picker = FilePicker(
            "Add handbooks",
            "PDF, DOCX, HTML, Markdown, text. Enter opens a folder; Space marks a file or a whole folder.",
            lambda path: media_type(path) is not None,
            start=self._folder if self._folder.is_dir() else Path.home(),
            done="Add",
        )
        self.app.push_screen(picker, self._add)

    @on(Button.Pressed, "#samples")
    def add_samples(self) -> None:
        """Add the handbooks that ship with the program."""
        from edgerag.samples import sample_files

        self._add(sample_files())

    def _add(self, picked: list[Path] | None) -> None:
        if not picked:
            return
        self._folder = picked[0].parent
        self._outcome = Outcome()

        def add(cancel: Event) -> None:
            from edgerag.ingest.discover import discover

            found = discover(picked)
            self.post_message(Skipped(tuple(path.name for path in found.unsupported)))
            for path, why in found.problems:
                self.post_message(FileFailed(path, IngestError(why)))
            engine = self.program.desk.engine()
            follow(engine.intake.add(found.files, cancel=cancel), found.files, self.post_message)

        self._begin(ADDING, add)

    def _begin(self, group: str, work: Callable[[Event], None], doing: str = "getting ready") -> None:
        if self._is_busy:
            self.notify("Wait for the work that is going on, or stop it with Esc.", markup=False)
            return
        can_stop = group in STOPPABLE
        told = "Esc stops it; what is finished stays." if can_stop else "This takes a moment."
        self.query_one(Progress).show(doing, None, told)
        self.program.jobs.start(self, work, group)

    @property
    def _is_busy(self) -> bool:
        return any(self.program.jobs.is_running(group) for group in (*STOPPABLE, CHANGING))

    def on_skipped(self, message: Skipped) -> None:
        """Keep the names for the list of problems."""
        self._outcome.skipped = message.names

    def on_batch_progressed(self, message: BatchProgressed) -> None:
        """Show how far it is."""
        batch = message.batch
        if self._is_busy:
            self.query_one(Progress).show(
                batch_title(batch), batch.share, batch_state(batch) + "   Esc stops"
            )

    def on_file_added(self, message: FileAdded) -> None:
        """Show the new handbook."""
        from edgerag.store.library import Added

        if message.outcome is Added.UNCHANGED:
            self._outcome.n_unchanged += 1
        else:
            self._outcome.n_added += 1
        self._read_library()

    def on_file_failed(self, message: FileFailed) -> None:
        """Keep the reason for the list of problems."""
        self._outcome.failed[message.path.name] = (str(message.error), message.error.hint)

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

    def _tell_outcome(self, group: str) -> None:
        outcome = self._outcome
        is_stopped = isinstance(outcome.ended_by, Cancelled)
        if outcome.ended_by and not is_stopped:
            return
        if group == INDEXING:
            said = f"{count(outcome.n_added, 'handbook')} indexed again."
        else:
            said = added_sentence(
                outcome.n_added, outcome.n_unchanged, len(outcome.failed), len(outcome.skipped)
            )
        is_fine = not outcome.failed and not outcome.skipped
        self.notify(
            f"Stopped; what is finished stays. {said}" if is_stopped else said,
            severity="information" if is_fine else "warning",
            markup=False,
        )

    def action_stop(self) -> None:
        """Stop what runs; what is finished stays."""
        for group in STOPPABLE:
            self.program.jobs.stop(group)

    # Looking after one handbook

    @on(Table.RowSelected)
    def action_read(self) -> None:
        """Open the handbook's pages."""
        if self._book:
            self.post_message(HandbookWanted(self._book.id))

    def action_edit(self) -> None:
        """Correct the details of the handbook."""
        if (book := self._book) is None:
            return
        form = Form(f"Edit {name(book, 50)}", "", [_field(book.metadata, *row) for row in _FIELDS])
        self.app.push_screen(form, lambda changes: self._change_details(book, changes or {}))

    def _change_details(self, book: Handbook, changes: dict[str, str]) -> None:
        def edit(cancel: Event) -> None:  # noqa: ARG001  # one transaction
            library = self.program.desk.library()
            with library.transaction():
                for field_name, value in changes.items():
                    library.edit(book.id, field_name, value)

        if changes:
            self.program.jobs.start(self, edit, CHANGING)

    def action_remove(self) -> None:
        """Look what would go with the handbook, ask, and remove it."""
        if (book := self._book) is None:
            return

        def look(cancel: Event) -> None:  # noqa: ARG001  # takes no time
            self.post_message(Removable(book, self.program.desk.library().n_reports_of(book.id)))

        self.program.jobs.start(self, look, LOOKING)

    def on_removable(self, message: Removable) -> None:
        """Ask whether the handbook, and what goes with it, shall go."""
        book, n_questions = message.book, message.n_questions
        asked = f" So are {count(n_questions, 'earlier question')} that it was asked." if n_questions else ""
        question = Confirm(
            f"Remove {name(book, 50)}?",
            f"Its {count(book.n_pages, 'page')} and its answers are deleted.{asked} "
            "The file from which it was added stays.",
            yes="Remove",
            no="Keep",
        )
        self.app.push_screen(question, lambda sure: self._remove(book) if sure else None)

    def _remove(self, book: Handbook) -> None:
        def remove(cancel: Event) -> None:  # noqa: ARG001  # one transaction
            self.program.desk.engine().indexes.remove(book.id)

        self._begin(CHANGING, remove, f"removing {name(book, 50)}")

    def action_index(self) -> None:
        """Ask which handbooks to index again."""
        if (book := self._book) is None:
            return
        answers = {
            "one": f"This one: {name(book, 40)}",
            "all": f"All {count(len(self._books), 'handbook')}",
        }
        question = Choose(
            "Index again?",
            "Makes the search indexes anew from the stored text: after another search model was chosen, "
            "or when the self-check says that an index is damaged.",
            answers,
        )
        self.app.push_screen(question, lambda answer: self._index(book, answer))

    def _index(self, book: Handbook, answer: str | None) -> None:
        if answer is None:
            return
        asked = {book} if answer == "one" else set(self._books)
        books = [book for book in self._books if book in asked or book.id in self._waiting]
        self._outcome = Outcome()

        def index(cancel: Event) -> None:
            events = self.program.desk.engine().intake.index_again([book.id for book in books], cancel=cancel)
            follow(events, [Path(book.source_path) for book in books], self.post_message)

        self._begin(INDEXING, index)

    def action_problems(self) -> None:
        """List everything that is wrong."""
        outcome, unfinished, books = self._outcome, self._unfinished, self._books
        self.app.push_screen(
            Reader(
                "Problems",
                lambda width: problem_lines(outcome.failed, outcome.skipped, unfinished, books, width),
            )
        )


_FIELDS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("title", "Title", ()),
    ("institution", "Institution", ()),
    ("edition", "Edition", ()),
    ("collection", "Collection", ()),
    ("authority", "Authority", ("high", "medium", "low")),
    ("language", "Language", ()),
)


def _field(metadata: Metadata, field_name: str, label: str, choices: tuple[str, ...]) -> Field:
    stated = getattr(metadata, field_name)
    return Field(field_name, label, stated.value, origin(stated), choices, partial(why_not, field_name))
