"""What every main screen has: the navigation bar, its own body, the footer."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.screen import Screen

from tui.keys import spelled
from tui.program import Program, program_of
from tui.widgets.keys_footer import KeysFooter
from tui.widgets.navigation import Navigation


def spelled_on(screen: Screen[Any], text: str) -> str:
    """Put the key that it has now in place of the name of each action of a screen, or of one everywhere."""
    return spelled(text, program_of(screen).desk.config.keys, screen.BINDINGS)


class MainScreen(Screen[None]):
    """A screen of the navigation bar."""

    PLACE: ClassVar[str] = ""
    """Its name in `keys.PLACES`."""
    EXPLANATION: ClassVar[str] = ""
    """What F1 says about it, in a few sentences of plain text; "{ask.copy}" stands for that action's key."""

    def compose(self) -> ComposeResult:
        """Put the body between the navigation bar and the footer."""
        yield Navigation(self.PLACE)
        yield from self.compose_body()
        yield KeysFooter()

    def compose_body(self) -> ComposeResult:
        """Give the widgets of this screen."""
        raise NotImplementedError

    def spelled(self, text: str) -> str:
        """Put in place of each action's name the key that it has now."""
        return spelled_on(self, text)

    @property
    def program(self) -> Program:
        """The application, with the desk, the jobs and the current report."""
        return program_of(self)
