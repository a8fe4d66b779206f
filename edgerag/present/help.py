"""The text of the help: what a screen is for, and its keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from edgerag.present.lines import Line, Segment, Style, paragraph

KEY_COLUMNS: Final = 14
REMAP: Final = 'Another key for an action: in the settings file, a table such as [keys.ask] with copy = "y".'


@dataclass(frozen=True, slots=True)
class KeyHelp:
    """A key and what it does."""

    keys: str
    explanation: str
    name: str
    """The action's name in the settings."""


def help_lines(title: str, explanation: str, keys: Sequence[KeyHelp], width: int) -> list[Line]:
    """Lay the help out in lines of at most `width` columns."""
    lines = paragraph([Segment(title, Style.TITLE)], width)
    lines += [(), *paragraph([Segment(explanation)], width)]
    lines += [(), *paragraph([Segment("Keys", Style.TITLE)], width)]
    for one in keys:
        head = Segment(f"{one.keys:{KEY_COLUMNS}}", Style.TITLE)
        lines += paragraph(
            [head, Segment(one.explanation), Segment(f"  {one.name}", Style.DIM)], width, hang=KEY_COLUMNS
        )
    return [*lines, (), *paragraph([Segment(REMAP, Style.DIM)], width)]
