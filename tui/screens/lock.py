"""The cover that hides questions when nobody has touched the keyboard for a while."""

from __future__ import annotations

from pathlib import Path
from time import monotonic
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from tui.program import Program

CHECK_EVERY_S = 1.0


class LockScreen(ModalScreen[None]):
    """Covers everything until a key is pressed or the mouse is clicked; that key does nothing else."""

    CSS_PATH = Path(__file__).with_suffix(".tcss")
    AUTO_FOCUS: ClassVar[str | None] = ""

    def compose(self) -> ComposeResult:
        """Say only that the screen is covered."""
        with Vertical():
            yield Static(Content("edgerag"), classes="name")
            yield Static(Content("The screen is covered. Press any key to go on."), classes="how")

    def on_key(self, event: events.Key) -> None:
        """Go on."""
        event.stop()
        event.prevent_default()
        self.dismiss(None)

    def on_click(self) -> None:
        """Go on."""
        self.dismiss(None)


class IdleLock:
    """Covers the screen of one application when it has been idle for as long as the settings say."""

    def __init__(self, app: Program) -> None:
        """Look at `app` once a second, from now on."""
        self._app = app
        self._touched = monotonic()
        app.set_interval(CHECK_EVERY_S, self.check)

    def notice(self, event: events.Event) -> None:
        """Take note that somebody is there."""
        if isinstance(event, events.Key | events.MouseEvent | events.Paste):
            self._touched = monotonic()

    def check(self) -> None:
        """Cover the screen if it is time."""
        minutes = self._app.desk.config.interface.lock_minutes
        if minutes and monotonic() - self._touched >= 60 * minutes:
            self.cover()

    def cover(self) -> None:
        """Cover the screen, and whatever notifications it shows; a library with a passphrase is locked."""
        if self._app.lock_away():
            return
        if not isinstance(self._app.screen, LockScreen):
            self._app.clear_notifications()
            self._app.push_screen(LockScreen())
