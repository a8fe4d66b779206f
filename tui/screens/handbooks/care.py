"""Looking after one handbook: reading, finding, correcting, removing, indexing again, and what is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from textual import on
from textual.message import Message

from edgerag.domain.handbooks import Handbook
from edgerag.present.amounts import count
from edgerag.present.handbooks import extent, problem_lines
from edgerag.present.wording import name
from edgerag.store.find import Found
from tui.adding import Outcome, follow
from tui.messages import HandbookWanted
from tui.screens.handbooks.work import CHANGING, INDEXING, WorkScreen
from tui.widgets.choose import Choose
from tui.widgets.confirm import Confirm
from tui.widgets.details_form import details_form
from tui.widgets.reader import Reader
from tui.widgets.table import Table

LOOKING = "looking what a handbook was asked"


@dataclass
class Removable(Message):
    """How many earlier questions quote a handbook that may go."""

    book: Handbook
    n_questions: int


class CareScreen(WorkScreen):
    """Does what a person wants of the handbook under the cursor."""

    @on(Table.RowSelected)
    def action_read(self) -> None:
        """Open the handbook's pages."""
        if self._book:
            self.post_message(HandbookWanted(self._book.id))

    def action_search(self) -> None:
        """Ask for words, and open the place that is chosen."""
        from tui.screens.find import FindScreen

        def look_at(chosen: tuple[Found, int] | None) -> None:
            if chosen is not None:
                found, at = chosen
                places = tuple(place.cited for place in found.places)
                self.post_message(HandbookWanted(found.handbook.id, places, at))

        self.app.push_screen(FindScreen(), look_at)

    def action_edit(self) -> None:
        """Correct the details of the handbook."""
        if (book := self._book) is None:
            return
        form = details_form(book)
        self.app.push_screen(form, lambda changes: self._change_details(book, changes or {}))

    def _change_details(self, book: Handbook, changes: dict[str, str]) -> None:
        def edit(cancel: Event) -> None:  # noqa: ARG001  # one transaction
            library = self.program.desk.library()
            with library.transaction():
                for field_name, value in changes.items():
                    library.edit(book.id, field_name, value)

        if changes:
            self.program.jobs.start(self, edit, CHANGING)

    def action_remove(self) -> None:
        """Look which questions the handbook was asked, ask whether it shall go, and remove it."""
        if (book := self._book) is None:
            return

        def look(cancel: Event) -> Iterator[Message]:  # noqa: ARG001  # takes no time
            yield Removable(book, self.program.desk.library().n_reports_of(book.id))

        self.program.jobs.look(self, look, LOOKING)

    def on_removable(self, message: Removable) -> None:
        """Ask whether the handbook shall go, and say what stays."""
        book, n_questions = message.book, message.n_questions
        asked = count(n_questions, "earlier question") + " that it was asked"
        stays = f" The history keeps {asked}, with the words that it quoted." if n_questions else ""
        gone = extent(book, self._page_counts)
        question = Confirm(
            f"Remove {name(book, 50)}?",
            f"Its {gone} are deleted.{stays} The file from which it was added stays.",
            yes="Remove",
            no="Keep",
        )
        self.app.push_screen(question, lambda sure: self._remove(book) if sure else None)

    def action_index(self) -> None:
        """Ask which handbooks to index again."""
        if (book := self._book) is None:
            return
        answers = {
            "one": f"This one: {name(book, 40)}",
            "all": f"All {count(len(self._books), 'handbook')}",
        }
        question = Choose(
            "Index again?",
            "Makes the search indexes anew from the stored text: after another search model was chosen, "
            "or when the self-check says that an index is damaged.",
            answers,
        )
        self.app.push_screen(question, lambda answer: self._index(book, answer))

    def _index(self, book: Handbook, answer: str | None) -> None:
        if answer is None:
            return
        asked = {book} if answer == "one" else set(self._books)
        books = [book for book in self._books if book in asked or book.id in self._waiting]

        def index(cancel: Event) -> None:
            events = self.program.desk.engine().intake.index_again([book.id for book in books], cancel=cancel)
            follow(events, [Path(book.source_path) for book in books], self.post_message)

        if self._begin(INDEXING, index):
            self._outcome = Outcome()

    def action_details(self) -> None:
        """Show all that is known of the handbook, where there is room for it."""
        if (book := self._book) is not None:
            self.app.push_screen(Reader(name(book, 50), self._details()))

    def action_problems(self) -> None:
        """List everything that is wrong."""
        outcome, unfinished, books = self._outcome, self._unfinished, self._books
        self.app.push_screen(
            Reader(
                "Problems",
                lambda width: problem_lines(outcome.failed, outcome.skipped, unfinished, books, width),
            )
        )
