"""Shows how far a long piece of work is: what is being done, a bar, and a line of numbers."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import ProgressBar, Static


class Progress(Vertical):
    """Hidden until there is something to show."""

    DEFAULT_CSS = """
    Progress {
        display: none;
        height: auto;
        padding: 0 1;
        background: $panel;
        ProgressBar { width: 100%; }
        Bar { width: 1fr; }
        .numbers { color: $text-muted; }
    }
    """

    def compose(self) -> ComposeResult:
        """Put the bar between the two lines."""
        yield Static("", classes="doing", markup=False)
        yield ProgressBar(total=1.0, show_eta=False)
        yield Static("", classes="numbers", markup=False)

    def show(self, doing: str, share: float | None, numbers: str) -> None:
        """Show a moment of the work; `share` is None while nobody knows how much there is."""
        self.display = True
        self.query_one(".doing", Static).update(Content(doing))
        self.query_one(".numbers", Static).update(Content(numbers))
        self.query_one(ProgressBar).update(total=None if share is None else 1.0, progress=share or 0.0)

    def hide(self) -> None:
        """Show nothing: the work is over."""
        self.display = False
