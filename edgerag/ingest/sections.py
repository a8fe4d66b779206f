"""Gives blocks their offsets in the handbook text, and builds the tree of sections over them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from edgerag.domain.handbooks import Page, Section
from edgerag.domain.ids import HandbookId, SectionId, section_id
from edgerag.domain.pages import PAGE_BREAK, paginate
from edgerag.ingest.blocks import Block, BlockKind, DraftPage
from edgerag.ingest.cleaning import clean_line

LONGEST_HEADING = 200
"""Characters of a heading that are kept in paths; the stored page has all of it."""
MAX_DEPTH = 12
"""Levels of the tree; headings nested deeper become siblings."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A block with its place in the handbook text."""

    kind: BlockKind
    start: int
    end: int
    text: str
    level: int
    table: int


def lay_out(drafts: Sequence[DraftPage]) -> tuple[tuple[Page, ...], list[Mark]]:
    """Clean every block, make it one line of its page's text, and note where it stands."""
    texts: list[str] = []
    marks: list[Mark] = []
    page_start = 0
    for draft in drafts:
        lines: list[str] = []
        start = page_start
        for block in draft.blocks:
            text = clean_line(block.text)
            if not text:
                continue
            lines.append(text)
            marks.append(_mark(block, text, start))
            start += len(text) + 1
        texts.append("\n".join(lines))
        page_start += len(texts[-1]) + len(PAGE_BREAK)
    return paginate(texts, [draft.number for draft in drafts], [draft.label for draft in drafts]), marks


def _mark(block: Block, text: str, start: int) -> Mark:
    return Mark(block.kind, start, start + len(text), text, block.level, block.table)


def build_sections(
    handbook: HandbookId, pages: Sequence[Page], marks: Sequence[Mark], opening: str
) -> tuple[Section, ...]:
    """Cut the handbook text at its headings; the sections' spans partition it.

    Text before the first heading is a section headed `opening`. A section's parent is the
    nearest earlier one with a higher heading.
    """
    length = pages[-1].start + len(pages[-1].text) if pages else 0
    headings = [mark for mark in marks if mark.kind is BlockKind.HEADING]
    if not headings or headings[0].start > 0:
        level = min((mark.level for mark in headings), default=1)
        headings.insert(0, Mark(BlockKind.HEADING, 0, 0, opening, level, 0))
    ends = [mark.start for mark in headings[1:]] + [length]
    page_starts = [page.start for page in pages]
    open_sections: list[tuple[int, SectionId, tuple[str, ...]]] = []
    sections: list[Section] = []
    for ordinal, (mark, end) in enumerate(zip(headings, ends, strict=True)):
        while open_sections and (open_sections[-1][0] >= mark.level or len(open_sections) >= MAX_DEPTH):
            open_sections.pop()
        heading = mark.text[:LONGEST_HEADING]
        path = (*(open_sections[-1][2] if open_sections else ()), heading)
        first, last = _page_range(pages, page_starts, mark.start, end)
        identity = section_id(handbook, ordinal)
        sections.append(
            Section(
                id=identity,
                ordinal=ordinal,
                parent=open_sections[-1][1] if open_sections else None,
                level=len(path),
                heading=heading,
                path=path,
                start=mark.start,
                end=end,
                first_page=first,
                last_page=last,
            )
        )
        open_sections.append((mark.level, identity, path))
    return tuple(sections)


def _page_range(
    pages: Sequence[Page], page_starts: Sequence[int], start: int, end: int
) -> tuple[int | None, int | None]:
    """Give the numbers of the first and the last page with text of the span."""
    if not pages:
        return None, None
    first = max(bisect_right(page_starts, start) - 1, 0)
    last = max(bisect_right(page_starts, max(end - 1, start)) - 1, first)
    while last > first and pages[last].start >= end - len(PAGE_BREAK):
        last -= 1
    return pages[first].number, pages[last].number
