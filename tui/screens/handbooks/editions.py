"""What is asked of editions of one work after handbooks were added, one question after the other.

A question stands on this screen alone: who has gone on to another one is asked when they come back.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from threading import Event
from typing import TYPE_CHECKING

from textual.message import Message

from edgerag.domain.handbooks import Handbook, why_not
from edgerag.present.handbooks import shared_sentence
from edgerag.present.wording import name
from tui.messages import Folded, MapWanted, WorkEnded
from tui.screens.handbooks.work import CHANGING, STOPPABLE, WorkScreen
from tui.widgets.choose import Choose
from tui.widgets.form import Field, Form

if TYPE_CHECKING:
    from edgerag.engine.editions import Pair

COMPARING = "looking for other editions"
ASKING = "asking of editions"


@dataclass
class EditionsFound(Message):
    """Handbooks that were just added, with others that are or may be editions of their works."""

    pairs: tuple[Pair, ...]
    compared: tuple[Handbook, ...] = ()
    """Those whose text is compared now with that of all others."""


@dataclass
class EditionsToAsk(Folded):
    """The pair to ask of now, as its handbooks are now; None if nothing is to be asked of any."""

    pair: Pair | None
    done: tuple[Pair, ...]
    """Those that wait no longer, this one the last of them."""


class EditionsScreen(WorkScreen):
    """Asks what becomes of an older edition, and whether two handbooks are editions of one work."""

    def __init__(self) -> None:
        super().__init__()
        self._pairs: tuple[Pair, ...] = ()
        """Those of which it is still to be asked."""
        self._uncompared: tuple[Handbook, ...] = ()
        """New handbooks whose text is still to be compared with that of all others."""

    def _look_for_editions(self) -> None:
        """Look whether what was just added is an edition of what was there."""
        new, self._outcome.new = self._outcome.new, []
        if not new:
            return
        uncompared = self._uncompared = (*self._uncompared, *new)

        def look(cancel: Event) -> Iterator[Message]:
            from edgerag.engine.editions import likely_pairs, told_editions

            library = self.program.desk.library()
            yield EditionsFound(tuple(told_editions(library, new)))
            yield EditionsFound(tuple(likely_pairs(library, uncompared, cancel)), compared=uncompared)

        self.program.jobs.look(self, look, COMPARING)

    def _go_on(self, group: str) -> None:
        """Look for editions of what was added."""
        if group in STOPPABLE:
            self._look_for_editions()

    def on_editions_found(self, message: EditionsFound) -> None:
        """Ask of them, after those that wait."""
        self._pairs += message.pairs
        self._uncompared = tuple(book for book in self._uncompared if book not in message.compared)
        self._ask_next()

    def on_screen_resume(self) -> None:
        """Ask what could not be asked while another screen was here."""
        self._ask_next()

    def on_work_ended(self, message: WorkEnded) -> None:
        """Ask what could not be asked while the library was being changed."""
        if message.group in (*STOPPABLE, CHANGING):
            self._ask_next()  # Textual calls the handlers of the classes above too

    @property
    def _can_ask(self) -> bool:
        """Whether this screen is in front, and nothing changes the library."""
        return self.app.screen is self and not self._is_busy

    def _ask_next(self) -> None:
        """Look which pair is to be asked of, as its handbooks are now."""
        pairs = self._pairs
        if not pairs or not self._can_ask:
            return

        def look(cancel: Event) -> Iterator[Message]:  # noqa: ARG001  # over in a moment
            from edgerag.engine.editions import as_it_is_now

            library = self.program.desk.library()
            for n, pair in enumerate(pairs, start=1):
                if now := as_it_is_now(library, pair):
                    yield EditionsToAsk(now, pairs[:n])
                    return
            yield EditionsToAsk(None, pairs)

        self.program.jobs.look(self, look, ASKING)

    def on_editions_to_ask(self, message: EditionsToAsk) -> None:
        """Ask of the pair, unless that was done meanwhile or this is not the moment."""
        if not self._can_ask or message.done[-1] not in self._pairs:
            return
        self._pairs = tuple(pair for pair in self._pairs if pair not in message.done)
        if (pair := message.pair) is None:
            return
        if pair.is_told:
            self._ask_whether_to_replace(pair)
        else:
            self._ask_whether_one_work(pair)

    def _ask_whether_to_replace(self, pair: Pair) -> None:
        older = pair.older
        question = Choose(
            f"Replace {name(older, 50)}?",
            f"{name(pair.newer, 50)} is newer. What was asked of the older edition and noted on it stays.",
            {
                "keep": "Keep both: each answers, and where they differ is shown",
                "map": "Keep both, and see now where the handbooks differ",
                "replace": "Replace: remove the older edition",
            },
        )

        def settle(answer: str | None) -> None:
            if answer == "replace":
                self._remove(older)
            elif answer == "map":
                self.post_message(MapWanted())

        self.app.push_screen(question, settle)

    def _ask_whether_one_work(self, pair: Pair) -> None:
        question = Choose(
            "Two editions of one work?",
            f"{name(pair.older, 50)} and {name(pair.newer, 50)}: {shared_sentence(pair.shared)}. Editions of "
            "one work have one title and one maker; then the newer one counts, and both are one voice.",
            {
                "no": "No, two works: both stay as they are",
                "yes": "Yes: give both one title and one maker",
            },
        )

        def settle(answer: str | None) -> None:
            if answer == "yes":
                self._ask_for_title(pair)

        self.app.push_screen(question, settle)

    def _ask_for_title(self, pair: Pair) -> None:
        from edgerag.engine.editions import join, maker_for_both, title_for_both

        before = {"title": title_for_both(pair), "maker": maker_for_both(pair)}
        form = Form(
            "One work",
            "Both get this title and this maker; each keeps its own edition.",
            [
                Field("title", "Title", before["title"], problem=partial(why_not, "title")),
                Field("maker", "Institution", before["maker"]),
            ],
        )

        def save(changes: dict[str, str] | None) -> None:
            if changes is None:
                return
            stated = before | changes
            join_both = lambda _: join(self.program.desk.library(), pair, **stated)  # noqa: E731  # one transaction
            if self._begin(CHANGING, join_both, "changing two handbooks"):
                self._pairs = (pair, *self._pairs)  # they are editions then: what becomes of the older one?

        self.app.push_screen(form, save)
