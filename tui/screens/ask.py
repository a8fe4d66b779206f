"""Ask: the question, the verdict, one card per handbook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from threading import Event
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.events import Click
from textual.message import Message
from textual.widgets import Static

from edgerag import paths
from edgerag.domain.answers import Answer
from edgerag.domain.corrections import AS_READ, Correction
from edgerag.domain.follow_ups import Before, before_of
from edgerag.domain.ids import HandbookId
from edgerag.domain.notices import NOTHING_SAID, Concern, Understood
from edgerag.domain.reports import Report, Verdict
from edgerag.present.cards import Card, State, answered_card, cards_of, progress_sentence
from edgerag.present.clipping import clipping, report_clipping
from edgerag.present.explain import explained_lines
from edgerag.present.notes import answer_note
from edgerag.present.readiness import library_size
from edgerag.present.wording import understood_as
from tui import asking
from tui.clipboard import copy
from tui.keys import key
from tui.messages import AnswersWanted, ExploreWanted, FileWanted, NoteWanted, WorkEnded, WorkFailed
from tui.screens.base import MainScreen
from tui.widgets.above import AboveAnswers
from tui.widgets.cards import Cards, CardView
from tui.widgets.correcting import correctable, correction_of, understood_form
from tui.widgets.question import QuestionBox
from tui.widgets.reader import Reader

ASKING = "asking"
LOOKING = "looking at the library"

EMPTY = (
    "There is no handbook to ask yet.\n\n"
    "{everywhere.library} adds your own handbooks: PDF, Word, HTML, Markdown or text.\n"
    "{everywhere.help} and then t shows what edgerag does, with four sample handbooks."
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
        "Type a question and press Enter; on an answer, too, what you type begins a new one. "
        "Every handbook is asked for itself; you see its own words "
        "first, with the page, and then how the answers relate. Handbooks that disagree come first and "
        "are marked with ! and a word. Arrows go from card to card, Enter opens the cited page, "
        "{everywhere.compare} compares the answers pair by pair. The summary below the verdict says who "
        "differs on what; {ask.summary} on an answer shows all of it. Above it stands how the question was "
        "understood; {ask.correct} corrects it and asks again. A question that cannot stand alone, such as "
        "'and if she is pregnant?', is read with the one before, and what it has from that one is said; "
        "{ask.alone} asks it alone, or joins what was asked alone. edgerag does not replace the handbook: "
        "open the page."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        key("ask.copy", "ctrl+c", "copy", "Copy", "Copy the answer with its quotations and pages."),
        key("ask.export", "ctrl+e", "export", "Export", "Save the whole report as Markdown, HTML or JSON."),
        key(
            "ask.compare",
            "ctrl+d",
            "app.go('compare')",
            "Compare",
            "See how the answers relate, pair by pair.",
        ),
        key(
            "ask.correct",
            "ctrl+u",
            "correct",
            "Understood",
            "Correct how the question was understood, ask again.",
        ),
        key(
            "ask.alone",
            "ctrl+t",
            "alone",
            "Alone",
            "Ask the question without the one before it.",
            in_footer=False,
        ),
        key(
            "ask.join", "ctrl+t", "join", "Join", "Read the question with the one before it.", in_footer=False
        ),
        key("ask.summary", "ctrl+s", "summary", "Summary", "Read the whole summary.", in_footer=False),
        key(
            "ask.explore",
            "ctrl+x",
            "explore",
            "Explore",
            "See what the handbooks say of what the answer, or the question, names.",
            in_footer=False,
        ),
        key(
            "ask.why",
            "ctrl+w",
            "why",
            "Why",
            "See how each handbook was searched, and what speaks against it.",
            in_footer=False,
        ),
        key(
            "ask.note",
            "ctrl+n",
            "note",
            "Note",
            "Bookmark the answer, or note something on it in your own words.",
            in_footer=False,
        ),
        key("ask.stop", "escape", "stop", "Stop", "Stop; the answers that are finished stay."),
        key("ask.question", "slash,escape", "question", "Question", "Go back to the question box."),
    ]

    def compose_body(self) -> ComposeResult:
        """Show the question, what is going on, the verdict and the cards."""
        yield QuestionBox("Ask all handbooks a question")
        yield Static(id="status", markup=False)
        with Vertical(id="answers"):
            yield AboveAnswers(self.spelled)
            yield Cards()
            yield Static(READY, id="nothing", markup=False)

    def on_mount(self) -> None:
        """Show how far the models are."""
        self._report: Report | None = None
        self._known = NOTHING_SAID
        self._question = ""
        self._n_judged = 0
        self._n_handbooks: int | None = None
        self._is_stopping = False
        self._is_begun = False
        self.watch(self.app, "models_note", self._show_status)

    def on_screen_resume(self) -> None:
        """Show the current report and count the handbooks: another screen may have changed either."""
        self.show_current()
        self.program.jobs.look(self, self._look, LOOKING)

    def show_current(self) -> None:
        """Show the program's current report, if it is not shown already, with its first answer in focus.

        In the box, the keys that do something with an answer would edit the question.
        """
        report = self.program.report
        if report is None and self._report is not None:
            self._forget(self._report)
        elif report is not None and report is not self._report:
            self.query_one(QuestionBox).recall(report.question)
            self._show(report)
            self.call_after_refresh(self.query_one(Cards).focus_first)

    def _forget(self, report: Report) -> None:
        """Show nothing more of a report that was deleted, nor let a question go on from it."""
        box = self.query_one(QuestionBox)
        if _in_a_line(box.value) == report.question:
            box.value = ""
        self._report, self._question = None, ""
        self._say(NOTHING_SAID)
        self.query_one(Cards).fill([])
        self.remove_class("-asked", "-judged")
        self.set_focus(box)

    def _look(self, cancel: Event) -> Iterator[Message]:  # noqa: ARG002  # over in a moment
        yield LibrarySeen(len(self.program.desk.library().handbooks()))

    @on(LibrarySeen)
    def _count(self, message: LibrarySeen) -> None:
        self._n_handbooks = message.n_handbooks
        self.query_one("#nothing", Static).update(READY if message.n_handbooks else self.spelled(EMPTY))
        self._show_status()

    def on_key(self, event: events.Key) -> None:
        """Begin another question with what is typed beside the box, unless the key does something else."""
        typed = event.character if event.is_printable else None
        if not typed:
            return
        box = self.query_one(QuestionBox)
        if self.focused is box:
            # Keys that come fast are with the answer that had the focus when they were pressed.
            box.go_on(typed)
            event.stop()
        elif not typed.isspace() and event.key not in self.active_bindings:
            box.begin(typed)
            event.stop()

    def on_paste(self, event: events.Paste) -> None:
        """Begin another question with what is pasted beside the box."""
        if words := " ".join(event.text.split()):
            self.query_one(QuestionBox).begin(words)
        event.stop()  # else it comes once more, to the box, which has the focus now

    @on(QuestionBox.Changed)
    def _note_typed(self) -> None:
        self.program.question_typed = self.query_one(QuestionBox).value

    def type_again(self, question: str) -> None:
        """Put a question that was typed and not asked into the box again."""
        self.query_one(QuestionBox).begin(question)

    @on(QuestionBox.Submitted)
    def _ask(self, event: QuestionBox.Submitted) -> None:
        """Ask what was typed, after what was asked before unless that is the same question."""
        question = _in_a_line(event.value)
        if question != self._asked:
            self.program.question_before = self._before()
        if question:
            self._start(question, before=self.program.question_before)

    @property
    def _is_overtaken(self) -> bool:
        """Whether another question was asked than the one that is shown, and nothing of it is shown yet."""
        return self.program.jobs.is_running(ASKING) and not self._is_begun

    @property
    def _asked(self) -> str:
        """The question that was asked last, or whose report was opened since; empty if there is none."""
        report = None if self._is_overtaken else self._report
        return report.question if report else self._question

    def _before(self) -> Before | None:
        """Give what another question may go on from, also one that is still being answered."""
        if self._report is not None and not self._is_overtaken:
            return before_of(self._report, self.program.report_number)
        if not self.program.jobs.is_running(ASKING):
            return None
        known = NOTHING_SAID if self._is_overtaken else self._known
        return before_of(Report(self._question, Verdict.NOT_ADDRESSED, (), (), {}, known))

    def _start(
        self, question: str, correction: Correction = AS_READ, *, before: Before | None = None
    ) -> None:
        """Ask in a thread."""

        def work(cancel: Event) -> None:
            tell = self.program.jobs.teller(self, ASKING, cancel)
            asking.ask(self.program.desk, question, tell, cancel, correction, before)

        self._is_stopping = self._is_begun = False
        self._question = question
        self.program.jobs.start(self, work, ASKING)
        self._show_status()
        self.refresh_bindings()

    @on(asking.AskBegun)
    def _begin(self, message: asking.AskBegun) -> None:
        self._report = self.program.report = self.program.report_number = None
        self._is_begun, self._n_judged = True, 0
        self._say(NOTHING_SAID)
        cards = self.query_one(Cards)
        cards.fill([Card(book, State.SEARCHING) for book in message.handbooks])
        self.remove_class("-judged")
        self.set_class(bool(message.handbooks), "-asked")
        self.call_after_refresh(self._focus_first)
        self._show_status()

    def _focus_first(self) -> None:
        """Go to the first card, unless the next question is being typed, or what was asked has failed."""
        box = self.query_one(QuestionBox)
        is_typing_another = box.has_focus and _in_a_line(box.value) != self._question
        if self.has_class("-asked") and not is_typing_another:
            self.query_one(Cards).focus_first()

    @on(asking.QuestionUnderstood)
    def _understood(self, message: asking.QuestionUnderstood) -> None:
        self._say(message.understood)

    @on(asking.HandbookRead)
    def _read(self, message: asking.HandbookRead) -> None:
        self._change(message.handbook, state=State.READING)

    @on(asking.HandbookQuoted)
    def _quoted(self, message: asking.HandbookQuoted) -> None:
        card = self._card(message.answer)
        if card.state is State.ANSWERED:
            card = replace(card, state=State.QUOTED)
        self._put(card)
        self.query_one(Cards).put_silent_last()

    @on(asking.HandbookWritten)
    def _written(self, message: asking.HandbookWritten) -> None:
        self._change(message.handbook, state=State.WRITING, written=message.text)

    @on(asking.HandbookAnswered)
    def _answered(self, message: asking.HandbookAnswered) -> None:
        self._put(self._card(message.answer))
        self.query_one(Cards).put_silent_last()

    def _card(self, answer: Answer) -> Card:
        return answered_card(answer, understood=self._known, question=self._known.searched or self._question)

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
        self.program.report, self.program.report_number = message.report, message.number
        self._show(message.report)

    @on(WorkFailed)
    def _failed(self, message: WorkFailed) -> None:
        """Go back to the question, without cards that nothing will fill; the app says what went wrong."""
        if message.group != ASKING:
            return
        if self._is_begun:
            self.remove_class("-asked")
        box = self.query_one(QuestionBox)
        if _in_a_line(box.value) == self._question:
            box.take_up()
        box.focus()

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
        self.query_one(AboveAnswers).show(report)
        cards.call_after_refresh(cards.show_focused)
        self._show_status()

    def on_resize(self) -> None:
        """Let what stands above the answers have as much room as there is now."""
        self.call_after_refresh(self._fit)

    def _fit(self) -> None:
        self.query_one(AboveAnswers).fit()

    def _say(self, understood: Understood) -> None:
        """Say how the question was understood, above the verdict and the cards."""
        self._known = understood
        self.set_class(bool(understood_as(understood)), "-understood")
        self.query_one(AboveAnswers).say(understood)

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
            stops = self.spelled("{ask.stop} stops")
            status.update(f"{going_on or 'Opening the library …'}   {stops}")
        else:
            other = "" if paths.is_own_library() else str(paths.library_folder())
            known = library_size(self._n_handbooks, other), self.program.models_note
            status.update("   ".join(filter(None, known)))

    @on(CardView.Opened)
    def _open(self, message: CardView.Opened) -> None:
        """Open the cited page."""
        if message.card.answer is not None:
            self.post_message(AnswersWanted((message.card.answer,), message.card.question))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002  # Textual's
        """Offer what the focus and the work that runs allow."""
        is_typing = isinstance(self.focused, QuestionBox)
        match action:
            case "question":
                return not is_typing
            case "answers":
                return is_typing and self.has_class("-asked")
            case "alone":
                return self._may_be_asked_again and self._known.has(Concern.FOLLOW_UP)
            case "join":
                may_join = self.program.question_before is not None and self._may_be_asked_again
                return may_join and not self._known.has(Concern.FOLLOW_UP)
            case "export":
                return True if self._report is not None or self._focused_answer is not None else None
            case "stop":
                return self.program.jobs.is_running(ASKING)
            case _:
                return True

    def action_summary(self) -> None:
        """Show the verdict and the whole summary, to be read from one end to the other."""
        report = self._report
        if report is None:
            self.notify("There is no summary yet.", markup=False)
        else:
            self.app.push_screen(Reader("Summary", partial(self.query_one(AboveAnswers).whole, report)))

    @on(Click, ".summary")
    def _summary_clicked(self) -> None:
        self.action_summary()

    def action_stop(self) -> None:
        """Stop the question that is being answered."""
        self._is_stopping = True
        self.program.jobs.stop(ASKING)
        self._show_status()

    def action_question(self) -> None:
        """Go to the question box; what is typed replaces the question, and an arrow keeps it."""
        box = self.query_one(QuestionBox)
        self.set_focus(box)
        box.select_all()

    def action_answers(self) -> None:
        """Go to the first card."""
        self.query_one(Cards).focus_first()

    @property
    def _focused_answer(self) -> Answer | None:
        """The answer of the card in focus."""
        return self.focused.card.answer if isinstance(self.focused, CardView) else None

    def action_copy(self) -> None:
        """Copy the card in focus, or all of them."""
        report, focused = self.program.report, self.focused
        export = self.spelled("{ask.export}")
        if isinstance(focused, CardView) and focused.card.answer is not None:
            question = report.question if report else self.query_one(QuestionBox).value
            copy(self, clipping(question, focused.card.answer), export)
        elif report is not None:
            copy(self, report_clipping(report), export)
        else:
            self.notify("There is no answer to copy yet.", markup=False)

    def action_correct(self) -> None:
        """Show how the question was understood, and ask it again as it is corrected."""
        report = self._report
        if report is None or not correctable(report.understood):
            self.notify("There is nothing to correct: nothing was read into the question.", markup=False)
            return
        question, understood = report.question, report.understood

        def ask(changes: Mapping[str, str] | None) -> None:
            if changes:
                self._start(question, correction_of(understood, changes), before=self._joined())

        self.app.push_screen(understood_form(understood), ask)

    def _joined(self) -> Before | None:
        """What the question that is shown was read with."""
        return self.program.question_before if self._known.has(Concern.FOLLOW_UP) else None

    @property
    def _may_be_asked_again(self) -> bool:
        """Whether what is shown is an answer, or becomes one."""
        return bool(self._asked) and not self._is_overtaken

    def action_alone(self) -> None:
        """Ask the question that is shown again, without the one before it, also while it is answered."""
        if self._may_be_asked_again:
            self._start(self._asked)

    def action_join(self) -> None:
        """Ask the question that is shown again, with the one before it."""
        before = self.program.question_before
        if self._may_be_asked_again and before is not None:
            self._start(self._asked, before=replace(before, is_meant=True))

    def action_explore(self) -> None:
        """Ask for what the handbooks say of what the question and the card in focus name."""
        report, focused = self.program.report, self.focused
        texts = [report.question] if report else []
        if isinstance(focused, CardView) and focused.card.answer is not None:
            texts = [focused.card.answer.text, *texts]
        if texts:
            self.post_message(ExploreWanted(" | ".join(texts)))
        else:
            self.notify("There is no answer to explore yet.", markup=False)

    def action_note(self) -> None:
        """Ask for a note on the answer in focus."""
        number, focused = self.program.report_number, self.focused
        if not isinstance(focused, CardView) or focused.card.answer is None:
            self.notify("Go to the answer that you want to note something on.", markup=False)
        elif self.program.jobs.is_running(ASKING):
            self.notify("Notes can be made when the answers are complete.", markup=False)
        elif number is None:
            self.notify("This report is not kept in the history, so nothing can be noted.", markup=False)
        else:
            self.post_message(NoteWanted(answer_note(focused.card.handbook, number, "")))

    def show_notes(self) -> None:
        """Show the current report with what is noted on it now."""
        report = self.program.report
        if report is not None and self._report is not None:
            self._report = report
            for card in cards_of(report):
                self._put(card)

    def action_why(self) -> None:
        """Show how each handbook was searched."""
        report = self._report
        if report is None:
            self.notify("There is no answer to explain yet.", markup=False)
        else:
            self.app.push_screen(Reader("Why these answers", partial(explained_lines, report)))

    def action_export(self) -> None:
        """Ask where the report should go."""
        self.post_message(FileWanted())


def _in_a_line(typed: str) -> str:
    """Give what was typed as it is asked."""
    return " ".join(typed.split())
