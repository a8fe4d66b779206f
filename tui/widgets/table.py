"""A table of rows, one of them under the cursor."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, TypeVar

from rich.cells import cell_len
from rich.text import Text
from textual.binding import BindingType
from textual.widgets import DataTable

from tui.keys import key

T = TypeVar("T")


class Table(DataTable[Text]):
    """Rows of plain text; Home and End go to the first and the last."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("table.first", "home", "scroll_top", "First", "Go to the first row.", in_footer=False),
        key("table.last", "end", "scroll_bottom", "Last", "Go to the last row.", in_footer=False),
    ]
    DEFAULT_CSS = """
    Table { background: $background; scrollbar-size-vertical: 1; }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  # Textual's name
        super().__init__(id=id, cursor_type="row", zebra_stripes=True)
        self._filled_with: tuple[tuple[str, ...], ...] = ()

    @property
    def room(self) -> int:
        """Columns for cells and their padding, in a table as wide as the screen."""
        return self.app.size.width - self.styles.scrollbar_size_vertical

    def under_cursor(self, shown: Sequence[T]) -> T | None:
        """Give what the row under the cursor shows, of all that the rows show in their order."""
        return shown[self.cursor_row] if 0 <= self.cursor_row < len(shown) else None

    def fill(self, headers: Sequence[str], rows: Iterable[Sequence[str]], cursor: int) -> None:
        """Show other rows, if they are others, with the cursor on one of them."""
        filled_with = (tuple(headers), *map(tuple, rows))
        if filled_with != self._filled_with:
            self._filled_with = filled_with
            self.clear(columns=True)
            # Widths that Textual measures itself come a moment later, or not at all below a dialog.
            for header, *column in zip(*filled_with, strict=True):
                self.add_column(Text(header), width=max(map(cell_len, (header, *column))))
            for row in filled_with[1:]:
                self.add_row(*map(Text, row))
        if self.row_count:
            self.move_cursor(row=min(max(cursor, 0), self.row_count - 1))
        self.refresh_bindings()


class OpeningTable(Table):
    """Rows that can be opened."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("table.open", "enter", "select_cursor", "Open", "Open what is under the cursor."),
    ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to open a row where there is one."""
        if action == "select_cursor" and not self.row_count:
            return False
        return super().check_action(action, parameters)
