"""Help: what this screen is for, what the focused part does, and all keys."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen, Screen

from edgerag.present.help import KeyHelp, help_lines
from tui.keys import PLACES, key
from tui.screens.base import MainScreen, spelled_on
from tui.widgets.keys_footer import KeysFooter
from tui.widgets.lines import LinesView


class HelpScreen(ModalScreen[str]):
    """Lies over the screen that it explains; gives "tour" if the person wants the tour."""

    CSS_PATH = Path(__file__).with_suffix(".tcss")
    BINDINGS: ClassVar[list[BindingType]] = [
        key("help.tour", "t", "tour", "Tour", "Show in a few steps what edgerag does."),
        key("help.back", "escape,q,f1", "back", "Close", "Close the help."),
    ]

    def __init__(self, title: str, explanation: str, keys: Sequence[KeyHelp]) -> None:
        super().__init__()
        self._title, self._explanation, self._keys = title, explanation, keys

    def compose(self) -> ComposeResult:
        """Show everything in one scrolling text."""
        with Vertical(classes="dialog"), VerticalScroll():
            yield LinesView(lambda width: help_lines(self._title, self._explanation, self._keys, width))
        yield KeysFooter()

    def action_tour(self) -> None:
        """Leave for the tour."""
        self.dismiss("tour")

    def action_back(self) -> None:
        """Close the help."""
        self.dismiss("")


def help_for(screen: Screen[object]) -> HelpScreen:
    """Explain a screen and what is in focus on it."""
    explanation = spelled_on(screen, getattr(screen, "EXPLANATION", ""))
    title = PLACES[screen.PLACE][1] if isinstance(screen, MainScreen) else screen.TITLE or "Help"
    keys: dict[str, KeyHelp] = {}
    for active in screen.active_bindings.values():
        binding = active.binding
        if binding.tooltip:
            shown = screen.app.get_key_display(binding)
            before = keys.get(binding.action)
            shown = f"{before.keys} {shown}" if before else shown
            keys[binding.action] = KeyHelp(shown, binding.tooltip, binding.id or "")
    return HelpScreen(title, explanation, list(keys.values()))
