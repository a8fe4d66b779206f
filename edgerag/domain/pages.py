"""Spans of the handbook text, and the pages they fall on."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from edgerag.domain.handbooks import Page

PAGE_BREAK = "\n"
"""What stands between two pages' texts in the handbook text."""


@dataclass(frozen=True, slots=True)
class PageSpan:
    """Characters `start` to `end` of one page's own text."""

    page: Page
    start: int
    end: int

    @property
    def text(self) -> str:
        """The characters themselves."""
        return self.page.text[self.start : self.end]


def paginate(texts: Sequence[str], numbers: Sequence[int | None], labels: Sequence[str]) -> tuple[Page, ...]:
    """Make pages of their texts, with each page's offset in the handbook text."""
    pages: list[Page] = []
    start = 0
    for ordinal, (text, number, label) in enumerate(zip(texts, numbers, labels, strict=True), start=1):
        pages.append(Page(ordinal, number, label, start, text))
        start += len(text) + len(PAGE_BREAK)
    return tuple(pages)


def handbook_text(pages: Sequence[Page]) -> str:
    """Join pages into the text that section and chunk offsets refer to."""
    return PAGE_BREAK.join(page.text for page in pages)


def locate(pages: Sequence[Page], start: int, end: int) -> list[PageSpan]:
    """Cut the span `start` to `end` of the handbook text at page ends; empty parts are left out."""
    first = max(bisect_right([page.start for page in pages], start) - 1, 0)
    spans: list[PageSpan] = []
    for page in pages[first:]:
        if page.start >= end:
            break
        low, high = max(start - page.start, 0), min(end - page.start, len(page.text))
        if low < high:
            spans.append(PageSpan(page, low, high))
    return spans
