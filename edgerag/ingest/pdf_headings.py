"""Decides which lines of a PDF are headings, and how they nest.

1. The outline (bookmarks), if most of its entries are found on their pages.
2. The type: lines larger than the body, or bold on their own. Each style (size, weight, capitals)
   is one level, larger above smaller; section numbers order headings of one style.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from edgerag.ingest.pdf_layout import Line
from edgerag.ingest.pdf_prose import is_item

LARGER = 1.12
"""A heading's size against the body's; less is a rounding of fonts."""
LONGEST_CHARS = 140
LONGEST_WORDS = 18
MOST_LINES = 3
COMMON_SHARE = 0.2
"""A style that sets more of the text than this is body, however bold."""
REGULAR_COUNT = 3
"""Headings that make a style regular; rarer ones (title pages) join the nearest regular level."""
MATCHED_SHARE = 0.5
"""Share of outline entries that must be found in the text for the outline to count."""
CONTENTS_SHARE = 0.35
"""Share of lines ending in a page number that makes a page a table of contents."""
_NUMBERED = re.compile(r"(\d{1,2}(?:\.\d{1,2})*)\.?\s+\S")
_LEADER = re.compile(r"(?:\.{3,}|…|\s)\s*(?:\d{1,3}|[ivxl]+)$")
_LETTERS = re.compile(r"[^\W\d_]")
_NOT_ALONE = {
    "or",
    "and",
    "plus",
    "note",
    "nb",
    "or:",
    "and:",
    "note:",
    "notes:",
    "nb:",
    "either",
    "either:",
    "then",
    "yes",
    "no",
}


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """One bookmark."""

    level: int
    title: str
    page: int
    """Index of the page it leads to."""


@dataclass(frozen=True, slots=True)
class Lettering:
    """How a line is set, coarsely enough for two lines of one kind to be equal."""

    half_points: int
    bold: bool
    capitals: bool


def lettering_of(lines: Sequence[Line]) -> Lettering:
    """Give the style of a paragraph by its first line."""
    fragments = [fragment for line in lines for fragment in line.fragments]
    size = max(fragments, key=lambda fragment: len(fragment.text)).size
    text = "".join(fragment.text for fragment in fragments)
    is_bold = all(fragment.bold for fragment in fragments if _LETTERS.search(fragment.text))
    return Lettering(round(2 * size), bold=is_bold, capitals=text.isupper())


Paragraphs = list[list[Line]]


def find_headings(pages: Sequence[Paragraphs], outline: Sequence[OutlineEntry]) -> dict[tuple[int, int], int]:
    """Give the level of every heading, by page index and paragraph index; smaller is higher."""
    by_type = _headings_by_type(pages)
    by_outline = _headings_by_outline(pages, outline)
    if not by_outline:
        return by_type
    deepest = max(by_outline.values()) + 1
    return {place: deepest + level for place, level in by_type.items()} | by_outline


def _headings_by_outline(
    pages: Sequence[Paragraphs], outline: Sequence[OutlineEntry]
) -> dict[tuple[int, int], int]:
    """Find each bookmark's title on its page; nothing if most are not there."""
    found: dict[tuple[int, int], int] = {}
    for entry in outline:
        wanted = _letters(entry.title)
        if not wanted or not 0 <= entry.page < len(pages):
            continue
        for index, paragraph in enumerate(pages[entry.page]):
            text = _letters(" ".join(line.text for line in paragraph))
            if text and (text == wanted or _close(text, wanted)) and (entry.page, index) not in found:
                found[entry.page, index] = entry.level
                break
    return found if len(found) >= max(2, MATCHED_SHARE * len(outline)) else {}


def _letters(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalnum())


def _close(text: str, wanted: str) -> bool:
    """Whether one contains the other and little else, such as a chapter's number."""
    shorter, longer = sorted((text, wanted), key=len)
    return shorter in longer and len(shorter) >= 6 and len(shorter) > 0.6 * len(longer)


def _headings_by_type(pages: Sequence[Paragraphs]) -> dict[tuple[int, int], int]:
    body = _body_half_points(pages)
    common = _common_styles(pages)
    styles: dict[tuple[int, int], Lettering] = {}
    depths: dict[tuple[int, int], int] = {}
    for page_index, page in enumerate(pages):
        if _is_contents(page):
            continue
        for index, paragraph in enumerate(page):
            style = lettering_of(paragraph)
            if style not in common and _looks_like_heading(paragraph, style, body):
                styles[page_index, index] = style
                number = _NUMBERED.match(paragraph[0].text)
                depths[page_index, index] = number.group(1).count(".") if number else 0
    level_of = _levels(list(styles.values()))
    return {place: 10 * level_of[style] + depths[place] for place, style in styles.items()}


def _body_half_points(pages: Sequence[Paragraphs]) -> int:
    sizes: Counter[int] = Counter()
    for page in pages:
        for paragraph in page:
            for line in paragraph:
                for fragment in line.fragments:
                    sizes[round(2 * fragment.size)] += len(fragment.text)
    return sizes.most_common(1)[0][0] if sizes else 20


def _common_styles(pages: Sequence[Paragraphs]) -> set[Lettering]:
    """Styles that set so much of the text that they cannot mean "heading"."""
    chars: defaultdict[Lettering, int] = defaultdict(int)
    for page in pages:
        for paragraph in page:
            if not paragraph[0].cells:
                chars[lettering_of(paragraph)] += sum(len(line.text) for line in paragraph)
    total = sum(chars.values())
    return {style for style, n in chars.items() if n > COMMON_SHARE * total}


def _is_contents(page: Paragraphs) -> bool:
    lines = [line.text for paragraph in page for line in paragraph if not line.cells]
    return len(lines) >= 6 and sum(bool(_LEADER.search(text)) for text in lines) > CONTENTS_SHARE * len(lines)


def _looks_like_heading(paragraph: list[Line], style: Lettering, body: int) -> bool:
    text = " ".join(line.text for line in paragraph)
    letters = len(_LETTERS.findall(text))
    numbered = _NUMBERED.match(text) is not None
    if (
        paragraph[0].cells
        or len(paragraph) > MOST_LINES
        or not all(f.upright for f in paragraph[0].fragments)
    ):
        return False
    if (
        letters < 3
        or len(text) > LONGEST_CHARS
        or len(text.split()) > LONGEST_WORDS
        or letters < 0.4 * len(text)
    ):
        return False
    if text.endswith((".", ",", ";", "\u00ad")) or text.casefold() in _NOT_ALONE or _LEADER.search(text):
        return False
    if (is_item(text) and not numbered) or not (
        text[0].isupper() or text[0].isdigit() or not text[0].isascii()
    ):
        return False
    return style.half_points >= LARGER * body or (style.bold and style.half_points >= 0.95 * body)


def _levels(styles: Sequence[Lettering]) -> dict[Lettering, int]:
    """Rank styles: larger first, then bold, then capitals; rare ones take the level of the next larger."""
    counts = Counter(styles)
    regular = sorted((style for style, n in counts.items() if n >= REGULAR_COUNT), key=_prominence) or sorted(
        counts, key=_prominence
    )
    ranks: dict[Lettering, int] = {}
    for style in counts:
        above = [index for index, other in enumerate(regular) if _prominence(other) <= _prominence(style)]
        ranks[style] = above[-1] if above else 0
    return ranks


def _prominence(style: Lettering) -> tuple[int, bool, bool]:
    return -style.half_points, not style.bold, not style.capitals
