"""The handbooks' cards, one under the other; the arrows go from card to card."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import events
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.message import Message
from textual.widget import Widget

from edgerag.domain.ids import HandbookId
from edgerag.present.cards import Card, State, card_lines
from edgerag.present.lines import Line
from tui.keys import key
from tui.widgets.lines import LinesView


class CardView(LinesView, can_focus=True):
    """One handbook's card."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("card.open", "enter", "open", "Page", "Open the cited page of this handbook.")
    ]

    class Opened(Message):
        """The person wants to see the cited page."""

        def __init__(self, card: Card) -> None:
            super().__init__()
            self.card = card

    def __init__(self, card: Card) -> None:
        self.card = card
        super().__init__(self._lines, classes=_class_of(card))

    @property
    def is_silent(self) -> bool:
        """Whether the handbook does not address the question."""
        return self.card.state is State.NOT_ADDRESSED

    def _lines(self, width: int) -> list[Line]:
        return card_lines(self.card, width)

    def put(self, card: Card) -> None:
        """Show a newer state of the same handbook."""
        self.remove_class(_class_of(self.card))
        self.card = card
        self.add_class(_class_of(card))
        self.show(self._lines)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002  # Textual's
        """Offer the page as soon as there is one."""
        return action != "open" or self.card.answer is not None

    def action_open(self) -> None:
        """Ask for the cited page."""
        self.post_message(self.Opened(self.card))

    def on_click(self, event: events.Click) -> None:
        """Open the page at the second click."""
        if event.chain == 2:
            self.action_open()


class Cards(VerticalScroll, can_focus=False):
    """All cards."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("cards.down", "down", "step(1)", "Next", "Go to the next handbook.", in_footer=False),
        key("cards.up", "up", "step(-1)", "Previous", "Go to the handbook before.", in_footer=False),
        key("cards.first", "home", "end_of(0)", "First", "Go to the first handbook.", in_footer=False),
        key("cards.last", "end", "end_of(-1)", "Last", "Go to the last handbook.", in_footer=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._filled: frozenset[Widget] = frozenset()
        """Those that stay: Textual removes the others a moment later."""

    def fill(self, cards: Sequence[Card]) -> None:
        """Show other cards; whoever was on one is on the first then."""
        was_on_one, gone = self.screen.focused in self._filled, self.views
        self.remove_children()
        for view in gone:
            view.display = False
        filled = [CardView(card) for card in cards]
        self._filled = frozenset(filled)
        self.mount_all(filled)
        if was_on_one:
            self.focus_first()

    @property
    def views(self) -> list[CardView]:
        """The cards from top to bottom."""
        return [view for view in self.query_children(CardView) if view in self._filled]

    def view(self, handbook: HandbookId) -> CardView | None:
        """Find one handbook's card."""
        return next((view for view in self.views if view.card.handbook.id == handbook), None)

    def put_in_order(self, order: Sequence[HandbookId]) -> None:
        """Put the cards in another order; whoever has not left the first stays on the first."""
        place = {handbook: position for position, handbook in enumerate(order)}
        self._sort(lambda view: place[view.card.handbook.id])

    def put_silent_last(self) -> None:
        """Put the handbooks that turned out silent under those that speak or may still speak."""
        self._sort(lambda view: view.is_silent)

    def _sort(self, place: Callable[[CardView], int]) -> None:
        before, focused = self.views, self.screen.focused
        places: dict[Widget, int] = {view: place(view) for view in before}
        self.sort_children(key=lambda view: places.get(view, 0))
        if not isinstance(focused, CardView) or focused not in before:
            return
        has_moved = before.index(focused) != self.views.index(focused)
        if has_moved and focused is before[0]:
            self.focus_first()
        elif has_moved:
            self.call_after_refresh(self.show_focused)

    def show_focused(self) -> None:
        """Bring the card in focus in sight, else the first: keys act on no card that is not seen."""
        focused = self.screen.focused
        if focused is not None and focused in self.views[1:]:
            self.scroll_to_widget(focused, animate=False)
        else:
            self.scroll_home(animate=False)

    def focus_first(self) -> None:
        """Give the first card the focus, and show its beginning: of a tall one Textual shows the middle.

        It has the focus at once, for the next news may put another card first.
        """
        if self.views:
            self.screen.set_focus(self.views[0], scroll_visible=False)
            self.scroll_home(animate=False)

    def action_step(self, by: int) -> None:
        """Go to a card further down or up."""
        views = self.views
        here = next((at for at, view in enumerate(views) if view.has_focus), -1 if by > 0 else 1)
        views[min(max(here + by, 0), len(views) - 1)].focus()

    def action_end_of(self, position: int) -> None:
        """Go to the first or the last card."""
        if position == 0:
            self.focus_first()
        else:
            self.views[position].focus()


def _class_of(card: Card) -> str:
    is_silent = card.state in (State.NOT_ADDRESSED, State.FAILED)
    if card.standing is not None:
        return f"-{card.standing.style.value}"
    return "-silent" if is_silent else "-open"
