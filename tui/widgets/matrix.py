"""The matrix of pairs: arrows or the mouse choose one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.binding import BindingType
from textual.geometry import Region
from textual.message import Message
from textual.widget import Widget

from edgerag.present.lines import Line
from edgerag.present.matrix import CELL_COLUMNS, NUMBER_COLUMNS, Cell, Matrix
from tui.keys import key
from tui.widgets.lines import LinesView


class MatrixView(LinesView, can_focus=True):
    """The rows of a matrix with a cursor; what numbers the columns is the `header`, for a view above it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("matrix.up", "up,k", "step(-1, 0)", "Up", "Go to the handbook above.", in_footer=False),
        key("matrix.down", "down,j", "step(1, 0)", "Down", "Go to the handbook below.", in_footer=False),
        key(
            "matrix.left",
            "left,h",
            "step(0, -1)",
            "Left",
            "Compare with the handbook before.",
            in_footer=False,
        ),
        key(
            "matrix.right",
            "right,l",
            "step(0, 1)",
            "Right",
            "Compare with the next handbook.",
            in_footer=False,
        ),
        key("matrix.next", "d", "next_conflict", "Next difference", "Go to the next pair that disagrees."),
        key("matrix.open", "enter", "open", "Pages", "Open both cited pages side by side."),
    ]

    @dataclass
    class Moved(Message):
        """The cursor stands on another pair."""

        place: Cell

    @dataclass
    class Opened(Message):
        """The person wants to see both pages."""

        place: Cell

    def __init__(self) -> None:
        super().__init__(self._lines)
        self.matrix: Matrix | None = None
        self.cursor = Cell(0, 1)

    def put(self, matrix: Matrix, cursor: Cell | None = None) -> None:
        """Show another matrix, the cursor on a cell, or else on the first disagreement."""
        self.matrix = matrix
        self._move(cursor or matrix.first_conflict())

    def _lines(self, width: int) -> list[Line]:
        if self.matrix is None:
            return []
        return [self.matrix.row(row, width, self.cursor) for row in range(self.matrix.n)]

    def header(self, width: int) -> list[Line]:
        """Lay out the numbers of the columns, that of the cursor's marked."""
        return [self.matrix.header(width, self.cursor)] if self.matrix is not None else []

    def _move(self, place: Cell) -> None:
        self.cursor = place
        self.show(self._lines)
        self.post_message(self.Moved(place))
        self.call_after_refresh(self._scroll_to_cursor)

    def _scroll_to_cursor(self) -> None:
        if isinstance(self.parent, Widget):
            region = Region(0, self.virtual_region.y + self.cursor.row, self.size.width, 1)
            self.parent.scroll_to_region(region, spacing=self.dock_gutter, animate=False)

    def action_step(self, rows: int, columns: int) -> None:
        """Move the cursor, stepping over the diagonal and stopping at the edge."""
        if self.matrix is None:
            return
        row, column = self.cursor.row + rows, self.cursor.column + columns
        if row == column:
            row, column = row + rows, column + columns
        if 0 <= row < self.matrix.n and 0 <= column < self.matrix.n:
            self._move(Cell(row, column))

    def action_next_conflict(self) -> None:
        """Go to the next pair that disagrees, from the last one back to the first."""
        if self.matrix is None:
            return
        places = self.matrix.conflicts()
        here = min(self.cursor.row, self.cursor.column), max(self.cursor.row, self.cursor.column)
        later = [place for place in places if (place.row, place.column) > here]
        if places:
            self._move((later or places)[0])
        else:
            self.notify("No two handbooks disagree.", markup=False)

    def action_open(self) -> None:
        """Ask for both pages."""
        self.post_message(self.Opened(self.cursor))

    def on_click(self, event: events.Click) -> None:
        """Go to the cell under the pointer; a second click opens its pages."""
        place = self._place_at(event.x, event.y)
        if place is None:
            return
        if event.chain == 2:
            self.action_open()
        else:
            self._move(place)

    def _place_at(self, x: int, y: int) -> Cell | None:
        if self.matrix is None:
            return None
        width = self.content_size.width
        columns = self.matrix.shown_columns(width, self.cursor)
        offset = (x - NUMBER_COLUMNS - self.matrix.name_columns(width)) // CELL_COLUMNS
        place = Cell(y, columns.start + offset)
        inside = 0 <= place.row < self.matrix.n and offset >= 0 and place.column in columns
        return place if inside and place.row != place.column else None
