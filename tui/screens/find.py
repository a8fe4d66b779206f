"""Find: words in one handbook or in all of them, as they stand on the pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from threading import Event
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from edgerag.domain.ids import HandbookId
from edgerag.present.find import book_line, found_sentence, place_line
from edgerag.store.find import Found, find
from tui.keys import key
from tui.messages import Folded
from tui.program import program_of
from tui.widgets.keys_footer import KeysFooter
from tui.widgets.typed_ahead import TypingScreen

FINDING: Final = "looking for words"
MOST_LISTED: Final = 300
"""Places; a longer list is not read."""


@dataclass
class WordsFound(Folded):
    """The handbooks that have the words."""

    found: tuple[Found, ...]


class FindScreen(TypingScreen[tuple[Found, int] | None]):
    """Gives the handbook and the number of the place that was chosen in it, or None."""

    CSS_PATH = Path(__file__).with_suffix(".tcss")
    AUTO_FOCUS = "#words"
    BINDINGS: ClassVar[list[BindingType]] = [
        key("find.look", "enter", "look", "Find", "Look for the words, or open the place under the cursor."),
        key("find.list", "down", "list", "Places", "Go to the places."),
        key("find.words", "slash", "words", "Words", "Go back to the words."),
        key("find.cancel", "escape", "cancel", "Close", "Go back without opening a place."),
    ]

    def __init__(self, handbook: HandbookId | None = None) -> None:
        """Look in one handbook, or in all of them."""
        super().__init__()
        self._handbook = handbook
        self._listed: list[tuple[Found, int] | None] = []
        """What each line stands for; None for that of a handbook."""

    def compose(self) -> ComposeResult:
        """Put the places under the words."""
        where = "all handbooks" if self._handbook is None else "this handbook"
        with Vertical(classes="dialog"):
            yield Static(Content(f"Find in {where}"), classes="title")
            yield Input(placeholder="Words as they stand on the page", id="words", compact=True)
            yield Static("", id="told", markup=False)
            yield OptionList(id="places", markup=False, compact=True)
        yield KeysFooter()

    @on(Input.Submitted)
    def action_look(self) -> None:
        """Look for the words in a thread."""
        words, program = self.query_one("#words", Input).value, program_of(self)

        def look(cancel: Event) -> Iterator[Message]:
            library = program.desk.library()
            books = [book for book in library.handbooks() if self._handbook in (None, book.id)]
            yield WordsFound(tuple(find(library, words, books, cancel)))

        if words.strip():
            self.query_one("#told", Static).update("Looking …")
            program.jobs.look(self, look, FINDING)

    @on(Input.Changed)
    def _forget(self) -> None:
        """Take away what was found of other words."""
        program_of(self).jobs.stop(FINDING)
        self.query_one("#told", Static).update("")
        self.query_one("#places", OptionList).clear_options()
        self._listed = []

    @on(WordsFound)
    def _list(self, message: WordsFound) -> None:
        places = self.query_one("#places", OptionList)
        places.clear_options()
        self._listed = []
        for line, stands_for in islice(_lines(message.found), MOST_LISTED + len(message.found)):
            self._listed.append(stands_for)
            places.add_option(Option(Content(line), disabled=stands_for is None))
        n_shown = sum(one is not None for one in self._listed)
        self.query_one("#told", Static).update(found_sentence(message.found, n_shown))
        if n_shown:
            places.focus()
            places.action_first()

    @on(OptionList.OptionSelected)
    def _open(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._listed[event.option_index])

    def action_list(self) -> None:
        """Go to the places."""
        if self._listed:
            self.query_one("#places").focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002  # Textual's
        """Offer the way back to the words to those who left them."""
        return action != "words" or not isinstance(self.focused, Input)

    def action_words(self) -> None:
        """Go to the words."""
        self.query_one("#words").focus()

    def action_cancel(self) -> None:
        """Close, and stop looking."""
        program_of(self).jobs.stop(FINDING)
        self.dismiss(None)


def _lines(found: Sequence[Found]) -> Iterator[tuple[str, tuple[Found, int] | None]]:
    for one in found:
        yield book_line(one), None
        for number, place in enumerate(one.places):
            yield f"  {place_line(place)}", (one, number)
