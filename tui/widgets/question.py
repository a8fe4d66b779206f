"""The question box."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.binding import BindingType
from textual.message import Message
from textual.widgets import TextArea

from tui.keys import key


class QuestionBox(TextArea):
    """As many lines as the question needs, up to what the style sheet allows; more of them scroll.

    A paste is one line, for the line breaks of a document are seldom those of a question.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        key("question.ask", "enter", "submit", "Ask", "Ask every handbook."),
        key(
            "question.break",
            "ctrl+j,shift+enter,alt+enter",
            "break_line",
            "New line",
            "Go on in a new line of the question.",
            in_footer=False,
        ),
        key("question.answers", "down", "answers", "Answers", "Go to the answers."),
        key("question.help", "f1", "app.help", "Help", "Explain this screen and list its keys."),
        key("question.commands", "ctrl+p", "app.command_palette", "Actions", "Find any action by its name."),
    ]

    class Submitted(Message):
        """The person asks what is in the box."""

        def __init__(self, value: str) -> None:
            super().__init__()
            self.value = value

    def __init__(self, placeholder: str) -> None:
        super().__init__(placeholder=placeholder, highlight_cursor_line=False, show_line_numbers=False)

    @property
    def value(self) -> str:
        """What is in the box."""
        return self.text

    @value.setter
    def value(self, question: str) -> None:
        self.text = question
        self.move_cursor(self.document.end)

    def recall(self, question: str) -> None:
        """Show a question that was asked before; what is typed or pasted next replaces it."""
        self.value = question
        self.select_all()

    def take_up(self) -> None:
        """Let what is typed or pasted next go on with the question, as with one that was refused."""
        self.move_cursor(self.document.end)

    def begin(self, words: str) -> None:
        """Begin another question with what was typed or pasted elsewhere."""
        self.value = words
        self.screen.set_focus(self)

    def go_on(self, character: str) -> None:
        """Go on with a character that was typed elsewhere before the box had the focus."""
        self._insert(character)

    def action_submit(self) -> None:
        """Ask; what is typed or pasted next begins another question."""
        self.post_message(self.Submitted(self.value))
        self.select_all()

    def action_break_line(self) -> None:
        """Go on in a new line."""
        self._insert("\n")

    async def action_answers(self) -> None:
        """Go a line down, and from the last one to the answers."""
        if self._is_in_last_line:
            await self.run_action("screen.answers")
        else:
            self.action_cursor_down()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the answers where there are some."""
        if action == "answers" and self._is_in_last_line:
            return self.screen.check_action(action, parameters)
        return super().check_action(action, parameters)

    @property
    def _is_in_last_line(self) -> bool:
        """Whether no line, as the text is folded, is below the cursor."""
        here = self.wrapped_document.location_to_offset(self.cursor_location)
        return here.y >= self.wrapped_document.height - 1

    def _insert(self, text: str) -> None:
        done = self.replace(text, *self.selection, maintain_selection_offset=False)
        self.move_cursor(done.end_location)

    async def _on_key(self, event: events.Key) -> None:
        # It is the binding's, and no line break.
        if event.key == "enter":
            event.prevent_default()

    async def _on_paste(self, event: events.Paste) -> None:
        self._insert(" ".join(event.text.split()))
        event.prevent_default()
        event.stop()
