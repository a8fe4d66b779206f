"""Export: which form, which file; what cannot be written is said, and the dialog stays."""

from __future__ import annotations

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

from edgerag.disk import save
from edgerag.domain.reports import Report
from edgerag.domain.trail import Deed
from edgerag.present.exporting import Format, encoded, file_name
from edgerag.present.inert import inert
from tui.keys import key
from tui.messages import WorkFailed
from tui.program import program_of

SAVING = "saving"


@dataclass
class FileSaved(Message):
    """The file is written."""

    path: Path


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

    def compose(self) -> ComposeResult:
        """Show the forms over the file's name."""
        question = self._report.question if self._report is not None else ""
        with Vertical(classes="dialog"):
            yield Static("Save the text" if self._text else "Save the report", classes="title", markup=False)
            if not self._text:
                with Forms(id="forms"):
                    for form in Format:
                        yield FormButton(
                            Content(form.purpose), value=form is Format.MARKDOWN, name=form.value
                        )
            yield Static("Folder and name of the file:", classes="explanation", markup=False)
            ending = "txt" if self._text else Format.MARKDOWN
            yield Input(str(_folder() / file_name(question, ending)), id="path")
            yield Static("", id="trouble", markup=False)
            with Horizontal(classes="buttons"):
                yield Button("Cancel", id="cancel", compact=True)
                yield Button("Save", id="save", variant="primary", compact=True)

    @on(RadioSet.Changed)
    def _told(self, event: RadioSet.Changed) -> None:
        forms = self.query_one(Forms)
        if event.pressed.name == forms.untold:
            forms.untold = ""
        self._change_ending(forms.chosen)

    def _change_ending(self, form: Format) -> None:
        path = self.query_one("#path", Input)
        if Path(path.value).suffix[1:] in set(Format):
            path.value = str(Path(path.value).with_suffix(f".{form}"))

    @on(Button.Pressed, "#save")
    @on(Input.Submitted)
    def action_save(self) -> None:
        """Write the file in a thread: a USB stick may be slow."""
        forms = None if self._text else self.query_one(Forms)
        form = forms.chosen if forms is not None else None
        if forms is not None and forms.untold:
            self._change_ending(forms.chosen)
        path = Path(self.query_one("#path", Input).value).expanduser()
        desk = program_of(self).desk

        def work(cancel: Event) -> None:  # noqa: ARG001  # one small file
            if form is None or self._report is None:
                content = self._text.encode()
            else:
                content = encoded(self._report, form)
                asked = [answer.handbook for answer in self._report.answers]
                # The file's name is made from the question, and the trail holds none.
                desk.library().record(Deed.EXPORTED, books=asked, note=f"a report, {form}")
            save(path, content)
            self.post_message(FileSaved(path))

        program_of(self).jobs.start(self, work, SAVING)

    @on(FileSaved)
    def _done(self, message: FileSaved) -> None:
        self.notify(f"Saved: {inert(str(message.path))}", markup=False)
        self.dismiss()

    @on(WorkFailed)
    def _say(self, message: WorkFailed) -> None:
        """Say in the dialog why the file could not be written."""
        message.stop()
        self.query_one("#trouble", Static).update(
            Content(f"{inert(str(message.error))}: {message.error.hint}")
        )

    @on(Button.Pressed, "#cancel")
    def action_cancel(self) -> None:
        """Save nothing."""
        self.dismiss()


def _folder() -> Path:
    """Give the folder that a person would look in first."""
    documents = Path.home() / "Documents"
    return documents if documents.is_dir() else Path.home()
