"""Lines of styled text, folded to a width, for front ends that each colour them in their own way."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum


class Style(StrEnum):
    """What a piece of text is; a front end maps it to colours, and no meaning rests on them alone."""

    PLAIN = "plain"
    TITLE = "title"
    DIM = "dim"
    QUOTE = "quote"
    AGREE = "agree"
    DISAGREE = "disagree"
    UNSURE = "unsure"
    ABSENT = "absent"
    MARKED = "marked"
    """What to look at inside other text."""
    FOUND = "found"
    """A quotation where it stands on its page."""
    CURSOR = "cursor"
    """Where the person is."""


@dataclass(frozen=True, slots=True)
class Segment:
    """Characters of one style; never holds a line break."""

    text: str
    style: Style = Style.PLAIN


Line = tuple[Segment, ...]
"""One line on the screen, left to right."""

GAP = 3
"""Columns between two fields of one line."""


def plain(lines: Iterable[Line]) -> str:
    """Drop the styles: what is printed into a pipe or a file; ends with a line break unless empty."""
    return "".join("".join(segment.text for segment in line).rstrip() + "\n" for line in lines)


def cells(text: str) -> int:
    """Count terminal columns: two for East Asian wide characters, none for combining marks."""
    return len(text) if text.isascii() else sum(map(_cells_of, text))


def shorten(text: str, width: int, *, at_word: bool = True) -> str:
    """Cut `text` to `width` columns with an ellipsis.

    Args:
        text: one line.
        width: columns.
        at_word: cut at a word's end where that costs less than half.

    Raises:
        ValueError: `width` is not positive.
    """
    if width < 1:
        raise ValueError("width must be positive")
    if cells(text) <= width:
        return text
    head = _head(text, width - 1)
    words = head if text[len(head)] == " " else head.rpartition(" ")[0]
    return (words if at_word and 2 * cells(words) >= width else head).rstrip() + "…"


def paragraph(
    segments: Sequence[Segment], width: int, *, indent: int = 0, hang: int | None = None
) -> list[Line]:
    """Fold `segments` into lines of at most `width` columns, breaking at spaces.

    A segment may begin and end with spaces, which are kept inside a line and dropped at its
    ends. A word longer than a line (or a run of Chinese) is broken where the line ends.

    Args:
        segments: the text; glued together as they are.
        width: columns of a line, its indentation included.
        indent: columns before the first line.
        hang: columns before the other lines; the same as `indent` if None.
    """
    hang = indent if hang is None else hang
    lines: list[Line] = []
    line: list[Segment] = []
    room = max(width - indent, 1)
    for piece in _pieces(segments):
        if cells(piece.text) > room and line:
            lines.append(_finished(line, hang if lines else indent))
            line, room = [], max(width - hang, 1)
        rest = piece if line else Segment(piece.text.lstrip(" "), piece.style)
        while cells(rest.text.rstrip(" ")) > room:
            head = _head(rest.text, room) or rest.text[:1]
            lines.append(_finished([Segment(head, rest.style)], hang if lines else indent))
            rest, room = Segment(rest.text[len(head) :], rest.style), max(width - hang, 1)
        if rest.text:
            line.append(rest)
            room -= cells(rest.text)
    if line:
        lines.append(_finished(line, hang if lines else indent))
    return lines


def fields(parts: Sequence[Segment], width: int, *, indent: int = 0, hang: int = 0) -> list[Line]:
    """Lay parts out beside each other, `GAP` columns apart; one that does not fit begins a line of its own.

    Args:
        parts: what to lay out; empty ones are left out, and only one wider than a line is folded.
        width: columns of a line, its indentation included.
        indent: columns before the first line.
        hang: columns before the other lines.
    """
    return mixed_fields([[part] for part in parts if part.text], width, indent=indent, hang=hang)


def mixed_fields(
    parts: Iterable[Sequence[Segment]], width: int, *, indent: int = 0, hang: int = 0
) -> list[Line]:
    """Do as `fields` does with parts of several styles."""
    lines: list[Line] = []
    row: list[Segment] = []
    for part in parts:
        extended = [*row, Segment(" " * GAP), *part] if row else [*part]
        start = hang if lines else indent
        if row and start + cells("".join(segment.text for segment in extended)) > width:
            lines += paragraph(row, width, indent=start, hang=hang)
            row = [*part]
        else:
            row = extended
    return lines + paragraph(row, width, indent=hang if lines else indent, hang=hang)


def indented(lines: Iterable[Line], columns: int) -> list[Line]:
    """Put so many columns before every line."""
    return [(Segment(" " * columns), *line) for line in lines]


def _pieces(segments: Iterable[Segment]) -> Iterator[Segment]:
    """Cut segments into words, each with the spaces before it."""
    for segment in segments:
        start = 0
        for position in range(1, len(segment.text)):
            if segment.text[position] == " " and segment.text[position - 1] != " ":
                yield Segment(segment.text[start:position], segment.style)
                start = position
        if segment.text:
            yield Segment(segment.text[start:], segment.style)


def _finished(line: Sequence[Segment], indent: int) -> Line:
    merged: list[Segment] = [Segment(" " * indent)] if indent else []
    for segment in line:
        if merged and merged[-1].style is segment.style:
            merged[-1] = Segment(merged[-1].text + segment.text, segment.style)
        else:
            merged.append(segment)
    return tuple(merged)


def _head(text: str, width: int) -> str:
    """Take as many characters from the front as fit into `width` columns."""
    used = 0
    for position, character in enumerate(text):
        used += _cells_of(character)
        if used > width:
            return text[:position]
    return text


def _cells_of(character: str) -> int:
    if unicodedata.combining(character) or character in "\u200c\u200d":
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
