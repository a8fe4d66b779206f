"""Explore: what the handbooks say of a medicine, an illness or another entity, and what it leads to."""

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
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Input, Static

from edgerag.domain.entities import Entity
from edgerag.domain.explored import Explored, Related
from edgerag.present.exploring import (
    ENTITY_HEADERS,
    choice_lines,
    entity_row,
    relation_headers,
    relation_row,
    statement_lines,
    title_lines,
)
from tui.keys import key
from tui.messages import Folded, QuotationsWanted, WorkEnded
from tui.program import Program, program_of
from tui.screens.base import spelled_on
from tui.widgets.keys_footer import KeysFooter
from tui.widgets.lines import LinesView
from tui.widgets.progress import Progress
from tui.widgets.table import OpeningTable, Table

EXPLORING = "looking at what the handbooks say"
MOST_SIDES = 2
"""Handbooks whose pages are opened side by side."""
NOTHING = "No handbook speaks of anything that is named there. {explore.search} looks for a name."

Shown = Explored | tuple[Entity, ...]
"""One entity, or those of which one is to be chosen."""


@dataclass
class Building(Folded):
    """The graph is being built first."""


@dataclass
class Found(Message):
    """What is to be shown next."""

    shown: Shown


class ExploreScreen(Screen[None]):
    """An entity's relations beside what states them; it lies over the screen that it was opened from."""

    TITLE = "Explore"
    CSS_PATH = Path(__file__).with_suffix(".tcss")
    AUTO_FOCUS = "#relations"
    EXPLANATION = (
        "What the handbooks say of a medicine, an illness or anything else that they name: each relation "
        "with how often each handbook states it, and its words with the page. Enter follows a relation to "
        "the other entity, {explore.pages} opens the pages that state it, {explore.before} goes back, "
        "{explore.search} looks for a name."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        key("explore.pages", "o", "pages", "Pages", "Open the pages that state the relation."),
        key("explore.before", "backspace", "before", "Before", "Go back to what was shown before."),
        key("explore.search", "slash", "search", "Search", "Look for a name."),
        key("explore.back", "escape", "back", "Back", "Leave the search, or go back."),
    ]

    def __init__(self, text: str) -> None:
        """Show what is said of the entities that a text names."""
        super().__init__()
        self._text = text
        self._trail: list[tuple[Shown, int]] = []
        """What was followed, and the row that the cursor stood on; the last is shown."""

    def compose(self) -> ComposeResult:
        """Put the title over the relations, and these beside what states them."""
        yield Input(
            placeholder="Search: the name of a medicine, an illness, a sign", id="search", compact=True
        )
        yield Progress()
        yield Static(spelled_on(self, NOTHING), id="nothing", markup=False)
        yield LinesView(lambda _: (), classes="what")
        with Horizontal(id="explored"):
            yield OpeningTable(id="relations")
            with VerticalScroll(id="statements"):
                yield LinesView(lambda _: (), name="statements")
        yield KeysFooter()

    @property
    def program(self) -> Program:
        """What it shares with the other screens."""
        return program_of(self)

    def on_mount(self) -> None:
        """Look in a thread for what the text names."""

        def look(cancel: Event) -> Iterator[Message]:
            from edgerag.engine.explore import entities_in

            found = entities_in(self._text, self.program.desk.library().entities())
            if len(found) == 1:
                yield from self._explore(found[0], cancel)
            else:
                yield Found(found)

        self.program.jobs.look(self, look, EXPLORING)

    def _explore(self, entity: Entity, cancel: Event) -> Iterator[Message]:
        """Gather what is said of an entity; in a thread."""
        from edgerag import paths
        from edgerag.engine.explore import explore
        from edgerag.index.graph_index import GraphIndex

        library = self.program.desk.library()
        index = GraphIndex(library, paths.graph_folder())
        with index.current(cancel, lambda: self.post_message(Building())) as graph:
            yield Found(explore(entity, graph, library))

    @on(Building)
    def _show_progress(self) -> None:
        self.query_one(Progress).show("building the knowledge graph", None, "")

    def on_work_ended(self, message: WorkEnded) -> None:
        """Hide the bar; what could not be found leaves the screen as it was."""
        message.stop()
        self.query_one(Progress).hide()
        self.set_class(not self._trail, "-nothing")

    @on(Found)
    def _go_on(self, message: Found) -> None:
        self.query_one("#search", Input).value = ""
        if self._trail:
            self._trail[-1] = self._trail[-1][0], self._table.cursor_row
        if message.shown:
            self._trail.append((message.shown, 0))
        self._show()

    @property
    def _table(self) -> Table:
        return self.query_one("#relations", Table)

    def _show(self) -> None:
        """Show the end of the trail."""
        self.set_class(not self._trail, "-nothing")
        if not self._trail:
            return
        shown, cursor = self._trail[-1]
        what = self.query_one(".what", LinesView)
        if isinstance(shown, Explored):
            what.show(lambda width: title_lines(shown, width))
            rows = [relation_row(related, shown) for related in shown.related]
            self._table.fill(relation_headers(shown), rows, cursor)
        else:
            what.show(lambda width: choice_lines(shown, width))
            self._table.fill(ENTITY_HEADERS, map(entity_row, shown), cursor)
        self._table.focus()
        self._show_statements()

    @property
    def _rows(self) -> Sequence[Related | Entity]:
        """What the rows of the table show."""
        shown = self._trail[-1][0] if self._trail else ()
        return shown.related if isinstance(shown, Explored) else shown

    @on(Table.RowHighlighted)
    def _show_statements(self) -> None:
        here = self._table.under_cursor(self._rows)
        view = self.query_one("#statements LinesView", LinesView)
        view.show(lambda width: statement_lines(here, width))
        self.query_one("#statements", VerticalScroll).scroll_home(animate=False)

    @on(Table.RowSelected)
    def _follow(self) -> None:
        """Go on to the entity under the cursor."""
        here = self._table.under_cursor(self._rows)
        if here is not None:
            entity = here.other if isinstance(here, Related) else here
            self.program.jobs.look(self, lambda cancel: self._explore(entity, cancel), EXPLORING)

    @on(Input.Submitted, "#search")
    def _look_for(self, event: Input.Submitted) -> None:
        """Show what is called as was typed; who says so if nothing is, offers names that are near."""
        typed = event.value

        def look(cancel: Event) -> Iterator[Message]:
            from edgerag.engine.explore import find_entity

            yield from self._explore(find_entity(self.program.desk.library().entities(), typed), cancel)

        if typed.strip():
            self.program.jobs.look(self, look, EXPLORING)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002  # Textual's
        """Offer what there is something for, and no search to who types in its field."""
        match action:
            case "search":
                return not isinstance(self.focused, Input)
            case "pages":
                return isinstance(next(iter(self._rows), None), Related)
            case "before":
                return len(self._trail) > 1
            case _:
                return True

    def action_pages(self) -> None:
        """Open the pages that state the relation under the cursor, of two handbooks side by side."""
        here = self._table.under_cursor(self._rows)
        if isinstance(here, Related):
            first = {said.handbook.id: said.citation for said in reversed(here.statements)}
            books = dict.fromkeys(said.handbook.id for said in here.statements)
            quoted = tuple((book, first[book]) for book in books)
            self.post_message(QuotationsWanted(quoted[:MOST_SIDES]))

    def action_before(self) -> None:
        """Go back to what was shown before."""
        if len(self._trail) > 1:
            self._trail.pop()
            self._show()

    def action_search(self) -> None:
        """Go to the search field."""
        self.query_one("#search").focus()

    def action_back(self) -> None:
        """Leave the search, or stop looking and go back."""
        search = self.query_one("#search", Input)
        if search.value or search.has_focus:
            search.value = ""
            self._table.focus()
            return
        self.program.jobs.stop(EXPLORING)
        self.dismiss(None)
