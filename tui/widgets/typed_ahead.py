"""Dialogs in which a person types at once: what comes before the field has the focus is not lost."""

from __future__ import annotations

from typing import Generic, TypeVar

from textual import events
from textual.screen import ModalScreen
from textual.widgets import Input

Given = TypeVar("Given")


class TypingScreen(ModalScreen[Given], Generic[Given]):
    """A dialog whose first field takes what is typed from the key on that opened the dialog."""

    _typed = ""
    """What was typed before there was a field."""

    def takes(self, event: events.Key) -> bool:
        """Take a character that nothing took, unless another part of the dialog has the focus."""
        is_elsewhere = self.focused is not None and not isinstance(self.focused, Input)
        if is_elsewhere or not event.is_printable or not event.character:
            return False
        self._typed += event.character
        self._write()
        return True

    def on_mount(self) -> None:
        """Write what was typed before."""
        self._write()

    def _write(self) -> None:
        field = self.focused or next(iter(self.query(Input)), None)
        if isinstance(field, Input):
            field.insert_text_at_cursor(self._typed)
            self._typed = ""
