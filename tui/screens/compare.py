"""Compare: the matrix of pairs, and both sides of the one under the cursor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.message import Message
from textual.widgets import Static

from edgerag.domain.answers import Answer, Status
from edgerag.domain.facts import Fact
from edgerag.domain.reports import Judgement, Mark, Report
from edgerag.present.clipping import pair_clipping
from edgerag.present.inert import one_line
from edgerag.present.lines import Line, Segment, Style, paragraph, shorten
from edgerag.present.matrix import Cell, Matrix, legend
from edgerag.present.pairs import Marker, paragraphs_of, relation_lines, side_lines
from edgerag.present.wording import searched
from edgerag.store.reports import ReportId
from tui.clipboard import copy
from tui.keys import key
from tui.messages import AnswersWanted, FileWanted, MapWanted
from tui.screens.base import MainScreen
from tui.widgets.confirming import TAKEN_BACK, facts_of, right_form
from tui.widgets.lines import LinesView
from tui.widgets.marking import changed_mark, wrong_form
from tui.widgets.matrix import MatrixView

MARKING = "marking a verdict"
CONFIRMING = "keeping what was found right"
NOTHING = (
    "Nothing to compare yet: ask a question ({everywhere.ask}) that at least two handbooks can be asked."
    " {compare.map} shows where the handbooks differ without one."
)


@dataclass
class PairsMarked(Message):
    """A report's marks have changed."""

    number: ReportId
    marks: tuple[Mark, ...]


class CompareScreen(MainScreen):
    """How the answers of the current report relate."""

    PLACE = "compare"
    CSS_PATH = Path(__file__).with_suffix(".tcss")
    AUTO_FOCUS = "MatrixView"
    EXPLANATION = (
        "Each row and each column is a handbook; the letter where they meet says how their answers "
        "relate. Move with the arrows; below you see both answers, with the numbers, medicines and "
        "negations that only one of them has underlined. d goes to the next pair that disagrees, Enter "
        "opens both pages side by side. A small letter means that the pair has the same words as one "
        "that was compared. {compare.wrong} marks a verdict as wrong (* in the matrix): it stays as it was "
        "found, the mark is kept with the report on this computer, and is in what you export. "
        "{compare.right} says which of the two was found right. {compare.map} shows the map: where the "
        "handbooks differ, without a question."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        key(
            "compare.copy",
            "c,ctrl+c",
            "copy",
            "Copy",
            "Copy both answers and how they relate.",
            in_footer=False,
        ),
        key(
            "compare.export",
            "e,ctrl+e",
            "export",
            "Export",
            "Save the whole report as Markdown, HTML or JSON.",
        ),
        key("compare.wrong", "w", "wrong", "Wrong", "Mark this verdict as wrong, or take the mark back."),
        key(
            "compare.right",
            "r",
            "right",
            "Right",
            "Say which of the two was found right.",
            in_footer=False,
        ),
        key("compare.map", "m", "map", "Map", "See where the handbooks differ, without a question."),
        key("compare.back", "escape", "app.go('ask')", "Answers", "Go back to the answers."),
    ]

    def compose_body(self) -> ComposeResult:
        """Show the question, the matrix over the pair."""
        yield Static(self.spelled(NOTHING), id="nothing", markup=False)
        yield LinesView(lambda _: (), classes="question")
        with VerticalScroll(id="matrix", can_focus=False):
            yield LinesView(lambda _: (), classes="header")
            yield MatrixView()
        yield LinesView(lambda _: (), classes="legend")
        yield LinesView(lambda _: (), classes="relation")
        with Horizontal(id="sides"):
            with VerticalScroll(classes="side"):
                yield LinesView(lambda _: (), name="a")
            with VerticalScroll(classes="side"):
                yield LinesView(lambda _: (), name="b")

    def on_mount(self) -> None:
        """Read the lists of medicines while the person looks at the matrix."""
        self._report: Report | None = None

        def warm(cancel: Event) -> None:  # noqa: ARG001  # over in a moment
            from edgerag.compare.marks import differing

            differing("paracetamol 1 g", "ibuprofen 400 mg")

        self.program.jobs.start(self, warm, "reading the list of medicines")

    def on_screen_resume(self) -> None:
        """Show the current report."""
        report = self.program.report
        if report is self._report:
            return
        self._report = report
        has_pairs = report is not None and len(report.answers) > 1
        self.set_class(has_pairs, "-filled")
        if report is not None and has_pairs:
            self._show(report)

    def _show(self, report: Report, cursor: Cell | None = None) -> None:
        matrix = Matrix(report)
        question = one_line(report.question)
        self.query_one(".question", LinesView).show(
            lambda width: [(Segment(shorten(question, width), Style.TITLE),)]
        )
        self.query_one(".legend", LinesView).show(lambda width: legend(report, width))
        self.query_one(MatrixView).put(matrix, cursor)

    @on(MatrixView.Moved)
    def _show_pair(self, message: MatrixView.Moved) -> None:
        """Show both sides of the pair under the cursor."""
        report, matrix = self._report, self.query_one(MatrixView).matrix
        if report is None or matrix is None or message.place.row == message.place.column:
            return
        self.query_one(".header", LinesView).show(self.query_one(MatrixView).header)
        pair = matrix.pair(message.place)
        first, second = matrix.answers[message.place.row], matrix.answers[message.place.column]
        self.query_one(".relation", LinesView).show(
            lambda width: (
                relation_lines(report, pair, width)
                if pair
                else paragraph([Segment(self.spelled(NOTHING))], width)
            )
        )
        for name, answer, other in (("a", first, second), ("b", second, first)):
            self._show_side(name, answer, other)

    def _show_side(self, name: str, answer: Answer, other: Answer) -> None:
        mark = _marker(other) if other.status is answer.status is Status.ANSWERED else _no_marks
        question = searched(self._report) if self._report else ""

        def layout(width: int) -> list[Line]:
            return side_lines(answer, mark, width, question)

        view = next(view for view in self.query(LinesView) if view.name == name)
        view.show(layout)
        if isinstance(view.parent, VerticalScroll):
            view.parent.scroll_home(animate=False)

    def _both(self) -> tuple[Answer, Answer] | None:
        view = self.query_one(MatrixView)
        if view.matrix is None:
            return None
        return view.matrix.answers[view.cursor.row], view.matrix.answers[view.cursor.column]

    @on(MatrixView.Opened)
    def _open(self) -> None:
        """Open the pages that the pair cites."""
        both = self._both()
        if both is not None and self._report is not None:
            self.post_message(AnswersWanted(both, searched(self._report)))

    def action_copy(self) -> None:
        """Copy both answers and how they relate."""
        both, view = self._both(), self.query_one(MatrixView)
        pair = view.matrix.pair(view.cursor) if view.matrix is not None else None
        if self._report is None or both is None or pair is None:
            self.notify("There is no pair to copy yet.", markup=False)
            return
        copy(self, pair_clipping(self._report, *both, pair), self.spelled("{compare.export}"))

    def action_wrong(self) -> None:
        """Ask what is right, and mark the pair."""
        report, number, view = self._report, self.program.report_number, self.query_one(MatrixView)
        pair = view.matrix.pair(view.cursor) if view.matrix is not None else None
        if report is None or pair is None:
            self.notify("There is no verdict to mark yet.", markup=False)
        elif number is None:
            self.notify("This report is not kept in the history, so nothing can be marked.", markup=False)
        else:
            form, old = wrong_form(report, pair), report.mark(pair)
            self.app.push_screen(form, lambda changes: self._mark(number, pair, old, changes))

    def _mark(
        self, number: ReportId, pair: Judgement, old: Mark | None, changes: Mapping[str, str] | None
    ) -> None:
        """Write or remove the mark in a thread."""
        if changes is None:
            return
        mark = changed_mark(pair, old, changes)

        def work(cancel: Event) -> None:  # noqa: ARG001  # one transaction
            library = self.program.desk.library()
            if mark is None:
                library.unmark_pair(number, pair.a, pair.b)
            else:
                library.mark_pair(number, mark)
            self.post_message(PairsMarked(number, library.marks(number)))

        self.program.jobs.start(self, work, MARKING)

    def action_right(self) -> None:
        """Ask which of the two was found right, and keep it."""
        report, number, both = self._report, self.program.report_number, self._both()
        pair = report.judgement(*(one.handbook.id for one in both)) if report and both else None
        if report is None or both is None or pair is None:
            self.notify("There is no pair to say it of yet.", markup=False)
        elif number is None:
            self.notify("This report is not kept in the history, so nothing can be said of it.", markup=False)
        elif any(one.status is not Status.ANSWERED for one in both):
            self.notify("Only of two that answer can one be found right.", markup=False)
        else:
            asked, sides, judged = report, both, pair

            def keep(changes: Mapping[str, str] | None) -> None:
                if changes is not None:
                    self._keep(*facts_of(asked, *sides, judged, changes.get("right", TAKEN_BACK)))

            self.app.push_screen(right_form(*sides, judged), keep)

    def _keep(self, facts: Sequence[Fact], is_kept: bool) -> None:  # noqa: FBT001  # of one pair
        """Write what was found right in a thread."""

        def work(cancel: Event) -> None:  # noqa: ARG001  # one transaction
            library = self.program.desk.library()
            (library.keep_facts if is_kept else library.forget_facts)(facts)

        self.program.jobs.start(self, work, CONFIRMING)
        self.notify("Kept." if is_kept else "Taken back.")

    @on(PairsMarked)
    def _show_marks(self, message: PairsMarked) -> None:
        """Show the report with its marks, unless another one is shown meanwhile."""
        if self._report is None or self.program.report_number != message.number:
            return
        self._report = self.program.report = replace(self._report, marks=message.marks)
        cursor = self.query_one(MatrixView).cursor
        self._show(self._report, cursor)

    def action_map(self) -> None:
        """Ask for the map of differences."""
        self.post_message(MapWanted())

    def action_export(self) -> None:
        """Ask where the report should go."""
        self.post_message(FileWanted())


def _no_marks(text: str) -> Sequence[tuple[int, int]]:  # noqa: ARG001  # a marker takes the text
    return ()


def _marker(other: Answer) -> Marker:
    """Mark what the other side does not have."""
    from edgerag.compare.marks import differing

    theirs = "\n\n".join(paragraphs_of(other))
    return lambda text: [(span.start, span.end) for span in differing(text, theirs)]
