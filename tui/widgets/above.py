"""What stands above the answers: how the question was understood, the verdict, the summary's first lines."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widget import Widget

from edgerag.domain.notices import NOTHING_SAID, Concern, Understood
from edgerag.domain.reports import Report
from edgerag.present.lines import Line
from edgerag.present.summary import folded_summary_lines, summary_lines
from edgerag.present.text import banner_lines, understood_lines
from edgerag.present.wording import banner, with_hints
from tui.widgets.lines import LinesView

SUMMARY_LINES = 5
"""Lines of the summary that are shown at once: as much as is read in ten seconds; the first card is seen."""
LEAST_SUMMARY_LINES = 2
MOST_PERCENT = 60
"""Of the height that it shares with the answers it takes at most so much; the style sheet's."""
SUMMARY_INDENT = 2
"""Columns, as of the sentence that it goes on from."""

_JOINING = {
    Concern.FOLLOW_UP: "{ask.alone} asks it alone",
    Concern.ASKED_ALONE: "{ask.join} reads it with that one",
}
_WHOLE_SUMMARY = "{ask.summary} shows"


class AboveAnswers(VerticalScroll):
    """Leaves room for the answers: what does not fit scrolls, and the summary is folded first."""

    def __init__(self, spelled: Callable[[str], str]) -> None:
        """Make it empty; `spelled` puts in place of each action's name the key that it has now."""
        super().__init__(id="above", can_focus=False)
        self._spelled = spelled
        self._understood = NOTHING_SAID
        self._report: Report | None = None

    def compose(self) -> ComposeResult:
        """Put the three under each other."""
        yield LinesView(lambda _: (), classes="understood")
        yield LinesView(lambda _: (), classes="banner")
        yield LinesView(lambda _: (), classes="summary")

    def say(self, understood: Understood) -> None:
        """Say how the question was understood."""
        self._understood = understood
        self.query_one(".understood", LinesView).show(self._understood_lines)

    def show(self, report: Report) -> None:
        """Show the verdict of a report, and as much of its summary as leaves room for the answers."""
        self._report = report
        self.query_one(".banner", LinesView).show(lambda width: banner_lines(banner(report), width))
        self.fit()

    def fit(self) -> None:
        """Let the summary have as many lines as there is room for."""
        report = self._report
        if report is not None:
            self.query_one(".summary", LinesView).show(
                lambda width: folded_summary_lines(
                    report,
                    width,
                    self._room(report, width),
                    self._spelled(_WHOLE_SUMMARY),
                    indent=SUMMARY_INDENT,
                )
            )

    def _room(self, report: Report, width: int) -> int:
        """Say how many lines of the summary have room beside the rest."""
        height = self.parent.size.height if isinstance(self.parent, Widget) else 0
        room = height * MOST_PERCENT // 100 - 1
        others = len(self._understood_lines(width)) + len(banner_lines(banner(report), width))
        return min(max(room - others, LEAST_SUMMARY_LINES), SUMMARY_LINES)

    def _understood_lines(self, width: int) -> list[Line]:
        hints = {concern: self._spelled(hint) for concern, hint in _JOINING.items()}
        return understood_lines(with_hints(self._understood, hints), width)

    def whole(self, report: Report, width: int) -> list[Line]:
        """Lay out all of it, the summary unfolded."""
        return [
            *self._understood_lines(width),
            *banner_lines(banner(report), width),
            *summary_lines(report, width, indent=SUMMARY_INDENT),
        ]
