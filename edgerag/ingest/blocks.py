"""What every adapter makes of a file: pages of blocks, before offsets and ids are given.

The rest of ingest sees no PDF, DOCX or HTML: only these records.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class BlockKind(StrEnum):
    """What a block is; each block becomes one line of the stored page."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ROW = "row"
    """One row of a table, its cells joined by `CELL_SEPARATOR`."""
    RECORD = "record"
    """One row of a list of data, each value with its column's name, as `records` writes it."""


CELL_SEPARATOR = " | "
BROKEN_BAR = "¦"
"""Stands for a bar within a cell, where one would begin another."""
MAX_TEXT_CHARS = 60_000_000
"""Sixty times the longest handbook, and a sheet of 300,000 rows; more text is no handbook."""


@dataclass(slots=True)
class Block:
    """A heading, a paragraph or list item, or a table row."""

    kind: BlockKind
    text: str
    level: int = 0
    """Of a heading: smaller is higher; only the order of levels matters."""
    table: int = 0
    """Of a row: which table of the file it belongs to; rows of one table share the number."""


@dataclass(slots=True)
class DraftPage:
    """One page, or the whole stretch of a format without pages."""

    number: int | None
    label: str = ""
    """What is printed on it, or which rows of data it holds."""
    blocks: list[Block] = field(default_factory=list)


@dataclass(slots=True)
class Properties:
    """What the file says about itself; empty if it says nothing."""

    title: str = ""
    author: str = ""
    date: str = ""
    language: str = ""
    large_text: tuple[str, ...] = ()
    """The largest lines of the first pages, largest first: where a title page keeps its title."""


@dataclass(slots=True)
class Draft:
    """A file as an adapter read it."""

    media_type: str
    pages: list[DraftPage]
    properties: Properties = field(default_factory=Properties)
    problems: tuple[str, ...] = ()


class ListMarkers:
    """What stands before each item of nested lists: "- ", or its number in an ordered list."""

    def __init__(self) -> None:
        self._numbers: list[int | None] = []

    def open(self, first: int | None) -> None:
        """Begin a list whose items are numbered from `first`, or not at all."""
        self._numbers.append(first)

    def close(self) -> None:
        """End the innermost list; does nothing outside of all."""
        if self._numbers:
            self._numbers.pop()

    def next(self) -> str:
        """Give the marker of the next item of the innermost list."""
        number = self._numbers[-1] if self._numbers else None
        if number is None:
            return "- "
        self._numbers[-1] = number + 1
        return f"{number}. "
