"""Cut clinical text into statements: sentences, list items and table rows.

A general sentence splitter fails on handbooks: PDF lines are wrapped anywhere, list items end
without a full stop, tables put a dose in a cell, and "e.g.", "p. 16", "P. falciparum" and
"1. Give" are no sentence ends. The unit here is whatever can be quoted alone and still be read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import zip_longest

from edgerag.language.clauses import cut


class Kind(StrEnum):
    """What a statement looks like on the page."""

    SENTENCE = "sentence"
    ITEM = "item"
    ROW = "row"
    RECORD = "record"
    """A row of a list of data: its place, then each value with its column's name. It needs no head."""
    LEAD = "lead"
    """A heading, or a line that ends in a colon: it says what the next statements are about."""


LISTED = frozenset({Kind.ITEM, Kind.ROW, Kind.RECORD})
"""What stands under a title or a line that announces it."""


@dataclass(frozen=True, slots=True)
class Statement:
    """Characters `start` to `end` of the text that was cut."""

    start: int
    end: int
    kind: Kind


@dataclass(frozen=True, slots=True)
class _Line:
    start: int
    end: int
    text: str
    """Without the white space around it."""
    indent: int


LONGEST_CHARS = 400
"""A statement longer than this is cut at its line ends: the text has no punctuation to go by."""

_BULLET = re.compile(
    r"(?:[•▪●◦‣∙·►▶■□◆♦➢✓✔»\x01*–—-]|o(?=\s+[A-Z])|\(?\d{1,2}[.)](?=\s+\D)|"
    r"\d{1,2}(?:\.\d{1,2})+\.?(?=\s+[A-Z])|\(?[a-z][.)]|\((?:i{1,3}|iv|v)\))\s+"
)
_FOOTNOTE = re.compile(r"\d{1,2}(?=[A-Z][a-z])")
"""The number of a note at the foot of a page, which is glued to its first word: "1Known with HIV"."""
_BAND_HEAD = re.compile(r"[<>≤≥]?\s?\d[^.;:|]{0,30}[a-z)]:\s")
"""At the beginning of a line: "2-9 years: 100 ml"."""
_INLINE_BULLET = re.compile(r"[•▪●◦‣►▶■♦➢✓✔»\x01]\s*")
_SENTENCE_END = re.compile(r"(?<![.…\s])[.!?][\"'”’)\]*_]*(?=\s+[\"'“‘(\[*_]*[A-Z0-9≥≤<>•])")
_ABBREVIATIONS = frozenset({
    "e.g", "i.e", "eg", "ie", "cf", "vs", "viz", "approx", "incl", "resp", "p", "pp", "pg", "no", "nos",
    "fig", "figs", "ch", "sec", "vol", "ed", "eds", "dr", "mr", "mrs", "ms", "prof", "st", "sp", "spp",
    "subsp", "var", "al", "max", "min",
})  # fmt: skip
"""A full stop behind one of these ends no sentence."""
_BEFORE_NUMBER = frozenset({
    "mg", "mcg", "g", "gm", "kg", "ml", "cc", "hr", "hrs", "oral", "orally", "po", "iv", "im", "sc",
    "tab", "tabs", "inj",
})  # fmt: skip
"""Nor does it behind one of these where a number follows that numbers no item: "250 mg. 4 times a day"."""
_HAS_AMOUNT = re.compile(
    r"\d\s*(?:m[gl]|mcg|g|kg|ml|%|days?|weeks?|months?|hours?|hourly|minutes?)\b", re.IGNORECASE
)
_NEXT = 20
"""Characters behind a full stop that tell whether a number comes next."""
_CLOSING = "\"'”’)]*_"
"""May stand behind the sign that ends a sentence."""
_MOST_DIGITS = 2
"""Of the number before a list's item: "5. Give"."""
_MOST_ROW_DIGITS = 7
_MOST_MARKS = 6
"""Number signs before a heading."""
_UNENDING = frozenset({
    "a", "an", "and", "as", "at", "but", "by", "for", "from", "if", "in", "into", "its",
    "of", "on", "or", "per", "than", "that", "the", "their", "to", "via", "with", "without",
})  # fmt: skip
"""No statement ends with one of these words."""


def statements(text: str) -> list[Statement]:
    """Cut `text` into statements in reading order; only white space and table rules are left out."""
    found = [statement for block in _blocks(_lines(text)) for statement in _statements_of(text, block)]
    return [
        Statement(this.start, this.end, Kind.LEAD) if _is_title(text, this, following) else this
        for this, following in zip_longest(found, found[1:])
    ]


def _is_title(text: str, this: Statement, following: Statement | None) -> bool:
    """Whether a short line without a full stop stands above a list, a table or a heading's text."""
    if this.kind is not Kind.SENTENCE or following is None or following.kind not in LISTED:
        return False
    title = text[this.start : this.end]
    return not is_closed(title) and len(title.split()) <= 20 and _HAS_AMOUNT.search(title) is None


def _lines(text: str) -> list[_Line]:
    lines = []
    start = 0
    for raw in text.splitlines(keepends=True):
        stripped = raw.strip()
        first = start + len(raw) - len(raw.lstrip())
        lines.append(_Line(first, first + len(stripped), stripped, first - start))
        start += len(raw)
    return lines


def _blocks(lines: Sequence[_Line]) -> Iterator[list[_Line]]:
    """Group lines that the layout wrapped into one run of text."""
    width = _full_width(lines)
    block: list[_Line] = []
    for line in lines:
        if block and not _continues(block, line, width):
            yield block
            block = []
        if line.text and not is_rule(line.text):
            block.append(line)
    if block:
        yield block


def _full_width(lines: Sequence[_Line]) -> float:
    """Say how long a line is that was wrapped rather than ended: most of the longest lines' length."""
    lengths = sorted(len(line.text) for line in lines if line.text)
    return 0.7 * lengths[len(lengths) * 9 // 10] if lengths else 0.0


def _continues(block: Sequence[_Line], line: _Line, width: float) -> bool:
    """Whether a line goes on with the block above it.

    A capital under a list item begins something new, however long the item's last line is.
    """
    previous, is_in_item = block[-1].text, starts_item(block[0].text)
    if not line.text or starts_item(line.text) or _FOOTNOTE.match(line.text) or is_lead(previous):
        return False
    if is_row(line.text) or is_row(previous) or is_rule(line.text):
        return False
    if is_heading(line.text) or is_heading(previous) or _BAND_HEAD.match(line.text):
        return False
    if _is_open(previous) or (is_in_item and line.indent > block[0].indent):
        return True
    starts_lower = not line.text[0].isupper()
    if is_in_item and is_lead(line.text) and _HAS_AMOUNT.search(previous):
        return False  # a dose is not said of what the next line announces
    is_wrapped = len(previous) >= width and (starts_lower or not is_in_item)
    return is_wrapped or (starts_lower and not is_closed(previous))


def _is_open(line: str) -> bool:
    """Whether a line cannot be the last of a statement: it ends in a comma, a bracket, "and", "the"."""
    return line[-1] in ",(/&+" or line.rsplit(maxsplit=1)[-1].lower() in _UNENDING


def starts_item(line: str) -> bool:
    """Whether a line opens with a bullet or an item number."""
    return _BULLET.match(line) is not None


def is_row(line: str) -> bool:
    """Whether a line is a table row: cells divided by bars."""
    return line.startswith("|") or " | " in line or "\t" in line


def cells(line: str) -> list[str]:
    """Give what stands in the cells of a row, trimmed."""
    return [cell.strip() for cell in cut(line, "|\t")]


def is_rule(line: str) -> bool:
    """Whether a line only divides a table's head from its body: "|---|:--:|"."""
    return "-" in line and ("--" in line or "|" in line) and not line.strip("|:- \t")


def is_heading(line: str) -> bool:
    """Whether a line is marked as a heading, as Markdown does."""
    said = line.lstrip("#")
    return said[:1].isspace() and 0 < len(line) - len(said) <= _MOST_MARKS


def is_record(line: str) -> bool:
    """Whether a line is a row of a list of data: "Row 14 | Medicine: adrenaline | Strength: 1 mg/mL".

    Its place is a row's number, a JSON Pointer (RFC 6901, as a fragment) or an XPath.
    """
    place, bar, rest = line.partition(" | ")
    number = place[4:] if place.startswith(("Row ", "row ")) else ""
    is_place = (number.isdecimal() and len(number) <= _MOST_ROW_DIGITS) or (
        place.startswith(("/", "#/")) and len(place.split()) == 1
    )
    return is_place and bool(bar) and bool(rest[:1].strip())


def cell_of(place: int, line: str) -> tuple[int, int]:
    """Give the start and the end of the cell that a place of a row is in."""
    end = line.find("|", place)
    return line.rfind("|", 0, place) + 1, len(line) if end < 0 else end


def is_closed(text: str) -> bool:
    """Whether a text ends as a sentence does."""
    return text.rstrip(_CLOSING).endswith((".", "!", "?", ":", ";"))


def is_lead(line: str) -> bool:
    """Whether a line says what those below it are about: it ends in a colon, or is marked as a heading."""
    return line.rstrip("*_ ").endswith(":") or is_heading(line)


def _statements_of(text: str, block: Sequence[_Line]) -> Iterator[Statement]:
    first = block[0]
    if is_row(first.text):
        if not any(map(str.isalnum, first.text)):
            return
        kind = Kind.RECORD if is_record(first.text) else Kind.ROW
        yield Statement(first.start, first.end, kind)
        return
    bullet = _BULLET.match(first.text)
    start = first.start + (bullet.end() if bullet else 0)
    for low, high in _sentences(text, start, block[-1].end):
        if is_lead(text[low:high]):
            yield Statement(low, high, Kind.LEAD)
        else:
            yield Statement(low, high, Kind.ITEM if bullet else Kind.SENTENCE)


def _sentences(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Cut one block at sentence ends and at bullets in the middle of a line."""
    low = start
    for place in sorted({*_sentence_ends(text, start, end), *_inline_bullets(text, start, end)}):
        yield from _pieces(text, low, place)
        low = place
    yield from _pieces(text, low, end)


def _sentence_ends(text: str, start: int, end: int) -> Iterator[int]:
    for match in _SENTENCE_END.finditer(text, start, end):
        before = text[max(start, match.start() - 12) : match.start()]
        if text[match.start()] == "." and _ends_in_abbreviation(before, at_start=match.start() - start <= 3):
            continue
        if _last_word(before) in _BEFORE_NUMBER and _goes_on_with_number(
            text[match.end() : match.end() + _NEXT]
        ):
            continue
        yield match.end()


def _ends_in_abbreviation(before: str, *, at_start: bool) -> bool:
    """Say whether the full stop after `before` belongs to a word; "5. Give" is a number only at the start."""
    word = _last_word(before)
    if word.isdecimal():
        return at_start and len(word) <= _MOST_DIGITS
    return word in _ABBREVIATIONS or (len(word) == 1 and word.isascii() and word.isalpha())


def _goes_on_with_number(after: str) -> bool:
    """Whether a number comes next that numbers no item."""
    after = after.lstrip()
    return after.lstrip("≥≤<> ")[:1].isdecimal() and not starts_item(after)


def _last_word(before: str) -> str:
    """Give the last word of a text in small letters, without the number glued to it."""
    words = [] if before[-1:].isspace() else cut(before, "([").pop().split()
    return words[-1].lower().lstrip("0123456789.") if words else ""


def _inline_bullets(text: str, start: int, end: int) -> Iterator[int]:
    for match in _INLINE_BULLET.finditer(text, start, end):
        yield match.start()


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Trim white space and a leading bullet; cut what is still too long at its line ends."""
    start, end = trim(text, start, end)
    bullet = _INLINE_BULLET.match(text, start, end) or _FOOTNOTE.match(text, start, end)
    start = bullet.end() if bullet else start
    while end - start > LONGEST_CHARS:
        line_end = text.rfind("\n", start + 1, start + LONGEST_CHARS)
        if line_end < 0:
            break
        yield trim(text, start, line_end)
        start, _ = trim(text, line_end, end)
    if start < end:
        yield start, end


def trim(text: str, start: int, end: int) -> tuple[int, int]:
    """Leave out white space at both ends of a span."""
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    return start, end
