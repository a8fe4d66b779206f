"""The first line of every main screen: where one is, and where one can go."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from tui.keys import PLACES

LEAST_COLUMNS, LEAST_ROWS = 60, 15
TOO_SMALL = f"Window too small: {LEAST_COLUMNS}x{LEAST_ROWS} needed"


class Place(Static):
    """A screen's key and name; a click goes there."""

    ALLOW_SELECT = False

    def __init__(self, place: str, *, is_here: bool) -> None:
        keys, word, explanation = PLACES[place]
        super().__init__(Content.assemble((keys.upper(), "" if is_here else "$foreground 60%"), " ", word))
        self._place = place
        self.set_class(is_here, "here")
        self.tooltip = Content(explanation)

    async def on_click(self) -> None:
        """Go there."""
        await self.app.run_action(f"app.go('{self._place}')")


class Help(Static):
    """The key that explains; a click asks for it."""

    ALLOW_SELECT = False

    def __init__(self) -> None:
        super().__init__(Content.assemble(("F1", "$foreground 60%"), " Help"))

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
        for place in PLACES:
            yield Place(place, is_here=place == self._here)
        yield Help()
