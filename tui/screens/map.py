"""Map: where the handbooks differ, without a question."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input, Static

from edgerag.domain.differences import DifferenceGroup
from edgerag.present.amounts import count
from edgerag.present.differences import COLUMNS, group_lines, row, words_of
from tui.keys import key, spelled
from tui.messages import ExploreWanted, Folded, QuotationsWanted, WorkEnded
from tui.program import Program, program_of
from tui.widgets.keys_footer import KeysFooter
from tui.widgets.lines import LinesView
from tui.widgets.progress import Progress
from tui.widgets.table import OpeningTable, Table

DRAWING = "drawing the map of differences"
NOTHING = "The handbooks state nothing different that could be found."
TOO_FEW = "A difference needs two handbooks: add another ({everywhere.library})."


@dataclass
class Drawn(Folded):
    """How far the map is."""

    what: str
    n_done: int
    n_all: int


@dataclass
class MapRead(Folded):
    """The map, the surest differences first, and of how many handbooks it is."""

    groups: tuple[DifferenceGroup, ...]
    n_handbooks: int


class MapScreen(Screen[None]):
    """A list of what differs beside both quotations; it lies over the screen that it was opened from."""

    TITLE = "Map"
    CSS_PATH = Path(__file__).with_suffix(".tcss")
    AUTO_FOCUS = "#groups"
    EXPLANATION = (
        "Where the handbooks differ, found without a question: what each states of one medicine or "
        "illness, the surest and gravest first. Both sides are quoted in full: people or purpose may "
        "differ after all. Enter opens both pages side by side, x what the handbooks say of the "
        "medicine or illness, / looks for words."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        key("map.search", "slash", "search", "Search", "Look for a medicine, an illness or other words."),
        key("map.explore", "x", "explore", "Explore", "See what the handbooks say of what is named here."),
        key("map.back", "escape", "back", "Back", "Leave the search, or go back."),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._all: tuple[DifferenceGroup, ...] | None = None
        """None before the map is drawn."""
        self._shown: list[DifferenceGroup] = []
        self._n_handbooks = 0

    def compose(self) -> ComposeResult:
        """Put the search field and the list beside the quotations."""
        yield Input(placeholder="Search: a medicine, an illness, a number", id="search", compact=True)
        yield Progress()
        yield Static("", id="nothing", markup=False)
        with Horizontal(id="map"):
            yield OpeningTable(id="groups")
            with VerticalScroll(id="sides"):
                yield LinesView(lambda _: ())
        yield KeysFooter()

    @property
    def program(self) -> Program:
        """What it shares with the other screens."""
        return program_of(self)

    def on_mount(self) -> None:
        """Draw the map in a thread; what was read by a stop is kept."""

        def draw_map(cancel: Event) -> None:
            from edgerag.atlas.atlas import draw
            from edgerag.atlas.told import SURE, Wanted, told

            library = self.program.desk.library()

            def advance(what: str, n_done: int, n_all: int) -> None:
                self.post_message(Drawn(what, n_done, n_all))

            atlas = draw(library, library.handbooks(), advance, cancel)
            sure = Wanted(least_likeness=SURE)
            self.post_message(MapRead(tuple(told(library, atlas.groups, sure)), len(atlas.handbooks)))

        self.program.jobs.start(self, draw_map, DRAWING)

    @on(Drawn)
    def _show_progress(self, message: Drawn) -> None:
        share = message.n_done / message.n_all if message.n_all else None
        numbers = f"{message.n_done} of {message.n_all}"
        self.query_one(Progress).show(message.what, share, numbers)

    def on_work_ended(self, message: WorkEnded) -> None:
        """Hide the bar."""
        message.stop()
        self.query_one(Progress).hide()

    @on(MapRead)
    def _take(self, message: MapRead) -> None:
        self._all, self._n_handbooks = message.groups, message.n_handbooks
        self._show()

    @property
    def _table(self) -> Table:
        return self.query_one("#groups", Table)

    @property
    def _here(self) -> DifferenceGroup | None:
        """The group under the cursor."""
        return self._table.under_cursor(self._shown)

    @on(Input.Changed, "#search")
    def _show(self) -> None:
        words = self.query_one("#search", Input).value.casefold().split()
        self._shown = [g for g in self._all or () if all(word in words_of(g) for word in words)]
        self._table.fill(COLUMNS, map(row, self._shown), 0)
        empty = NOTHING if self._n_handbooks > 1 else spelled(TOO_FEW, program_of(self).desk.config.keys)
        if self._all and words:
            empty = f"None of {count(len(self._all), 'difference')} has these words."
        self.query_one("#nothing", Static).update(Content(empty))
        self.set_class(self._all is not None and not self._shown, "-nothing")
        self._show_sides()

    @on(Table.RowHighlighted)
    def _show_sides(self) -> None:
        group = self._here
        view = self.query_one("#sides LinesView", LinesView)
        view.show(lambda width: group_lines(group, width) if group else [])
        self.query_one("#sides", VerticalScroll).scroll_home(animate=False)

    @on(Table.RowSelected)
    def _open(self) -> None:
        """Open the pages of the surest pair."""
        if group := self._here:
            pair = group.pairs[0]
            sides = tuple((side.handbook.id, side.citation) for side in (pair.a, pair.b))
            self.post_message(QuotationsWanted(sides))

    def action_explore(self) -> None:
        """Ask for what the handbooks say of what the group under the cursor names."""
        if group := self._here:
            sides = [side for pair in group.pairs[:1] for side in (pair.a, pair.b)]
            said = " | ".join(f"{side.heading} | {side.quote}" for side in sides)
            self.post_message(ExploreWanted(f"{group.subject.replace('-', ' ')} | {said}"))

    def action_search(self) -> None:
        """Go to the search field."""
        self.query_one("#search").focus()

    @on(Input.Submitted, "#search")
    def _found(self) -> None:
        self._table.focus()

    def action_back(self) -> None:
        """Leave the search, or stop drawing and go back."""
        search = self.query_one("#search", Input)
        if search.value or search.has_focus:
            search.value = ""
            self._table.focus()
            return
        self.program.jobs.stop(DRAWING)
        self.dismiss(None)
