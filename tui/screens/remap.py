"""Other keys for actions: a list of all keys, and a dialog that waits for the new one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from edgerag.present.lines import shorten
from tui.keys import are_rivals, key, why_not_key
from tui.widgets.keys_footer import KeysFooter
from tui.widgets.press_key import PressKey
from tui.widgets.table import OpeningTable, Table

_ACTION_COLUMNS = 33
"""So many fit beside the longest key in 80 columns."""


class Remap(ModalScreen[dict[str, dict[str, str]] | None]):
    """Lists every action with its key; gives the keys of the screens in which one was changed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("remap.default", "ctrl+r", "default", "Default", "Give the action its own key again."),
        key("remap.save", "ctrl+s", "save", "Save", "Keep the keys."),
        key("remap.cancel", "escape", "cancel", "Cancel", "Leave the keys as they were."),
    ]
    CSS_PATH = Path(__file__).with_suffix(".tcss")
    AUTO_FOCUS = "Table"

    def __init__(self, actions: Sequence[Binding], moved: Mapping[str, Mapping[str, str]]) -> None:
        """List `actions` with the keys that were `moved` already, by screen and action."""
        super().__init__()
        self._actions = actions
        self._moved = {screen: dict(table) for screen, table in moved.items()}
        self._changed: set[str] = set()

    def compose(self) -> ComposeResult:
        """Put the list over the buttons."""
        with Vertical(classes="dialog"):
            yield Static(Content("Keys"), classes="title")
            yield Static(
                Content("Enter changes the key of an action. Dialogs, lists and tables keep theirs."),
                classes="explanation",
            )
            yield OpeningTable()
            with Horizontal(classes="buttons"):
                yield Button("Cancel", id="cancel", compact=True)
                yield Button("Save", id="save", variant="primary", compact=True)
        yield KeysFooter()

    def on_mount(self) -> None:
        """Fill the list."""
        self._show()

    def _show(self) -> None:
        table = self.query_one(Table)
        rows = [
            (
                (action.id or "").partition(".")[0],
                ", ".join(self._keys_of(action)),
                shorten(action.tooltip, _ACTION_COLUMNS),
            )
            for action in self._actions
        ]
        table.fill(("Where", "Key", "Action"), rows, table.cursor_row)

    @property
    def _here(self) -> Binding:
        return self._actions[self.query_one(Table).cursor_row]

    @on(Table.RowSelected)
    def action_change(self) -> None:
        """Wait for the new key of the action under the cursor."""
        action = self._here
        self.app.push_screen(PressKey(action.tooltip), lambda pressed: self._move(action, pressed))

    def _move(self, action: Binding, pressed: str | None) -> None:
        if not pressed:
            return
        if problem := why_not_key(action.id or "", pressed):
            self.notify(problem, severity="warning", markup=False)
            return
        screen, _, name = (action.id or "").partition(".")
        taken = [
            other.tooltip
            for other in self._actions
            if other is not action and are_rivals(other, action) and pressed in self._keys_of(other)
        ]
        if taken:
            self.notify(f"{pressed} is taken: {taken[0]}", severity="warning", markup=False)
            return
        self._moved.setdefault(screen, {})[name] = pressed
        self._changed.add(screen)
        self._show()

    def _keys_of(self, action: Binding) -> list[str]:
        screen, _, name = (action.id or "").partition(".")
        return self._moved.get(screen, {}).get(name, action.key).split(",")

    def action_default(self) -> None:
        """Give the action under the cursor its own key again."""
        screen, _, name = (self._here.id or "").partition(".")
        if self._moved.get(screen, {}).pop(name, None):
            self._changed.add(screen)
            self._show()

    @on(Button.Pressed, "#save")
    def action_save(self) -> None:
        """Give the keys of the screens in which one was changed."""
        self.dismiss({screen: self._moved.get(screen, {}) for screen in self._changed})

    @on(Button.Pressed, "#cancel")
    def action_cancel(self) -> None:
        """Give nothing."""
        self.dismiss(None)
