"""Map: where the handbooks differ, without a question."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Input, Static

from edgerag.domain.differences import DifferenceGroup, Side
from edgerag.present.amounts import count
from edgerag.present.differences import COLUMNS, group_lines, row, words_of
from tui.keys import key
from tui.messages import ExploreWanted, Folded, QuotationsWanted, WorkEnded
from tui.program import Program, program_of
from tui.screens.base import spelled_on
from tui.widgets.keys_footer import KeysFooter
from tui.widgets.lines import LinesView
from tui.widgets.progress import Progress
from tui.widgets.table import OpeningTable, Table

DRAWING = "drawing the map of differences"
NO_EDITIONS = "No two handbooks are editions of one work; {everywhere.library} tells and changes an edition."
UNCHANGED = "The editions of a work state nothing different that could be found."
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
        "differ after all. Enter opens both pages side by side, {map.explore} what the handbooks say of the "
        "medicine or illness, {map.search} looks for words. {map.editions} shows instead what each edition "
        "of a work changed, dropped or added, the older edition's words first."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        key("map.search", "slash", "search", "Search", "Look for a medicine, an illness or other words."),
        key("map.explore", "x", "explore", "Explore", "See what the handbooks say of what is named here."),
        key(
            "map.editions",
            "e",
            "editions",
            "Editions",
            "See what editions of a work changed, dropped or added, or the differences again.",
        ),
        key("map.back", "escape", "back", "Back", "Leave the search, or go back."),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._all: tuple[DifferenceGroup, ...] | None = None
        """None before the map is drawn."""
        self._shown: list[DifferenceGroup] = []
        self._n_handbooks = 0
        self._is_of_editions = False

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
        """Draw the map."""
        self._draw()

    def _draw(self) -> None:
        """Draw the map in a thread; what was read by a stop is kept."""
        read = self._read_changes if self._is_of_editions else self._read_differences
        self.program.jobs.look(self, read, DRAWING)

    def _read_differences(self, cancel: Event) -> Iterator[Message]:
        from edgerag.atlas.atlas import draw
        from edgerag.atlas.told import SURE, Wanted, told

        library = self.program.desk.library()
        atlas = draw(library, library.handbooks(), self._advance, cancel)
        sure = Wanted(least_sureness=SURE)
        yield MapRead(tuple(told(library, atlas.groups, sure)), len(atlas.handbooks))

    def _read_changes(self, cancel: Event) -> Iterator[Message]:
        from edgerag.atlas.atlas import draw
        from edgerag.atlas.editions import changes, successions
        from edgerag.atlas.told import SURE, Wanted

        library, sure = self.program.desk.library(), Wanted(least_sureness=SURE)
        pairs = list(successions(library.handbooks()))
        atlases = [(older, draw(library, (older, newer), self._advance, cancel)) for older, newer in pairs]
        groups = [group for older, atlas in atlases for group in changes(library, atlas, older, sure)]
        yield MapRead(tuple(groups), 2 * len(pairs))

    def _advance(self, what: str, n_done: int, n_all: int) -> None:
        self.post_message(Drawn(what, n_done, n_all))

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
        self.query_one("#nothing", Static).update(Content(self._empty(is_searched=bool(words))))
        self.set_class(self._all is not None and not self._shown, "-nothing")
        self._show_sides()

    def _empty(self, *, is_searched: bool) -> str:
        """Say why nothing is listed."""
        if self._all and is_searched:
            return f"None of {count(len(self._all), 'difference')} has these words."
        if self._n_handbooks > 1:
            return UNCHANGED if self._is_of_editions else NOTHING
        return spelled_on(self, NO_EDITIONS if self._is_of_editions else TOO_FEW)

    @on(Table.RowHighlighted)
    def _show_sides(self) -> None:
        group = self._here
        view = self.query_one("#sides LinesView", LinesView)
        view.show(lambda width: group_lines(group, width) if group else [])
        self.query_one("#sides", VerticalScroll).scroll_home(animate=False)

    @on(Table.RowSelected)
    def _open(self) -> None:
        """Open the pages of the surest pair, or of what one edition alone states."""
        if group := self._here:
            sides = tuple((side.handbook.id, side.citation) for side in _sides(group))
            self.post_message(QuotationsWanted(sides))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002  # Textual's
        """Offer what there is something for, and no search to who types in its field."""
        match action:
            case "search":
                return bool(self._all) and not isinstance(self.focused, Input)
            case "explore":
                return bool(self._shown)
            case _:
                return True

    def action_explore(self) -> None:
        """Ask for what the handbooks say of what the group under the cursor names."""
        if group := self._here:
            said = " | ".join(f"{side.heading} | {side.quote}" for side in _sides(group))
            self.post_message(ExploreWanted(f"{group.subject.replace('-', ' ')} | {said}"))

    def action_editions(self) -> None:
        """Show what editions of a work changed, or the differences again."""
        self._is_of_editions = not self._is_of_editions
        self._all = None
        self._show()
        self._draw()

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


def _sides(group: DifferenceGroup) -> Sequence[Side]:
    """Give both sides of the surest pair, else one statement."""
    return [side for pair in group.pairs[:1] for side in (pair.a, pair.b)] or group.stated[:1]
