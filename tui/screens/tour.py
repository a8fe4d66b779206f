"""The first-run tour: a few steps, and the offer of the sample handbooks."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from edgerag.present.tour import STEPS
from tui.keys import key, spelled
from tui.program import program_of
from tui.widgets.keys_footer import KeysFooter


class TourScreen(ModalScreen[bool]):
    """Gives True if the person wants the sample handbooks."""

    CSS_PATH = Path(__file__).with_suffix(".tcss")
    BINDINGS: ClassVar[list[BindingType]] = [
        key("tour.next", "right,n,enter", "step(1)", "Next", "Go to the next step."),
        key("tour.previous", "left,p", "step(-1)", "Back", "Go to the step before."),
        key("tour.samples", "s", "samples", "Samples", "Add the four sample handbooks."),
        key("tour.leave", "escape,q", "leave", "Close", "Leave the tour; the help brings it back with t."),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._at = 0

    def compose(self) -> ComposeResult:
        """Show a step over its buttons."""
        with Vertical(classes="dialog"):
            yield Static(classes="title")
            yield Static(id="text")
            yield Static(id="place", classes="explanation")
            with Horizontal(classes="buttons"):
                yield Button("Close", id="leave", compact=True)
                yield Button("Add the samples", id="samples", compact=True)
                yield Button("Next", id="next", variant="primary", compact=True)
        yield KeysFooter()

    def on_mount(self) -> None:
        """Show the first step."""
        self._show()
        self.query_one("#next", Button).focus()

    def _show(self) -> None:
        step, is_last = STEPS[self._at], self._at == len(STEPS) - 1
        self.query_one(".title", Static).update(Content(step.title))
        moved = program_of(self).desk.config.keys
        self.query_one("#text", Static).update(Content(spelled(step.text, moved)))
        self.query_one("#place", Static).update(Content(f"Step {self._at + 1} of {len(STEPS)}"))
        self.query_one("#next", Button).display = not is_last
        if is_last:
            self.query_one("#samples", Button).focus()

    def action_step(self, by: int) -> None:
        """Go to another step."""
        self._at = min(max(self._at + by, 0), len(STEPS) - 1)
        self._show()

    @on(Button.Pressed, "#next")
    def _next(self) -> None:
        self.action_step(1)

    @on(Button.Pressed, "#samples")
    def action_samples(self) -> None:
        """Leave with the wish for the samples."""
        self.dismiss(result=True)

    @on(Button.Pressed, "#leave")
    def action_leave(self) -> None:
        """Leave."""
        self.dismiss(result=False)
