"""A dialog that waits for a key."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static


class PressKey(ModalScreen[str | None]):
    """Waits for a key and gives its name; Esc gives none. No key does anything else meanwhile."""

    def __init__(self, action: str) -> None:
        """Ask for the key of an action, named in a sentence."""
        super().__init__()
        self._action = action

    def compose(self) -> ComposeResult:
        """Say what is waited for."""
        with Vertical(classes="dialog"):
            yield Static(Content("Press the new key"), classes="title")
            yield Static(Content(f"{self._action} Esc keeps the key that it has."), classes="explanation")

    def on_key(self, event: events.Key) -> None:
        """Take the key."""
        event.stop()
        event.prevent_default()
        self.dismiss(None if event.key == "escape" else event.key)
