"""A dialog with several answers, each a button that says what it does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from edgerag.present.inert import inert
from tui.keys import key
from tui.widgets.keys_footer import KeysFooter


class Choose(ModalScreen[str | None]):
    """Asks; gives the name of the answer, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("choose.cancel", "escape", "cancel", "Cancel", "Leave everything as it is."),
    ]

    DEFAULT_CSS = """
    Choose .answers { height: auto; border: none; padding: 0; margin: 0 0 1 0; background: $surface; }
    """

    def __init__(self, question: str, explanation: str, answers: Mapping[str, str]) -> None:
        """Ask `question`; `answers` maps each answer's name to its words, the harmless one first."""
        super().__init__()
        self._question, self._explanation, self._answers = question, explanation, answers

    def compose(self) -> ComposeResult:
        """Put the answers under each other."""
        with Vertical(classes="dialog"):
            yield Static(Content(inert(self._question)), classes="title")
            yield Static(Content(inert(self._explanation)), classes="explanation")
            yield OptionList(
                *(Option(Content(inert(words)), id=name) for name, words in self._answers.items()),
                markup=False,
                compact=True,
                classes="answers",
            )
        yield KeysFooter()

    @on(OptionList.OptionSelected)
    def _answer(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option.id)

    def action_cancel(self) -> None:
        """Give nothing."""
        self.dismiss(None)
