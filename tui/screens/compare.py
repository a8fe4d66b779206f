"""Compare: the matrix of pairs, and both sides of the one under the cursor."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from threading import Event
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Static

from edgerag.domain.answers import Answer, Status
from edgerag.domain.reports import Report
from edgerag.present.clipping import pair_clipping
from edgerag.present.inert import one_line
from edgerag.present.lines import Line, Segment, Style, paragraph, shorten
from edgerag.present.matrix import Matrix, legend
from edgerag.present.pairs import Marker, paragraphs_of, relation_lines, side_lines
from tui.clipboard import copy
from tui.keys import key
from tui.messages import AnswersWanted, FileWanted
from tui.screens.base import MainScreen
from tui.widgets.lines import LinesView
from tui.widgets.matrix import MatrixView

NOTHING = "Nothing to compare yet: ask a question (F2) that at least two handbooks can be asked."


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
        "that was compared."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        key("compare.copy", "c", "copy", "Copy", "Copy both answers and how they relate."),
        key("compare.export", "e", "export", "Export", "Save the whole report as Markdown, HTML or JSON."),
        key("compare.back", "escape", "app.go('ask')", "Answers", "Go back to the answers."),
    ]

    def compose_body(self) -> ComposeResult:
        """Show the question, the matrix over the pair."""
        yield Static(NOTHING, id="nothing", markup=False)
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

    def _show(self, report: Report) -> None:
        matrix = Matrix(report)
        question = one_line(report.question)
        self.query_one(".question", LinesView).show(
            lambda width: [(Segment(shorten(question, width), Style.TITLE),)]
        )
        has_inherited = any(pair.is_inherited for pair in report.pairs)
        self.query_one(".legend", LinesView).show(lambda width: legend(width, has_inherited=has_inherited))
        self.query_one(MatrixView).put(matrix)

    @on(MatrixView.Moved)
    def _show_pair(self, message: MatrixView.Moved) -> None:
        """Show both sides of the pair under the cursor."""
        matrix = self.query_one(MatrixView).matrix
        if matrix is None or message.place.row == message.place.column:
            return
        self.query_one(".header", LinesView).show(self.query_one(MatrixView).header)
        pair = matrix.pair(message.place)
        first, second = matrix.answers[message.place.row], matrix.answers[message.place.column]
        self.query_one(".relation", LinesView).show(
            lambda width: relation_lines(pair, width) if pair else paragraph([Segment(NOTHING)], width)
        )
        for name, answer, other in (("a", first, second), ("b", second, first)):
            self._show_side(name, answer, other)

    def _show_side(self, name: str, answer: Answer, other: Answer) -> None:
        mark = _marker(other) if other.status is answer.status is Status.ANSWERED else _no_marks

        def layout(width: int) -> list[Line]:
            return side_lines(answer, mark, width)

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
        if both is not None:
            self.post_message(AnswersWanted(both))

    def action_copy(self) -> None:
        """Copy both answers and how they relate."""
        both, view = self._both(), self.query_one(MatrixView)
        pair = view.matrix.pair(view.cursor) if view.matrix is not None else None
        if self._report is None or both is None or pair is None:
            self.notify("There is no pair to copy yet.", markup=False)
            return
        copy(self, pair_clipping(self._report.question, *both, pair))

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
