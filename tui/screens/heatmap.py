"""Heatmap: what each handbook said to each question of an audit."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.widgets import Static

from edgerag.domain.audited import Cell, HeatRow
from edgerag.domain.audits import Terms
from edgerag.domain.ids import HandbookId
from edgerag.present.amounts import count
from edgerag.present.heatmap import cell_lines, heat_legend
from edgerag.present.inert import one_line
from edgerag.present.lines import Segment, Style, shorten
from tui.auditing import MapRead, open_report, read_map
from tui.keys import key
from tui.messages import WorkEnded
from tui.program import Program, program_of
from tui.widgets.heatmap import CELL_COLUMNS, Heatmap
from tui.widgets.keys_footer import KeysFooter
from tui.widgets.lines import LinesView
from tui.widgets.progress import Progress

READING = "reading the audit"
OPENING = "opening the report"
NOTHING = "Nothing has been asked yet: {audits.run} on the Audits screen runs the audit."
LEAST_NAME_COLUMNS = 24


class HeatmapScreen(Screen[None]):
    """The map over what stands under the cursor; it lies over the screen that it was opened from."""

    TITLE = "Map of an audit"
    CSS_PATH = Path(__file__).with_suffix(".tcss")
    AUTO_FOCUS = "Heatmap"
    EXPLANATION = (
        "A row for each question that was asked, a column for each handbook, numbered. The letter says "
        "whether it answers, answers and another handbook disagrees, may not address it, is silent, or could "
        "not be asked; the colours say the same. Below stand the question and the handbook under the cursor. "
        "Enter opens the report on the question, {heatmap.only} shows only those on which handbooks disagree."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        key(
            "heatmap.only", "d", "only", "Differences", "Show only the questions with a disagreement, or all."
        ),
        key("heatmap.back", "escape", "back", "Back", "Go back to the audits."),
    ]

    def __init__(self, name: str) -> None:
        """Show the audit of that name."""
        super().__init__()
        self._audit = name
        self._terms: Terms | None = None
        self._all: tuple[HeatRow, ...] = ()
        self._shown: list[HeatRow] = []
        self._removed: frozenset[HandbookId] = frozenset()
        self._is_narrowed = False

    def compose(self) -> ComposeResult:
        """Put the map between its name and the details."""
        yield LinesView(lambda _: (), classes="what")
        yield Progress()
        yield Static("", id="nothing", markup=False)
        yield Heatmap(id="map")
        yield LinesView(heat_legend, classes="legend")
        yield LinesView(lambda _: (), classes="cell")
        yield KeysFooter()

    @property
    def program(self) -> Program:
        """What it shares with the other screens."""
        return program_of(self)

    def on_mount(self) -> None:
        """Read the audit in a thread."""
        desk = self.program.desk
        self.query_one(Progress).show(f"{READING} {one_line(self._audit)}", None, "")
        self.program.jobs.look(self, lambda cancel: read_map(desk, self._audit, cancel), READING)

    def on_work_ended(self, message: WorkEnded) -> None:
        """Hide the bar."""
        message.stop()
        self.query_one(Progress).hide()

    def on_map_read(self, message: MapRead) -> None:
        """Show the map."""
        self._terms, self._all, self._removed = message.terms, message.rows, message.removed
        self._show()

    def on_resize(self) -> None:
        """Cut the questions to the new width."""
        self._show()

    @property
    def _map(self) -> Heatmap:
        return self.query_one(Heatmap)

    def _show(self) -> None:
        if self._terms is None:
            return
        rows = [row for row in self._all if Cell.DIFFERS in row.cells] if self._is_narrowed else self._all
        self._shown = list(rows)
        n = len(self._terms.handbooks)
        room = self.size.width - n * CELL_COLUMNS - self._map.styles.scrollbar_size_vertical
        self._map.fill(self._shown, n, max(room, min(LEAST_NAME_COLUMNS, self.size.width // 2)))
        told = f"{one_line(self._audit)}: {count(len(self._all), 'question')} asked of {count(n, 'handbook')}"
        narrowed = f", {len(self._shown)} with a disagreement" if self._is_narrowed else ""
        self.query_one(".what", LinesView).show(
            lambda width: [(Segment(shorten(told + narrowed, width), Style.TITLE),)]
        )
        nothing = "No two handbooks disagree." if self._all else self.program.spelled(NOTHING)
        self.query_one("#nothing", Static).update(nothing)
        self.set_class(not self._shown, "-nothing")
        self._show_cell()

    @on(Heatmap.CellHighlighted)
    def _show_cell(self) -> None:
        """Say what stands under the cursor."""
        row, number = self._here(), self._map.cursor_column
        view = self.query_one(".cell", LinesView)
        if row is None or self._terms is None or not 0 < number <= len(row.cells):
            view.show(lambda _: ())
            return
        book = self._terms.handbooks[number - 1]
        name = f"{book.name}{', removed from the library since' if book.id in self._removed else ''}"
        view.show(lambda width: cell_lines(row, number, name, width))

    def _here(self) -> HeatRow | None:
        """The question under the cursor."""
        at = self._map.cursor_row
        return self._shown[at] if 0 <= at < len(self._shown) else None

    @on(Heatmap.CellSelected)
    def _open(self) -> None:
        """Have the report on the question shown."""
        if row := self._here():
            desk, position = self.program.desk, row.question.position
            self.program.jobs.look(self, lambda _: open_report(desk, self._audit, position), OPENING)

    def action_only(self) -> None:
        """Show only the questions with a disagreement, or all again."""
        self._is_narrowed = not self._is_narrowed
        self._show()

    def action_back(self) -> None:
        """Stop reading, and go back."""
        self.program.jobs.stop(READING)
        self.dismiss(None)
