"""Where a text is cut: the signs between its parts, and what stands before and behind a place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

BULLETS: Final = " *•-"
"""What may stand before the first word of a line, and is none of it."""


def cut(text: str, signs: str) -> list[str]:
    """Cut a text at every one of these signs; at least one part is given."""
    for sign in signs[1:]:
        text = text.replace(sign, signs[0])
    return text.split(signs[0])


def ends(text: str, signs: str, start: int, end: int) -> Iterator[int]:
    """Give the places behind such signs, if white space follows: "2.5 mg" is in one part."""
    for place in range(start, end - 1):
        if text[place] in signs and text[place + 1].isspace():
            yield place + 2


def is_headed(text: str, place: int) -> bool:
    """Whether what ends at a place stands before a colon or in a cell of its own."""
    return text[place : place + 2].lstrip()[:1] in (":", "|")


def has_figure(text: str) -> bool:
    """Whether a digit stands anywhere in a text."""
    return any(map(str.isdecimal, text))
