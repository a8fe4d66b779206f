"""Export: which form, which file; what cannot be written is said, and the dialog stays."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Button, Input, RadioButton, RadioSet, Static

from edgerag.disk import require_folder, save, unused
from edgerag.domain.reports import Report
from edgerag.domain.trail import Deed
from edgerag.errors import EdgeRagError
from edgerag.folders import named_path
from edgerag.present.exporting import Format, encoded, file_name
from edgerag.present.inert import inert, one_line
from tui.keys import key
from tui.messages import WorkFailed
from tui.program import program_of
from tui.widgets.confirm import Confirm
from tui.widgets.keys_footer import KeysFooter

SAVING = "saving"


@dataclass
class FileSaved(Message):
    """The file is written."""

    path: Path


@dataclass
class FileIsThere(Message):
    """A file is there already, and is not replaced without a word."""

    path: Path
    form: Format | None
    """In which the report would be written; None of a text."""


class FormButton(RadioButton):
    """One of the forms; a mark, and not only a colour, says which is chosen."""

    BUTTON_LEFT = BUTTON_RIGHT = ""
    BUTTON_INNER = "( )"

    def watch_value(self) -> None:
        """Set the mark."""
        self.BUTTON_INNER = "(x)" if self.value else "( )"
        super().watch_value()


class Forms(RadioSet):
    """The forms: an arrow chooses one, Enter saves."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("export.save", "enter", "screen.save", "Save", "Save the report in this form."),
        key("export.next", "down,right", "choose_next", "Next", "Choose the form below."),
        key("export.previous", "up,left", "choose_previous", "Previous", "Choose the form above."),
    ]

    untold = ""
    """The form that an arrow chose, until its button has told so: Enter may come before."""

    @property
    def chosen(self) -> Format:
        """The form that is marked."""
        marked = self.pressed_button.name if self.pressed_button is not None else ""
        return Format(self.untold or marked or Format.MARKDOWN)

    def action_choose_next(self) -> None:
        """Choose the form below."""
        self.action_next_button()
        self._choose()

    def action_choose_previous(self) -> None:
        """Choose the form above."""
        self.action_previous_button()
        self._choose()

    def _choose(self) -> None:
        if self._selected is not None:
            self.untold = list(self.query(RadioButton))[self._selected].name or ""
        self.action_toggle_button()


class ExportScreen(ModalScreen[None]):
    """Asks where a report, or a text, should go."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("export.cancel", "escape", "cancel", "Cancel", "Save nothing."),
    ]

    def __init__(self, report: Report | None, text: str = "") -> None:
        """Save `report` in a form to be chosen, or `text` as it is."""
        super().__init__()
        self._report, self._text = report, text
        self._offered = ""
        """The path that was written into the field, by no person."""

    def compose(self) -> ComposeResult:
        """Show the forms over the file's name."""
        self._offered = self._free("txt" if self._text else Format.MARKDOWN)
        with Vertical(classes="dialog"):
            yield Static("Save the text" if self._text else "Save the report", classes="title", markup=False)
            if not self._text:
                with Forms(id="forms"):
                    for form in Format:
                        yield FormButton(
                            Content(form.purpose), value=form is Format.MARKDOWN, name=form.value
                        )
            yield Static("Folder and name of the file:", classes="explanation", markup=False)
            yield Input(self._offered, id="path")
            yield Static("", id="trouble", markup=False)
            with Horizontal(classes="buttons"):
                yield Button("Cancel", id="cancel", compact=True)
                yield Button("Save", id="save", variant="primary", compact=True)
        yield KeysFooter()

    @on(RadioSet.Changed)
    def _told(self, event: RadioSet.Changed) -> None:
        forms = self.query_one(Forms)
        if event.pressed.name == forms.untold:
            forms.untold = ""
        self._change_ending(forms.chosen)

    def _free(self, ending: str) -> str:
        """Offer a name of which there is no file yet: questions that begin alike would have the same."""
        question = self._report.question if self._report is not None else ""
        return str(unused(_folder() / file_name(question, ending)))

    def _change_ending(self, form: Format) -> None:
        path = self.query_one("#path", Input)
        if path.value == self._offered:
            path.value = self._offered = self._free(form)
        elif _form_of(path.value):
            path.value = str(Path(path.value).with_suffix(f".{form}"))

    @on(Input.Changed, "#path")
    def _follow_ending(self, event: Input.Changed) -> None:
        """Mark the form that a typed name ends with."""
        form = _form_of(event.value)
        if form and self.focused is event.input and not self._text:
            next(one for one in self.query(FormButton) if one.name == form).value = True

    @on(Button.Pressed, "#save")
    @on(Input.Submitted)
    def action_save(self) -> None:
        """Write the file; what is no name of one is said."""
        forms = None if self._text else self.query_one(Forms)
        if forms is not None and forms.untold:
            self._change_ending(forms.chosen)
        typed = self.query_one("#path", Input).value
        if not typed.strip():
            self._say(EdgeRagError("the file has no name", hint="type its folder and name"))
            return
        form = (_form_of(typed) or forms.chosen) if forms is not None else None
        self._write(named_path(typed), form)

    def _write(self, path: Path, form: Format | None, *, may_replace: bool = False) -> None:
        """Write the file in a thread: a USB stick may be slow."""

        def work(cancel: Event) -> None:  # noqa: ARG001  # one small file
            require_folder(path.parent)
            if os.path.isfile(path) and not may_replace:  # noqa: PTH113  # that of pathlib may fail
                self.post_message(FileIsThere(path, form))
                return
            save(path, self._content(form))
            self.post_message(FileSaved(path))

        program_of(self).jobs.start(self, work, SAVING)

    def _content(self, form: Format | None) -> bytes:
        if form is None or self._report is None:
            return self._text.encode()
        asked = [answer.handbook for answer in self._report.answers]
        # The file's name is made from the question, and the trail holds none.
        program_of(self).desk.library().record(Deed.EXPORTED, books=asked, note=f"a report, {form}")
        return encoded(self._report, form)

    @on(FileIsThere)
    def _ask(self, message: FileIsThere) -> None:
        question = Confirm(
            f"Replace {one_line(message.path.name)}?",
            f"There is such a file already in {one_line(str(message.path.parent))}.",
            yes="Replace",
            no="Another name",
        )

        def answer(sure: bool | None) -> None:  # noqa: FBT001  # what a dialog gives
            if sure:
                self._write(message.path, message.form, may_replace=True)
            else:
                self.query_one("#path").focus()

        self.app.push_screen(question, answer)

    @on(FileSaved)
    def _done(self, message: FileSaved) -> None:
        self.notify(f"Saved: {inert(str(message.path))}", markup=False)
        self.dismiss()

    @on(WorkFailed)
    def _failed(self, message: WorkFailed) -> None:
        message.stop()
        self._say(message.error)

    def _say(self, error: EdgeRagError) -> None:
        """Say in the dialog why the file could not be written."""
        self.query_one("#trouble", Static).update(Content(f"{inert(str(error))}: {error.hint}"))

    @on(Button.Pressed, "#cancel")
    def action_cancel(self) -> None:
        """Save nothing."""
        self.dismiss()


def _form_of(name: str) -> Format | None:
    """Give the form that a name's ending stands for."""
    ending = Path(name).suffix[1:].lower()
    return Format(ending) if ending in set(Format) else None


def _folder() -> Path:
    """Give the folder that a person would look in first."""
    documents = Path.home() / "Documents"
    return documents if documents.is_dir() else Path.home()
