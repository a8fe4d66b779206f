"""What was typed and kept nowhere when a locked library's screens were left; it is shown when they are back.

It is held in this process alone, and written nowhere.
"""

from __future__ import annotations

from dataclasses import dataclass

from edgerag.present.inert import one_line
from edgerag.present.lines import Line, Segment, Style, paragraph


@dataclass(frozen=True, slots=True)
class Unsaved:
    """A question that was not asked, and what an open form held."""

    question: str = ""
    form: str = ""
    """The form's title."""
    values: tuple[tuple[str, str], ...] = ()
    """Labels of its fields, and what was typed or chosen in them."""

    def lines(self, width: int) -> list[Line]:
        """Lay out what the form held."""
        laid_out = paragraph([Segment(one_line(self.form), Style.DIM)], width)
        for label, value in self.values:
            laid_out += paragraph([Segment(f"{label}: ", Style.DIM), Segment(one_line(value))], width)
        return laid_out


NOTHING_UNSAVED = Unsaved()
