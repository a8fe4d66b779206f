"""The question whether the handbooks of a file shall be imported, under all that is known of the file."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from edgerag.present.amounts import count
from edgerag.present.exchange import Offer, offer_lines, offer_title
from tui.keys import key
from tui.widgets.keys_footer import KeysFooter
from tui.widgets.lines import LinesView


class OfferScreen(ModalScreen[bool]):
    """Shows what is in a file; gives True only if the person wants it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("offer.import", "y", "agree", "Import", "Import the handbooks that are new."),
        key("offer.cancel", "escape,n", "leave", "Cancel", "Leave the library as it is."),
    ]
    CSS_PATH = Path(__file__).with_suffix(".tcss")
    AUTO_FOCUS = "VerticalScroll"

    def __init__(self, offer: Offer) -> None:
        super().__init__()
        self._offer = offer

    def compose(self) -> ComposeResult:
        """Put who signed the file and what is in it over the buttons, the harmless one first."""
        offer = self._offer
        with Vertical(classes="dialog"):
            yield Static(Content(offer_title(offer)), classes="title")
            with VerticalScroll():
                yield LinesView(lambda width: offer_lines(offer, width))
            yield Static(Content("An import replaces nothing."), classes="explanation")
            with Horizontal(classes="buttons"):
                yield Button("Cancel" if offer.can_be_taken else "Close", id="cancel", compact=True)
                yield Button(
                    f"Import {count(offer.n_new, 'handbook')}",
                    id="import",
                    variant="primary",
                    disabled=not offer.can_be_taken,
                    compact=True,
                )
        yield KeysFooter()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002  # Textual's
        """Grey out what would change nothing, or is forbidden; the lines say why."""
        return None if action == "agree" and not self._offer.can_be_taken else True

    @on(Button.Pressed)
    def _press(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id == "import")

    def action_leave(self) -> None:
        """Say no."""
        self.dismiss(result=False)

    def action_agree(self) -> None:
        """Say yes."""
        self.dismiss(result=True)
