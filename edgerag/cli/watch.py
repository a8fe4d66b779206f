"""Shows a question being answered, on stderr, while stdout waits for the report.

For a person: one line per handbook (what was found, then what is being written), which
vanishes when the report is printed. In a pipe: nothing, for the report says it all.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from edgerag.present.inert import inert, one_line
from edgerag.present.lines import Line, Style, shorten
from edgerag.present.wording import name, understood_as

if TYPE_CHECKING:
    from rich.text import Text

    from edgerag.domain.handbooks import Handbook
    from edgerag.domain.ids import HandbookId
    from edgerag.engine.events import AskEvent

_COLOURS = {
    Style.PLAIN: "",
    Style.TITLE: "bold",
    Style.DIM: "dim",
    Style.QUOTE: "italic",
    Style.AGREE: "bold green",
    Style.DISAGREE: "bold red",
    Style.UNSURE: "bold yellow",
    Style.ABSENT: "dim",
    Style.MARKED: "bold underline",
    Style.FOUND: "bold",
    Style.CURSOR: "reverse",
}
_REFRESH_PER_S = 8
_NAME_COLUMNS = 30


def coloured(line: Line) -> Text:
    """Turn a line of the report into rich's text; no markup in it is interpreted."""
    from rich.text import Text

    return Text.assemble(*((inert(segment.text), _COLOURS[segment.style]) for segment in line))


@contextmanager
def watch() -> Iterator[Callable[[AskEvent], None]]:
    """Give a function to call with every event."""
    if not sys.stderr.isatty():
        with unwatched() as show_nothing:
            yield show_nothing
        return
    from rich.console import Console
    from rich.live import Live

    console = Console(stderr=True, highlight=False)
    board = Board()
    with Live(console=console, refresh_per_second=_REFRESH_PER_S, transient=True) as live:

        def show(event: AskEvent) -> None:
            board.take(event)
            live.update(board.drawn(console.width, console.height - 1))

        yield show


@contextmanager
def unwatched() -> Iterator[Callable[[AskEvent], None]]:
    """Give a function that shows nothing."""
    yield lambda event: None  # noqa: ARG005  # the report says it all


class Board:
    """How the question was understood, and a line per handbook: its name and what is newest of it."""

    def __init__(self) -> None:
        self._names: dict[HandbookId, str] = {}
        self._lines: dict[HandbookId, tuple[str, str]] = {}
        self._known: list[str] = []

    def take(self, event: AskEvent) -> None:
        """Note what an event says."""
        from edgerag.engine.events import Answered, Drafted, QuestionRead, Retrieved, Written

        match event:
            case QuestionRead(understood):
                self._known = understood_as(understood)
            case Retrieved(evidence):
                found = evidence.passages[0].path[-1:] if evidence.passages else ("nothing found",)
                self._put(evidence.handbook, "found", " ".join(found))
            case Drafted(answer):
                self._put(answer.handbook, "quotes", answer.text or answer.status.replace("_", " "))
            case Written(handbook, text):
                state, before = self._lines[handbook]
                self._lines[handbook] = ("writes", (before if state == "writes" else "") + text)
            case Answered(answer):
                self._put(answer.handbook, answer.status.replace("_", " "), answer.text)
            case _:
                pass

    def drawn(self, width: int, height: int) -> Text:
        """Draw the board in `width` columns and at most `height` lines, what is being written last."""
        from rich.text import Text

        drawn = [Text(shorten(sentence, width), style="dim") for sentence in self._known[:height]]
        room = height - len(drawn)
        rows = sorted(self._lines.items(), key=lambda item: item[1][0] == "writes")[-room:] if room else []
        for book, (state, text) in rows:
            head = f"{shorten(self._names[book], _NAME_COLUMNS):{_NAME_COLUMNS}} {state:13} "
            cut = _tail if state == "writes" else shorten
            shown = cut(one_line(text), max(width - len(head), 1))
            drawn.append(Text(head, style="bold", no_wrap=True) + Text(shown, style="not bold"))
        return Text("\n").join(drawn)

    def _put(self, handbook: Handbook, state: str, text: str) -> None:
        self._names[handbook.id] = name(handbook, _NAME_COLUMNS)
        self._lines[handbook.id] = (state, text)


def _tail(text: str, width: int) -> str:
    """Keep the end of a text that is too long: what is being written is there."""
    return text if len(text) <= width else "…" + text[1 - width :]
