"""Handbooks go to another library in a file, and come from one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from textual import on
from textual.widgets import Button

from edgerag.domain.handbooks import Handbook
from edgerag.folders import named_path
from edgerag.present.exchange import Became, Taken, exported_sentence, taken_lines, taken_sentence
from tui.adding import FileAdded, FileFailed, Outcome
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
from tui.screens.handbooks.editions import EditionsScreen
from tui.screens.handbooks.work import EXPORTING, IMPORTING, VERIFYING
from tui.widgets.exporting import export_form
from tui.widgets.file_picker import FilePicker
from tui.widgets.offering import OfferScreen
from tui.widgets.picking import PickHandbooks
from tui.widgets.reader import Reader


class ExchangeScreen(EditionsScreen):
    """Exports handbooks and imports them."""

    def __init__(self) -> None:
        super().__init__()
        self._export_to, self._export_key = "", ""
        """What was typed for the last export."""
        self._taken: list[Taken] = []
        """What became of each handbook of the file that is being imported."""

    def action_export(self) -> None:
        """Pick handbooks and a file, and write them to it."""
        if self._is_refused:
            return
        if self._books:
            picker = PickHandbooks("Export handbooks", self._books, self._table.cursor_row)
            self.app.push_screen(picker, self._ask_where)
        else:
            self.notify("There is no handbook to export yet.", markup=False)

    def _ask_where(self, books: tuple[Handbook, ...] | None) -> None:
        if not books:
            return
        before = {"file": self._export_to or str(self._folder / FILE_NAME), "key": self._export_key}

        def write(changes: dict[str, str] | None) -> None:
            if changes is not None:
                self._export(books, **(before | changes))

        self.app.push_screen(export_form(len(books), **before), write)

    def _export(self, books: Sequence[Handbook], file: str, key: str) -> None:
        self._export_to, self._export_key = file, key
        desk, post = self.program.desk, self.post_message
        target, key_file = named_path(file), named_path(key) if key else None
        self._begin(EXPORTING, lambda cancel: export(desk, books, target, key_file, cancel, post))

    def on_handbooks_exported(self, message: HandbooksExported) -> None:
        """Say what was written where."""
        said = exported_sentence(message.n_handbooks, message.n_bytes, str(message.path), message.signed_by)
        self.notify(said, markup=False)

    @on(Button.Pressed, "#import")
    def action_import(self) -> None:
        """Pick a file of handbooks, and look into it."""
        if self._is_refused:
            return
        picker = FilePicker(
            "Import handbooks",
            f"Files that another edgerag wrote ({SUFFIX}), or a stick or folder with some. They are checked "
            "first, and you see what is in them.",
            lambda path: path.suffix.lower() == SUFFIX,
            start=self._folder,
            done="Look into it",
        )
        self.app.push_screen(picker, self._look_into)

    def _look_into(self, picked: list[Path] | None) -> None:
        if not picked:
            return
        self._picked_in = picked[0].parent
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

    def _what_became(self, group: str, *, is_stopped: bool) -> str:
        """Say in a sentence what became of the handbooks, those of a file too."""
        if group != IMPORTING:
            return super()._what_became(group, is_stopped=is_stopped)
        return taken_sentence(self._taken)

    def _go_on(self, group: str) -> None:
        """List what became of each handbook of a file; editions are asked about after that."""
        if group != IMPORTING or not self._taken:
            super()._go_on(group)
            return
        taken, self._taken = self._taken, []
        result = Reader(taken_sentence(taken), lambda width: taken_lines(taken, width))
        self.app.push_screen(result, lambda _: self._look_for_editions())


def _close(files: Sequence[Opened]) -> None:
    """Let go of files that nobody wants."""
    for one in files:
        one.export.close()
