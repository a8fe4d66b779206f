"""The first line of every main screen: where one is, and where one can go."""

from __future__ import annotations

from collections.abc import Mapping

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from tui.keys import PLACES
from tui.program import program_of

NO_ROOM = frozenset({"audits"})
"""Screens that 80 columns have no room for; help and palette name their keys."""
LEAST_COLUMNS, LEAST_ROWS = 60, 15
TOO_SMALL = f"Window too small: {LEAST_COLUMNS}x{LEAST_ROWS} needed"


class Shortcut(Static):
    """A key that works everywhere and a word; a click does the same."""

    ALLOW_SELECT = False

    def __init__(self, name: str, key: str, word: str) -> None:
        """Show `key` unless the settings' `[keys.everywhere]` gives another one to `name`."""
        super().__init__(name=name)
        self._key, self._word = key, word

    def put(self, moved: Mapping[str, str]) -> None:
        """Show the key that it has now."""
        key = moved.get(self.name or "", self._key).partition(",")[0]
        shown = key.replace("ctrl+", "^").upper()
        self.update(
            Content.assemble((shown, "" if self.has_class("here") else "$foreground 60%"), " ", self._word)
        )


class Place(Shortcut):
    """A screen's key and name; a click goes there."""

    def __init__(self, place: str, *, is_here: bool) -> None:
        key, word, explanation = PLACES[place]
        super().__init__(place, key, word)
        self.set_class(is_here, "here")
        self.tooltip = Content(explanation)

    async def on_click(self) -> None:
        """Go there."""
        await self.app.run_action(f"app.go('{self.name}')")


class Help(Shortcut):
    """The key that explains; a click asks for it."""

    def __init__(self) -> None:
        super().__init__("help", "f1", "Help")

    async def on_click(self) -> None:
        """Explain this screen."""
        await self.app.run_action("app.help")


class Navigation(Horizontal):
    """The navigation bar."""

    def __init__(self, here: str) -> None:
        super().__init__()
        self._here = here

    def compose(self) -> ComposeResult:
        """Show the places in one line."""
        yield Static(TOO_SMALL, classes="small", markup=False)
        yield Static("edgerag", classes="brand", markup=False)
        for place in (place for place in PLACES if place not in NO_ROOM):
            yield Place(place, is_here=place == self._here)
        yield Help()

    def on_mount(self) -> None:
        """Show the keys, now and whenever they are moved."""
        self._show_keys(self.screen)
        self.screen.bindings_updated_signal.subscribe(self, self._show_keys)

    def _show_keys(self, _: Screen[object]) -> None:
        moved = program_of(self).desk.config.keys.get("everywhere", {})
        for shortcut in self.query(Shortcut):
            shortcut.put(moved)
