"""Text that a file holds and its reader does not see, or sees crossed out: left out, and said where it was.

A dose that somebody struck through, deleted with "track changes" or hid is no longer what the handbook
says. It is never stored, so that it can be neither found nor quoted; the handbook's problems name the
places.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum

MOST_PLACES = 12
"""Places that a problem names; the others are counted."""
LONGEST_PLACE = 60
"""Characters of a heading that names a place."""
LEFT_OUT = "is left out"
"""What every such problem says."""


class Withdrawal(StrEnum):
    """Why text does not count."""

    STRUCK = "struck out"
    DELETED = "deleted"
    HIDDEN = "hidden"


class Withdrawn:
    """Collects what is left out of one file."""

    def __init__(self) -> None:
        self._places: dict[Withdrawal, dict[str, None]] = {}
        self._heading = ""

    def enter(self, heading: str) -> None:
        """Note the heading under which what follows stands."""
        self._heading = " ".join(heading.split())[:LONGEST_PLACE]

    def leave_out(self, why: Withdrawal, text: str) -> None:
        """Note that a text of the present place was left out; white space and rules are no text."""
        if any(map(str.isalnum, text)):
            place = f'under "{self._heading}"' if self._heading else "at the beginning"
            self._places.setdefault(why, {})[place] = None

    def problems(self) -> tuple[str, ...]:
        """Say what was left out and where, one sentence for each reason."""
        return tuple(problem(why, list(self._places[why])) for why in Withdrawal if why in self._places)


def problem(why: Withdrawal, places: Sequence[str]) -> str:
    """Say in one sentence that text was left out and where."""
    named = ", ".join(places[:MOST_PLACES])
    n_more = len(places) - MOST_PLACES
    return f"text that is {why} {LEFT_OUT}: {named}" + (f" and {n_more} more" if n_more > 0 else "")


def pages_named(numbers: Sequence[int]) -> str:
    """Write "page 3" or "pages 3-5, 9"."""
    return f"{'page' if len(numbers) == 1 else 'pages'} {ranges(numbers)}"


def ranges(numbers: Iterable[int]) -> str:
    """Write 3, 4, 5, 9 as "3-5, 9"."""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and number == spans[-1][1] + 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    return ", ".join(str(low) if low == high else f"{low}-{high}" for low, high in spans)
