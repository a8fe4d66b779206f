"""A dialog that only shows something."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from tui.keys import key
from tui.widgets.keys_footer import KeysFooter
from tui.widgets.lines import Layout, LinesView


class Reader(ModalScreen[None]):
    """Shows lines until it is closed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("reader.close", "escape,enter", "close", "Close", "Go back."),
    ]
    CSS_PATH = Path(__file__).with_suffix(".tcss")
    AUTO_FOCUS = "VerticalScroll"

    def __init__(self, title: str, layout: Layout) -> None:
        """Show what `layout` gives."""
        super().__init__()
        self._title, self._lines = title, layout

    def compose(self) -> ComposeResult:
        """Put the lines between the title and a button."""
        with Vertical(classes="dialog"):
            yield Static(Content(self._title), classes="title")
            with VerticalScroll():
                yield LinesView(self._lines)
            with Horizontal(classes="buttons"):
                yield Button("Close", compact=True)
        yield KeysFooter()

    @on(Button.Pressed)
    def _press(self) -> None:
        self.dismiss(None)

    def action_close(self) -> None:
        """Go back."""
        self.dismiss(None)
