"""Writes rows of data as lines that can be found, read and quoted alone: the place, then each value named.

    Row 14 | Medicine: adrenaline | Form: injection | Strength: 1 mg/mL

`language.sentences.is_record` recognises them. Nothing that a row says depends on the line above it: a long
row becomes several lines, each of which repeats the place and the values that name the row, so that no dose
stands without its medicine.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from edgerag.ingest.blocks import CELL_SEPARATOR, Block, BlockKind, DraftPage
from edgerag.ingest.paging import HIGH_LEVEL, PAGE_CHARS

LONGEST_LINE = 900
"""Characters: about a chunk, and half of what a passage may have."""
LONGEST_NAME = 80
"""Characters of a column's name; a longer one is cut."""
_MOST_FIRST = 120
"""Characters of the first value where it is repeated."""
_WORD = re.compile(r"[^\W\d_]{3}")
_DIGIT = re.compile(r"\d")
_JOINTS = re.compile(r"_+|(?<=[a-z])(?=[A-Z][a-z])")

Pair = tuple[str, str]
"""A column's name and the value under it."""


def record_lines(place: str, pairs: Sequence[Pair]) -> list[str]:
    """Write one row as a line, or as several where it is long.

    Args:
        place: "Row 14", a JSON Pointer or an XPath.
        pairs: names and values; empty values are left out.
    """
    cells = [cell for name, value in pairs if value.strip() for cell in _cells(name, one_line(value))]
    if not cells:
        return []
    lines = [[place, cells[0]]]
    n_chars, repeated = _length(lines[0]), [_shortened(": ".join(pair)) for pair in naming(pairs)]
    for cell in cells[1:]:
        if n_chars + len(cell) > LONGEST_LINE:
            lines.append([place, *repeated])
            n_chars = _length(lines[-1])
        lines[-1].append(cell)
        n_chars += len(cell) + len(CELL_SEPARATOR)
    return [CELL_SEPARATOR.join(line) for line in lines]


def naming(pairs: Sequence[Pair]) -> list[Pair]:
    """Give the values that name what a row is about: the first two in words alone, else the first.

    The first may be the name of a group.
    """
    filled = [(name, one_line(value)) for name, value in pairs if value.strip()]
    words = (pair for pair in filled if _WORD.search(pair[1]) and not _DIGIT.search(pair[1]))
    return list(islice(words, 2)) or filled[:1]


def plain_name(written: str) -> str:
    """Give a column's name as words: "adult_dose" and "adultDose" are "adult dose"."""
    words = one_line(_JOINTS.sub(" ", written))
    return words if len(words) <= LONGEST_NAME else words[: LONGEST_NAME - 1].rstrip() + "…"


def one_line(text: str) -> str:
    """Write a text in one line, its white space single."""
    return " ".join(text.split())


def record_pages(blocks: Iterable[Block]) -> list[DraftPage]:
    """Cut rows into pages of a readable size, each named by its first and last row."""
    pages: list[DraftPage] = []
    n_chars = PAGE_CHARS
    for block in blocks:
        is_high = block.kind is BlockKind.HEADING and block.level <= HIGH_LEVEL
        if n_chars >= PAGE_CHARS or (is_high and n_chars > PAGE_CHARS // 2):
            pages.append(DraftPage(None))
            n_chars = 0
        pages[-1].blocks.append(block)
        n_chars += len(block.text) + 1
    for page in pages:
        page.label = _span(page.blocks)
    return pages


def _span(blocks: Sequence[Block]) -> str:
    """Name the rows of a page: "Row 2 to Row 31"."""
    places = [block.text.split(CELL_SEPARATOR, 1)[0] for block in blocks if block.kind is BlockKind.RECORD]
    if not places or places[0] == places[-1]:
        return "".join(places[:1])
    return f"{places[0]} to {places[-1]}"


def _cells(name: str, value: str) -> Iterator[str]:
    """Write a value with its name, a long one as several, all with the name."""
    room = LONGEST_LINE - LONGEST_NAME - 2 * _MOST_FIRST
    while len(value) > room:
        cut = value.rfind(" ", 1, room)
        cut = cut if cut > 0 else room
        yield f"{name}: {value[:cut]}"
        value = value[cut:].lstrip()
    yield f"{name}: {value}"


def _length(parts: Sequence[str]) -> int:
    return sum(len(part) + len(CELL_SEPARATOR) for part in parts)


def _shortened(cell: str) -> str:
    return cell if len(cell) <= _MOST_FIRST else cell[: _MOST_FIRST - 1].rstrip() + "…"
