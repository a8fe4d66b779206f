"""A question that must be answered before something is deleted."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from edgerag.present.inert import inert
from tui.keys import key
from tui.widgets.keys_footer import KeysFooter


class Confirm(ModalScreen[bool]):
    """Asks; gives True only if the person says so."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("confirm.no", "escape,n", "leave", "No", "Leave everything as it is."),
        key("confirm.yes", "y", "agree", "Yes", "Do it."),
        key("confirm.left", "left", "app.focus_previous", "", "Go to the other button.", in_footer=False),
        key("confirm.right", "right", "app.focus_next", "", "Go to the other button.", in_footer=False),
    ]

    def __init__(self, question: str, explanation: str = "", *, yes: str = "Yes", no: str = "No") -> None:
        """Ask `question`; `explanation` says what will happen; `yes` names the deed."""
        super().__init__()
        self._question, self._explanation, self._yes, self._no = question, explanation, yes, no

    def compose(self) -> ComposeResult:
        """Show the question over two buttons, the harmless one first."""
        with Vertical(classes="dialog"):
            yield Static(Content(inert(self._question)), classes="title")
            yield Static(Content(inert(self._explanation)), classes="explanation")
            with Horizontal(classes="buttons"):
                yield Button(Content(self._no), id="no", compact=True)
                yield Button(Content(self._yes), id="yes", variant="error", compact=True)
        yield KeysFooter()

    @on(Button.Pressed)
    def _press(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id == "yes")

    def action_leave(self) -> None:
        """Say no."""
        self.dismiss(result=False)

    def action_agree(self) -> None:
        """Say yes."""
        self.dismiss(result=True)
