"""Library: the handbooks, how they got there, how they leave, and how they travel."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
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

from edgerag import paths
from edgerag.confirm.credibility import Credibility
from edgerag.domain.doubts import doubts
from edgerag.domain.facts import NOTHING_KNOWN
from edgerag.domain.handbooks import Handbook
from edgerag.domain.ids import HandbookId
from edgerag.errors import Cancelled, IngestError, ModelMissingError
from edgerag.present.amounts import count
from edgerag.present.batch import batch_state, batch_title
from edgerag.present.exchange import Became, Taken, exported_sentence, taken_lines, taken_sentence
from edgerag.present.handbooks import added_sentence, details, problem_lines, table
from edgerag.present.inert import one_line
from edgerag.present.wording import name
from edgerag.store.find import Found
from tui.adding import BatchProgressed, FileAdded, FileFailed, Outcome, Skipped, follow
from tui.exchanging import (
    FILE_NAME,
    SUFFIX,
    FileRefused,
    HandbookRefused,
    HandbooksExported,
    HandbooksOffered,
    HandbookTaken,
    Opened,
    export,
    look_into,
    take,
)
from tui.keys import key
from tui.machine import Advanced
from tui.messages import Folded, HandbookWanted, LibraryWanted, MapWanted, ModelsWanted, WorkEnded, WorkFailed
from tui.screens.base import MainScreen
from tui.switching import look_for_library
from tui.widgets.bringing import models_question
from tui.widgets.choose import Choose
from tui.widgets.confirm import Confirm
from tui.widgets.details_form import details_form
from tui.widgets.exporting import export_form
from tui.widgets.file_picker import FilePicker
from tui.widgets.lines import LinesView
from tui.widgets.offering import OfferScreen
from tui.widgets.picking import PickHandbooks
from tui.widgets.progress import Progress
from tui.widgets.reader import Reader
from tui.widgets.table import OpeningTable, Table

READING = "reading the library"
ADDING = "adding handbooks"
INDEXING = "indexing again"
EXPORTING = "exporting handbooks"
VERIFYING = "verifying a file"
IMPORTING = "importing handbooks"
LOOKING = "looking what a handbook was asked"
COMPARING_EDITIONS = "looking for older editions"
CHANGING = "changing the library"
OPENING_LIBRARY = "opening the other library"
STOPPABLE = (ADDING, INDEXING, EXPORTING, VERIFYING, IMPORTING)
NOTHING_STAYS = {
    EXPORTING: "Stopped; no file was written.",
    VERIFYING: "Stopped; nothing was imported.",
}
"""What is said of work that leaves nothing behind when it is stopped."""


@dataclass
class LibraryRead(Folded):
    """What the library holds."""

    books: tuple[Handbook, ...]
    waiting: frozenset[HandbookId]
    unfinished: tuple[str, ...]
    credibility: Credibility


@dataclass
class Removable(Message):
    """How many earlier questions quote a handbook that may go."""

    book: Handbook
    n_questions: int


@dataclass
class EditionsFound(Message):
    """Handbooks that were just added, each with an older edition of its work."""

    pairs: tuple[tuple[Handbook, Handbook], ...]
    """The older one first."""


class LibraryScreen(MainScreen):
    """The handbooks in a table, all details of the one under the cursor below it."""

    PLACE = "library"
    EXPLANATION = (
        "The handbooks that answer your questions. Add files (PDF, DOCX, HTML, Markdown, text, CSV, XLSX, "
        "JSON, XML) or a whole folder; each handbook is added whole or not at all, and what is finished "
        "stays when you stop. Correct titles, editions and authority with Edit: what you state is never "
        "overwritten. Enter opens a handbook at its contents, / finds words in all of them. "
        "{library.export} writes all handbooks, or those you mark, to a file for another laptop; "
        "{library.import} shows what is in such files, on a stick perhaps, and imports them. "
        "{library.other} opens another library in place of this one, and this one again."
    )
    CSS_PATH = Path(__file__).with_suffix(".tcss")
    AUTO_FOCUS = "#handbooks"
    BINDINGS: ClassVar[list[BindingType]] = [
        key("library.add", "a", "add", "Add", "Add handbooks: files or a whole folder."),
        key("library.edit", "e", "edit", "Edit", "Correct title, edition, authority and other details."),
        key(
            "library.remove", "delete,backspace", "remove", "Remove", "Remove the handbook from the library."
        ),
        key("library.search", "slash", "search", "Find", "Look for words in all handbooks."),
        key(
            "library.index",
            "i",
            "index",
            "Re-index",
            "Make the search indexes of handbooks anew.",
            in_footer=False,
        ),
        key(
            "library.export",
            "w",
            "export",
            "Export",
            "Write handbooks to a file, for another laptop.",
            in_footer=False,
        ),
        key(
            "library.import",
            "r",
            "import",
            "Import",
            "Look into files of handbooks, on a stick perhaps, and import them.",
            in_footer=False,
        ),
        key(
            "library.other",
            "o",
            "other",
            "Other library",
            "Open another library, on a stick perhaps, or this computer's again.",
            in_footer=False,
        ),
        key("library.problems", "p", "problems", "Problems", "List what is wrong, and what to do."),
        key(
            "library.stop",
            "escape",
            "stop",
            "Stop",
            "Stop what runs; what is finished stays.",
            in_footer=False,
        ),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._books: tuple[Handbook, ...] = ()
        self._waiting: frozenset[HandbookId] = frozenset()
        self._unfinished: tuple[str, ...] = ()
        self._credibility = Credibility(())
        self._outcome = Outcome()
        self._picked: tuple[Path, ...] = ()
        """What is being added."""
        self._folder = Path.home()
        self._export_to, self._export_key = "", ""
        """What was typed for the last export."""
        self._taken: list[Taken] = []
        """What became of each handbook of the file that is being imported."""
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

    # What the library holds

    def on_screen_resume(self) -> None:
        """Look what the library holds now."""
        self._read_library()

    def _read_library(self) -> None:
        def read(cancel: Event) -> Iterator[Message]:  # noqa: ARG001  # over in a moment
            library = self.program.desk.library()
            waiting = frozenset(library.waiting_for_vectors())
            books, unfinished = library.handbooks(), library.unfinished()
            yield LibraryRead(books, waiting, unfinished, Credibility(library.facts()))

        self.program.jobs.look(self, read, READING)

    def on_library_read(self, message: LibraryRead) -> None:
        """Show what the library holds."""
        self._books, self._waiting, self._unfinished = message.books, message.waiting, message.unfinished
        self._credibility = message.credibility
        self.set_class(not self._books, "-empty")
        if not self._books:
            self.query_one("#add").focus()
        elif self.focused is None or self.focused.id in {"add", "import", "samples"}:
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
        self._table.fill(*table(self._books, self._waiting, self._table.room), cursor)
        self._show_details()

    @on(Table.RowHighlighted)
    def _show_details(self) -> None:
        book, waiting = self._book, self._waiting
        self._last = book.id if book else self._last
        rules = self.program.desk.rules
        kept = rules.because if book and rules.keeps(book.id) else ""
        closed = self._why_no_import
        record = self._credibility.record(book.id) if book else NOTHING_KNOWN
        self.query_one("#details LinesView", LinesView).show(
            lambda width: details(book, waiting, width, kept, record, closed) if book else []
        )
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002  # Textual's
        """Grey out what the policy forbids; the details say why."""
        if action == "import":
            return None if self._why_no_import else True
        book = self._book if action == "remove" and self.is_mounted else None
        return None if book and self.program.desk.rules.keeps(book.id) else True

    # Adding

    @on(Button.Pressed, "#add")
    def action_add(self) -> None:
        """Pick files or folders, and add them."""
        from edgerag.ingest.discover import media_type

        picker = FilePicker(
            "Add handbooks",
            "PDF, DOCX, HTML, Markdown, text, and lists as CSV, XLSX, JSON, XML. Enter opens a folder; Space "
            "marks a file or a whole folder.",
            lambda path: media_type(path) is not None,
            start=self._folder if self._folder.is_dir() else Path.home(),
            done="Add",
        )
        self.app.push_screen(picker, self._add)

    @on(Button.Pressed, "#samples")
    def add_samples(self) -> None:
        """Add the handbooks that ship with the program."""
        from edgerag.samples import sample_files

        self.add(sample_files())

    def _add(self, picked: list[Path] | None) -> None:
        if picked:
            self._folder = picked[0].parent
            self.add(picked)

    def add(self, picked: Sequence[Path]) -> None:
        """Add files and folders."""
        self._picked = tuple(picked)
        self._outcome = Outcome()

        def add(cancel: Event) -> None:
            from edgerag.ingest.discover import discover

            found = discover(picked)
            self.post_message(Skipped(tuple(path.name for path in found.unsupported)))
            for path, why in found.problems:
                self.post_message(FileFailed(path.name, IngestError(why)))
            engine = self.program.desk.engine()
            follow(engine.intake.add(found.files, cancel=cancel), found.files, self.post_message)

        self._begin(ADDING, add)

    def _begin(self, group: str, work: Callable[[Event], None], doing: str = "getting ready") -> bool:
        """Begin work, unless other work is going on; whether it was begun."""
        if self._is_busy:
            self.notify("Wait for the work that is going on, or stop it with Esc.", markup=False)
            return False
        stays = "" if group in NOTHING_STAYS else "; what is finished stays"
        told = f"Esc stops it{stays}." if group in STOPPABLE else "This takes a moment."
        self.query_one(Progress).show(doing, None, told)
        self._outcome.ended_by = None
        self.program.jobs.start(self, work, group)
        return True

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

    def on_advanced(self, message: Advanced) -> None:
        """Show how many handbooks of a file are done."""
        if self._is_busy:
            state = f"{message.n_done} of {count(message.n_all, 'handbook')}   Esc stops"
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

    def on_work_failed(self, message: WorkFailed) -> None:
        """Say that it was stopped; other failures are told by the app."""
        needs_models = isinstance(message.error, ModelMissingError) and message.group == ADDING
        if isinstance(message.error, Cancelled) or needs_models:
            message.stop()
        self._outcome.ended_by = message.error
        if needs_models:
            self._ask_for_models()

    def _ask_for_models(self) -> None:
        """Ask where the models shall come from; what was to be added is added then."""
        files = self._picked

        def bring(how: str | None) -> None:
            if how:
                self.post_message(ModelsWanted(how, files))

        self.app.push_screen(models_question(), bring)

    def on_work_ended(self, message: WorkEnded) -> None:
        """Say how it ended, and look what the library holds now."""
        message.stop()
        if message.group in (*STOPPABLE, CHANGING):
            self.query_one(Progress).hide()
            self._read_library()
        if message.group in STOPPABLE:
            self._tell_outcome(message.group)
        if message.group == IMPORTING and self._taken:
            self._list_taken()
        elif message.group in STOPPABLE:
            self._look_for_editions()

    def _tell_outcome(self, group: str) -> None:
        outcome = self._outcome
        is_stopped = isinstance(outcome.ended_by, Cancelled)
        if outcome.ended_by and not is_stopped:
            return
        if group in NOTHING_STAYS:
            if is_stopped:
                self.notify(NOTHING_STAYS[group], markup=False)
            return
        if group == IMPORTING:
            said = taken_sentence(self._taken)
        elif group == INDEXING:
            said = f"{count(outcome.n_added, 'handbook')} indexed again."
        else:
            said = added_sentence(
                outcome.n_added, outcome.n_unchanged, len(outcome.failed), len(outcome.skipped)
            )
            said += self._point_at_doubtful(outcome.to_check)
            said += self.spelled(" {everywhere.ask} asks.") if outcome.n_added and not is_stopped else ""
        is_fine = not outcome.failed and not outcome.skipped
        self.notify(
            f"Stopped; what is finished stays. {said}" if is_stopped else said,
            severity="information" if is_fine else "warning",
            markup=False,
        )

    def _point_at_doubtful(self, doubtful: Sequence[HandbookId]) -> str:
        """Put the cursor on the first handbook to check, and say which key corrects it."""
        if not doubtful:
            return ""
        self._awaited = doubtful[0]
        self._show_table()
        return self.spelled(f" {len(doubtful)} to check: {{library.edit}} corrects the one under the cursor.")

    # To another library and from one

    def action_export(self) -> None:
        """Pick handbooks and a file, and write them to it."""
        if self._books:
            picker = PickHandbooks("Export handbooks", self._books, self._table.cursor_row)
            self.app.push_screen(picker, self._ask_where)
        else:
            self.notify("There is no handbook to export yet.", markup=False)

    def _ask_where(self, books: tuple[Handbook, ...] | None) -> None:
        if not books:
            return
        folder = self._folder if self._folder.is_dir() else Path.home()
        before = {"file": self._export_to or str(folder / FILE_NAME), "key": self._export_key}

        def write(changes: dict[str, str] | None) -> None:
            if changes is not None:
                self._export(books, **(before | changes))

        self.app.push_screen(export_form(len(books), **before), write)

    def _export(self, books: Sequence[Handbook], file: str, key: str) -> None:
        self._export_to, self._export_key = file, key
        desk, post = self.program.desk, self.post_message
        target, key_file = Path(file).expanduser(), Path(key).expanduser() if key else None
        self._begin(EXPORTING, lambda cancel: export(desk, books, target, key_file, cancel, post))

    def on_handbooks_exported(self, message: HandbooksExported) -> None:
        """Say what was written where."""
        said = exported_sentence(message.n_handbooks, message.n_bytes, str(message.path), message.signed_by)
        self.notify(said, markup=False)

    @on(Button.Pressed, "#import")
    def action_import(self) -> None:
        """Pick a file of handbooks, and look into it."""
        picker = FilePicker(
            "Import handbooks",
            f"Files that another edgerag wrote ({SUFFIX}), or a stick or folder with some. They are checked "
            "first, and you see what is in them.",
            lambda path: path.suffix.lower() == SUFFIX,
            start=self._folder if self._folder.is_dir() else Path.home(),
            done="Look into it",
        )
        self.app.push_screen(picker, self._look_into)

    def _look_into(self, picked: list[Path] | None) -> None:
        if not picked:
            return
        self._folder = picked[0].parent
        desk, post = self.program.desk, self.post_message
        self._begin(VERIFYING, lambda cancel: look_into(desk, picked, cancel, post))

    def on_file_refused(self, message: FileRefused) -> None:
        """Say what is wrong with one of several files."""
        self.program.tell(message.error)

    def on_handbooks_offered(self, message: HandbooksOffered) -> None:
        """Show what is in one file after the other, and ask of each whether it shall be imported."""
        self._ask_of(message.files, ())

    def _ask_of(self, files: Sequence[Opened], wanted: tuple[Opened, ...]) -> None:
        """Ask of the first of the files and then of the others; import those that are wanted."""
        if not files:
            if wanted and not self._import(wanted):
                _close(wanted)
            return
        first, *others = files

        def settle(answer: bool | None) -> None:  # noqa: FBT001  # what a dialog gives
            if not answer:
                _close((first,))
            self._ask_of(others, (*wanted, first) if answer else wanted)

        self.app.push_screen(OfferScreen(first.offer), settle)

    def _import(self, files: Sequence[Opened]) -> bool:
        desk, post = self.program.desk, self.post_message
        begun = self._begin(IMPORTING, lambda cancel: take(desk, files, cancel, post))
        if begun:
            self._outcome, self._taken = Outcome(), []
        return begun

    def on_handbook_taken(self, message: HandbookTaken) -> None:
        """Show the handbook, and keep that it is here."""
        from edgerag.store.rooms.stock import Added

        is_old = message.outcome is Added.UNCHANGED
        self._taken.append(Taken(message.name, Became.LEFT_ALONE if is_old else Became.IMPORTED))
        self.on_file_added(FileAdded(message.handbook, message.outcome))

    def on_handbook_refused(self, message: HandbookRefused) -> None:
        """Keep why it was refused, for the list of what became of each and for the list of problems."""
        error = message.error
        self._taken.append(Taken(message.name, Became.REFUSED, str(error), error.hint))
        self.on_file_failed(FileFailed(message.name, error))

    def _list_taken(self) -> None:
        """List what became of each handbook of the file; what replaces older editions is asked after that."""
        taken, self._taken = self._taken, []
        result = Reader(taken_sentence(taken), lambda width: taken_lines(taken, width))
        self.app.push_screen(result, lambda _: self._look_for_editions())

    # Another library in place of this one

    @property
    def _where(self) -> str:
        """Where the library is that is not the one of this computer; with the key that leads back."""
        return self.spelled("Another library is open ({library.other}): ") + one_line(
            str(paths.library_folder())
        )

    def action_other(self) -> None:
        """Pick another library; from another one the way leads back as well."""
        if paths.is_own_library():
            self._pick_library("other")
            return
        question = Choose(
            "Which library shall be open?",
            "Nothing is copied, and nothing is lost: the one that is open now is closed.",
            {"own": "The library of this computer", "other": "Another one, on a stick perhaps"},
        )
        self.app.push_screen(question, self._pick_library)

    def _pick_library(self, answer: str | None) -> None:
        if answer == "own":
            self.post_message(LibraryWanted(paths.data_folder()))
        if answer != "other":
            return
        picker = FilePicker(
            "Open another library",
            f"A library is a file {paths.LIBRARY_FILE}; its folder or the stick that it is on will do. This "
            "computer's own library stays as it is.",
            lambda path: path.name == paths.LIBRARY_FILE,
            start=self._folder if self._folder.is_dir() else Path.home(),
            done="Open",
        )

        def look(picked: list[Path] | None) -> None:
            if picked:
                self.program.jobs.look(self, lambda _: look_for_library(picked[0]), OPENING_LIBRARY)

        self.app.push_screen(picker, look)

    # A newer edition of a work

    def _look_for_editions(self) -> None:
        """Look whether what was just added is a newer edition of what was there."""
        new, self._outcome.new = self._outcome.new, []
        if not new:
            return

        def look(cancel: Event) -> Iterator[Message]:  # noqa: ARG001  # over in a moment
            from edgerag.summarise.editions import replaced_by

            held = self.program.desk.library().handbooks()
            yield EditionsFound(tuple((older, book) for book in new for older in replaced_by(book, held)))

        self.program.jobs.look(self, look, COMPARING_EDITIONS)

    def on_editions_found(self, message: EditionsFound) -> None:
        """Ask of one pair after the other whether the older edition goes."""
        if not message.pairs:
            return
        (older, newer), *others = message.pairs
        question = Choose(
            f"Replace {name(older, 50)}?",
            f"{name(newer, 50)} is newer. What was asked of the older edition and noted on it stays.",
            {
                "keep": "Keep both: each answers, and where they differ is shown",
                "map": "Keep both, and see now where the handbooks differ",
                "replace": "Replace: remove the older edition",
            },
        )

        def settle(answer: str | None) -> None:
            if answer == "replace":
                self._remove(older)
            elif answer == "map":
                self.post_message(MapWanted())
            self.post_message(EditionsFound(tuple(others)))

        self.app.push_screen(question, settle)

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

    def action_search(self) -> None:
        """Ask for words, and open the place that is chosen."""
        from tui.screens.find import FindScreen

        def look_at(chosen: tuple[Found, int] | None) -> None:
            if chosen is not None:
                found, at = chosen
                places = tuple(place.cited for place in found.places)
                self.post_message(HandbookWanted(found.handbook.id, places, at))

        self.app.push_screen(FindScreen(), look_at)

    def action_edit(self) -> None:
        """Correct the details of the handbook."""
        if (book := self._book) is None:
            return
        form = details_form(book)
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
        """Look which questions the handbook was asked, ask whether it shall go, and remove it."""
        if (book := self._book) is None:
            return

        def look(cancel: Event) -> Iterator[Message]:  # noqa: ARG001  # takes no time
            yield Removable(book, self.program.desk.library().n_reports_of(book.id))

        self.program.jobs.look(self, look, LOOKING)

    def on_removable(self, message: Removable) -> None:
        """Ask whether the handbook shall go, and say what stays."""
        book, n_questions = message.book, message.n_questions
        asked = count(n_questions, "earlier question") + " that it was asked"
        stays = f" The history keeps {asked}, with the words that it quoted." if n_questions else ""
        question = Confirm(
            f"Remove {name(book, 50)}?",
            f"Its {count(book.n_pages, 'page')} are deleted.{stays} The file from which it was added stays.",
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


def _close(files: Sequence[Opened]) -> None:
    """Let go of files that nobody wants."""
    for one in files:
        one.export.close()
