"""Ask: the question, the verdict, one card per handbook."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.message import Message
from textual.widgets import Input, Static

from edgerag.domain.ids import HandbookId
from edgerag.domain.notices import NOTHING_SAID, Understood
from edgerag.domain.reports import Report
from edgerag.present.cards import Card, State, answered_card, cards_of, progress_sentence
from edgerag.present.clipping import clipping, report_clipping
from edgerag.present.readiness import library_size
from edgerag.present.text import banner_lines, understood_lines
from edgerag.present.wording import banner, understood_as
from tui import asking
from tui.clipboard import copy
from tui.keys import key
from tui.messages import AnswersWanted, FileWanted, WorkEnded, WorkFailed
from tui.screens.base import MainScreen
from tui.widgets.cards import Cards, CardView
from tui.widgets.lines import LinesView
from tui.widgets.question import QuestionBox

ASKING = "asking"
LOOKING = "looking at the library"

EMPTY = (
    "There is no handbook to ask yet.\n\n"
    "F4 adds your own handbooks: PDF, Word, HTML, Markdown or text.\n"
    "F1 and then t shows what edgerag does, with four sample handbooks."
)
READY = "The answers appear here, one card per handbook, in the handbook's own words."


@dataclass
class LibrarySeen(Message):
    """How many handbooks there are to ask."""

    n_handbooks: int


class AskScreen(MainScreen):
    """The first screen."""

    PLACE = "ask"
    CSS_PATH = Path(__file__).with_suffix(".tcss")
    AUTO_FOCUS = "QuestionBox"
    EXPLANATION = (
        "Type a question and press Enter. Every handbook is asked for itself; you see its own words "
        "first, with the page, and then how the answers relate. Handbooks that disagree come first and "
        "are marked with ! and a word. Arrows go from card to card, Enter opens the cited page, F3 "
        "compares the answers pair by pair. edgerag does not replace the handbook: open the page."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        key("ask.copy", "c", "copy", "Copy", "Copy the answer with its quotations and pages."),
        key("ask.export", "e", "export", "Export", "Save the whole report as Markdown, HTML or JSON."),
        key("ask.compare", "m", "app.go('compare')", "Compare", "See how the answers relate, pair by pair."),
        key("ask.stop", "escape", "stop", "Stop", "Stop; the answers that are finished stay."),
        key("ask.question", "slash,escape", "question", "Question", "Go back to the question box."),
    ]

    def compose_body(self) -> ComposeResult:
        """Show the question, what is going on, the verdict and the cards."""
        yield QuestionBox(placeholder="Ask all handbooks a question", select_on_focus=True)
        yield Static(id="status", markup=False)
        yield LinesView(lambda _: (), classes="understood")
        yield LinesView(lambda _: (), classes="banner")
        yield Cards()
        yield Static(READY, id="nothing", markup=False)

    def on_mount(self) -> None:
        """Show how far the models are."""
        self._report: Report | None = None
        self._known = NOTHING_SAID
        self._n_judged = 0
        self._n_handbooks: int | None = None
        self._is_stopping = False
        self._is_begun = False
        self.watch(self.app, "models_note", self._show_status)

    def on_screen_resume(self) -> None:
        """Show the current report and count the handbooks: another screen may have changed either."""
        self.show_current()
        self.program.jobs.start(self, self._look, LOOKING)

    def show_current(self) -> None:
        """Show the program's current report, if it is not shown already."""
        report = self.program.report
        if report is not None and report is not self._report:
            self.query_one(QuestionBox).recall(report.question)
            self._show(report)

    def _look(self, cancel: Event) -> None:  # noqa: ARG002  # over at once
        self.post_message(LibrarySeen(len(self.program.desk.library().handbooks())))

    @on(LibrarySeen)
    def _count(self, message: LibrarySeen) -> None:
        self._n_handbooks = message.n_handbooks
        self.query_one("#nothing", Static).update(READY if message.n_handbooks else EMPTY)
        self._show_status()

    @on(Input.Submitted)
    def _ask(self, event: Input.Submitted) -> None:
        """Ask what was typed, in a thread."""
        question = event.value
        if not question.strip():
            return

        def work(cancel: Event) -> None:
            asking.ask(self.program.desk, question, self.post_message, cancel)

        self._is_stopping = self._is_begun = False
        self._n_judged = 0
        self.program.jobs.start(self, work, ASKING)
        self._show_status()
        self.refresh_bindings()

    @on(asking.AskBegun)
    def _begin(self, message: asking.AskBegun) -> None:
        self._report = self.program.report = None
        self._is_begun = True
        self._say(NOTHING_SAID)
        cards = self.query_one(Cards)
        cards.fill([Card(book, State.SEARCHING) for book in message.handbooks])
        self.remove_class("-judged")
        self.set_class(bool(message.handbooks), "-asked")
        self.call_after_refresh(cards.focus_first)
        self._show_status()

    @on(asking.QuestionUnderstood)
    def _understood(self, message: asking.QuestionUnderstood) -> None:
        self._say(message.understood)

    @on(asking.HandbookRead)
    def _read(self, message: asking.HandbookRead) -> None:
        self._change(message.handbook, state=State.READING)

    @on(asking.HandbookQuoted)
    def _quoted(self, message: asking.HandbookQuoted) -> None:
        card = answered_card(message.answer, understood=self._known)
        if card.state is State.ANSWERED:
            card = replace(card, state=State.QUOTED)
        self._put(card)
        self.query_one(Cards).put_silent_last()

    @on(asking.HandbookWritten)
    def _written(self, message: asking.HandbookWritten) -> None:
        self._change(message.handbook, state=State.WRITING, written=message.text)

    @on(asking.HandbookAnswered)
    def _answered(self, message: asking.HandbookAnswered) -> None:
        self._put(answered_card(message.answer, understood=self._known))
        self.query_one(Cards).put_silent_last()

    @on(asking.PairsJudged)
    def _judged(self, message: asking.PairsJudged) -> None:
        self._n_judged = message.n_judged
        self._show_status()

    @on(asking.QuestionImpaired)
    def _impaired(self, message: asking.QuestionImpaired) -> None:
        self.program.tell(message.error, "The answers do without it.")

    @on(asking.ReportUnkept)
    def _unkept(self, message: asking.ReportUnkept) -> None:
        self.program.tell(message.error, "The answers are complete, but the history could not keep them.")

    @on(asking.ReportFinished)
    def _finished(self, message: asking.ReportFinished) -> None:
        self.program.report = message.report
        self._show(message.report)

    @on(WorkFailed)
    def _failed(self, message: WorkFailed) -> None:
        """Go back to the question, without cards that nothing will fill; the app says what went wrong."""
        if message.group != ASKING:
            return
        if self._is_begun:
            self.remove_class("-asked")
        self.query_one(QuestionBox).focus()

    @on(WorkEnded)
    def _ended(self, message: WorkEnded) -> None:
        if message.group == ASKING:
            self._is_stopping = False
            self._show_status()
            self.refresh_bindings()

    def _show(self, report: Report) -> None:
        """Show a finished report, keeping the cards that are there already."""
        self._report = report
        self._say(report.understood)
        cards, arranged = self.query_one(Cards), cards_of(report)
        if {view.card.handbook.id for view in cards.views} != {card.handbook.id for card in arranged}:
            cards.fill(arranged)
        else:
            for card in arranged:
                self._put(card)
            cards.put_in_order([card.handbook.id for card in arranged])
        self.add_class("-asked", "-judged")
        self.query_one(".banner", LinesView).show(
            lambda width: banner_lines(banner(report, width // 3), width)
        )
        cards.scroll_home(animate=False)
        self._show_status()

    def _say(self, understood: Understood) -> None:
        """Say how the question was understood, above the verdict and the cards."""
        self._known = understood
        self.set_class(bool(understood_as(understood)), "-understood")
        self.query_one(".understood", LinesView).show(lambda width: understood_lines(understood, width))

    def _put(self, card: Card) -> None:
        view = self.query_one(Cards).view(card.handbook.id)
        if view is not None:
            view.put(card)
        self._show_status()

    def _change(self, handbook: HandbookId, *, state: State, written: str = "") -> None:
        view = self.query_one(Cards).view(handbook)
        if view is not None:
            self._put(replace(view.card, state=state, written=written))

    def _show_status(self, *_: object) -> None:
        """Say what is going on in the line below the question."""
        status = self.query_one("#status", Static)
        is_asking = self.program.jobs.is_running(ASKING)
        status.set_class(is_asking, "-busy")
        if is_asking and self._is_stopping:
            status.update("Stopping …")
        elif is_asking:
            cards = [view.card for view in self.query_one(Cards).views] if self._is_begun else []
            going_on = progress_sentence(cards, self._n_judged) if cards else self.program.models_note
            status.update(f"{going_on or 'Opening the library …'}   Esc stops")
        else:
            known = library_size(self._n_handbooks), self.program.models_note
            status.update("   ".join(filter(None, known)))

    @on(CardView.Opened)
    def _open(self, message: CardView.Opened) -> None:
        """Open the cited page."""
        if message.card.answer is not None:
            self.post_message(AnswersWanted((message.card.answer,)))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002  # Textual's
        """Offer what the focus and the work that runs allow."""
        is_typing = isinstance(self.focused, QuestionBox)
        match action:
            case "question":
                return not is_typing
            case "answers":
                return is_typing and self.has_class("-asked")
            case "stop":
                return self.program.jobs.is_running(ASKING)
            case _:
                return True

    def action_stop(self) -> None:
        """Stop the question that is being answered."""
        self._is_stopping = True
        self.program.jobs.stop(ASKING)
        self._show_status()

    def action_question(self) -> None:
        """Go to the question box."""
        self.query_one(QuestionBox).focus()

    def action_answers(self) -> None:
        """Go to the first card."""
        self.query_one(Cards).focus_first()

    def action_copy(self) -> None:
        """Copy the card in focus, or all of them."""
        report, focused = self.program.report, self.focused
        if isinstance(focused, CardView) and focused.card.answer is not None:
            question = report.question if report else self.query_one(QuestionBox).value
            copy(self, clipping(question, focused.card.answer))
        elif report is not None:
            copy(self, report_clipping(report))
        else:
            self.notify("There is no answer to copy yet.", markup=False)

    def action_export(self) -> None:
        """Ask where the report should go."""
        self.post_message(FileWanted())
