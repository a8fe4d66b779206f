"""The map of an audit: a row for each question, a coloured letter for each handbook."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from rich.style import Style as RichStyle
from rich.text import Text
from textual.binding import BindingType
from textual.coordinate import Coordinate
from textual.widgets import DataTable

from edgerag.domain.audited import Cell, HeatRow
from edgerag.present.inert import one_line
from edgerag.present.lines import shorten
from tui.keys import key

CELL_COLUMNS: Final = 3
"""A letter, or a number of up to three digits."""
_COLOURS: Final = {
    Cell.ANSWERED: "success",
    Cell.DIFFERS: "error",
    Cell.UNCERTAIN: "warning",
    Cell.SILENT: "panel",
    Cell.FAILED: "accent",
}
"""Names of the theme's colours; the letter says the same."""


class Heatmap(DataTable[Text]):
    """Questions down, handbooks across; arrows or the mouse choose a cell."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("heatmap.open", "enter", "select_cursor", "Report", "Open the report on this question."),
        key("heatmap.first", "home", "scroll_home", "First", "Go to the first handbook.", in_footer=False),
        key("heatmap.last", "end", "scroll_end", "Last", "Go to the last handbook.", in_footer=False),
    ]
    DEFAULT_CSS = """
    Heatmap { background: $background; scrollbar-size-vertical: 1; }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  # Textual's name
        super().__init__(id=id, cursor_type="cell", fixed_columns=1, cell_padding=0)

    def fill(self, rows: Sequence[HeatRow], n_handbooks: int, name_columns: int) -> None:
        """Show other questions, the cursor on the first handbook of the first.

        Args:
            rows: the questions.
            n_handbooks: how many columns there are.
            name_columns: columns for the question's number and words.
        """
        self.clear(columns=True)
        self.add_column(Text("question"), width=name_columns)
        for number in range(1, n_handbooks + 1):
            self.add_column(Text(f"{number:>{CELL_COLUMNS - 1}} "), width=CELL_COLUMNS)
        letters = {cell: self._letter(cell) for cell in Cell}
        for row in rows:
            words = f"{row.question.position + 1}. {one_line(row.question.text)}"
            name = Text(shorten(words, name_columns - 1), no_wrap=True)
            self.add_row(name, *(letters[cell] for cell in row.cells))
        if rows and n_handbooks:
            self.move_cursor(row=0, column=1)

    def _letter(self, cell: Cell) -> Text:
        colours = self.app.theme_variables
        ground = colours[_COLOURS[cell]]
        ink = colours["foreground"] if cell is Cell.SILENT else colours["background"]
        return Text(f" {cell.value} ", style=RichStyle(color=ink, bgcolor=ground, bold=True))

    def validate_cursor_coordinate(self, value: Coordinate) -> Coordinate:
        """Keep the cursor off the questions' own column."""
        there = super().validate_cursor_coordinate(value)
        return Coordinate(there.row, max(there.column, 1)) if len(self.columns) > 1 else there
