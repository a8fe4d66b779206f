"""The question box."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.binding import BindingType
from textual.widgets import Input

from tui.keys import key


class QuestionBox(Input):
    """One line; what is pasted in several lines becomes one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("question.ask", "enter", "submit", "Ask", "Ask every handbook."),
        key("question.answers", "down", "screen.answers", "Answers", "Go to the answers."),
        key("question.help", "f1", "app.help", "Help", "Explain this screen and list its keys."),
        key("question.commands", "ctrl+p", "app.command_palette", "Actions", "Find any action by its name."),
    ]

    def recall(self, question: str) -> None:
        """Show a question that was asked before; what is typed or pasted next replaces it."""
        self.value = question
        self.select_all()

    def _on_paste(self, event: events.Paste) -> None:
        self.replace(" ".join(event.text.split()), *self.selection)
        event.prevent_default()
        event.stop()
