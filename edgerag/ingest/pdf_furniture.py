"""Finds running headers, footers and page numbers: text that repeats at one place on many pages."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence

from edgerag.ingest.pdf_glyphs import Fragment, GlyphPage

MARGIN = 0.14
"""Share of the page's height, at the top and at the bottom, where furniture can be."""
REPEATS = 3
"""Pages on which a text must stand at the same place; running headers often change by chapter."""
SAME_PLACE = 6.0
"""Points by which the height of repeated text may differ."""
NO_NUMBER = 99_999
"""Stands for the page number of text that has none."""
_VARIABLE = re.compile(r"\d+|\b[ivxlc]+\b", re.IGNORECASE)


def remove_furniture(pages: Sequence[GlyphPage]) -> list[tuple[str, ...]]:
    """Delete running headers, footers and page numbers in place; return the texts deleted from each page.

    Only text in the outer `MARGIN` of the page is touched, and only if the same text, numbers
    apart, stands at the same height on at least `REPEATS` pages.
    """
    repeated = _repeated(pages)
    deleted: list[tuple[str, ...]] = []
    for page in pages:
        furniture: list[str] = []
        kept: list[Fragment] = []
        for fragment in page.fragments:
            if not _in_margin(page, fragment):
                kept.append(fragment)
            elif _place(fragment) & repeated:
                furniture.append(fragment.text)
            else:
                kept.append(fragment)
        page.fragments = kept
        deleted.append(tuple(furniture))
    return deleted


def _in_margin(page: GlyphPage, fragment: Fragment) -> bool:
    return not MARGIN * page.height < fragment.baseline < (1 - MARGIN) * page.height


def _place(fragment: Fragment) -> set[tuple[str, int]]:
    """Give the text with its numbers masked, at its height; in both neighbouring height classes."""
    masked = _VARIABLE.sub("#", fragment.text).casefold()
    row = int(fragment.baseline // SAME_PLACE)
    return {(masked, row), (masked, row + 1)}


def _repeated(pages: Sequence[GlyphPage]) -> set[tuple[str, int]]:
    """Count the places of margin text, by pages.

    Text without letters counts as furniture only if it follows the pages: section numbers and
    doses that happen to stand at one height do not.
    """
    seen: Counter[tuple[str, int]] = Counter()
    values: defaultdict[tuple[str, int], list[tuple[int, int]]] = defaultdict(list)
    for index, page in enumerate(pages):
        places: set[tuple[str, int]] = set()
        for fragment in page.fragments:
            if _in_margin(page, fragment):
                places |= _place(fragment)
                if not any(map(str.isalpha, fragment.text)):
                    for place in _place(fragment):
                        values[place].append((index, _number(fragment.text)))
        seen.update(places)
    furniture = {place for place, count in seen.items() if count >= REPEATS}
    return {place for place in furniture if place not in values or _follows_pages(values[place])}


def _number(text: str) -> int:
    """Give the page's own number: 12 of "12", "- 12 -" and "6.12" (chapter and page)."""
    return int(re.findall(r"\d{1,5}", f"{NO_NUMBER} {text}")[-1])


def _follows_pages(numbers: Sequence[tuple[int, int]]) -> bool:
    """Whether number minus page is the same for a good part of the numbers."""
    offsets = Counter(number - index for index, number in numbers if number != NO_NUMBER)
    return sum(count for count in offsets.values() if count >= REPEATS) >= 0.5 * len(numbers)
