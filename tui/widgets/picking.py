"""A dialog in which handbooks are picked: all of them at first."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, OptionList, Static
from textual.widgets.option_list import Option

from edgerag.domain.handbooks import Handbook
from edgerag.domain.ids import HandbookId
from edgerag.present.exchange import MARK_COLUMNS, pick_line
from edgerag.present.wording import name
from tui.keys import key
from tui.widgets.keys_footer import KeysFooter


class PickHandbooks(ModalScreen[tuple[Handbook, ...] | None]):
    """Lists handbooks with a mark each; gives those that are marked, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("picking.mark", "space", "mark", "Mark", "Mark or unmark the handbook under the cursor."),
        key("picking.all", "ctrl+a", "all", "All or none", "Mark every handbook, or unmark them."),
        key("picking.done", "ctrl+s", "done", "Go on", "Take the handbooks that are marked."),
        key("picking.cancel", "escape", "cancel", "Cancel", "Leave without picking anything."),
    ]
    CSS_PATH = Path(__file__).with_suffix(".tcss")
    AUTO_FOCUS = "#books"

    def __init__(self, title: str, books: Sequence[Handbook], cursor: int) -> None:
        """List `books`, with the cursor on one of them."""
        super().__init__()
        self._title, self._books, self._cursor = title, tuple(books), cursor
        self._picked: set[HandbookId] = {book.id for book in books}

    def compose(self) -> ComposeResult:
        """Put the handbooks over the buttons."""
        with Vertical(classes="dialog"):
            yield Static(Content(self._title), classes="title")
            yield OptionList(id="books", markup=False, compact=True)
            with Horizontal(classes="buttons"):
                yield Static("", id="picked", markup=False)
                yield Button("Cancel", id="cancel", compact=True)
                yield Button("Go on", id="done", variant="primary", compact=True)
        yield KeysFooter()

    def on_mount(self) -> None:
        """Fill the list as soon as its width is known."""
        self.call_after_refresh(self._show)

    def on_resize(self) -> None:
        """Lay the lines out anew."""
        self.call_after_refresh(self._show)

    @property
    def _list(self) -> OptionList:
        return self.query_one("#books", OptionList)

    def _show(self) -> None:
        at = self._cursor if self._list.highlighted is None else self._list.highlighted
        width = max(self._list.scrollable_content_region.width, 30)
        self._list.clear_options()
        self._list.add_options([Option(Content(self._line(book, width))) for book in self._books])
        self._list.highlighted = min(at, len(self._books) - 1)
        n = len(self._picked)
        self.query_one("#picked", Static).update(f"{n} of {len(self._books)} marked")
        self.query_one("#done", Button).disabled = not n

    def _line(self, book: Handbook, width: int) -> str:
        return pick_line(name(book, width - MARK_COLUMNS), is_picked=book.id in self._picked, width=width)

    @on(OptionList.OptionSelected)
    def action_mark(self) -> None:
        """Mark or unmark the handbook under the cursor."""
        if (at := self._list.highlighted) is not None:
            self._picked ^= {self._books[at].id}
            self._show()

    def action_all(self) -> None:
        """Mark every handbook; unmark them if all are marked."""
        everything = {book.id for book in self._books}
        self._picked = set() if self._picked == everything else everything
        self._show()

    @on(Button.Pressed, "#done")
    def action_done(self) -> None:
        """Give the handbooks that are marked."""
        if self._picked:
            self.dismiss(tuple(book for book in self._books if book.id in self._picked))
        else:
            self.notify("Mark a handbook first: Space.", severity="warning", markup=False)

    @on(Button.Pressed, "#cancel")
    def action_cancel(self) -> None:
        """Give nothing."""
        self.dismiss(None)
