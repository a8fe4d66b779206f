"""Cuts a format without pages into stretches of a readable size, and joins soft-wrapped lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from edgerag.ingest.blocks import Block, BlockKind, DraftPage

PAGE_CHARS = 3_000
"""A high heading begins a new stretch once the current one is this long: about a printed page."""
LONGEST_PAGE_CHARS = 12_000
"""Any block begins a new stretch once the current one is this long."""
HIGH_LEVEL = 2
WRAP_CHARS = 55
"""A line at least this long that ends in mid-sentence was wrapped."""
_MARKER = re.compile(r"(?:[•●▪■◦○➢➤✓»›*·§□❑–—-]|\(?(?:\d{1,2}|[a-zA-Z])[.)])\s")
_STOP = (".", "!", "?", ":", ";", "。", "！", "？", "：", "；")


def split_pages(blocks: Iterable[Block], number: int | None = None) -> list[DraftPage]:
    """Cut blocks into stretches, at high headings where possible; all have the page number given."""
    pages = [DraftPage(number)]
    n_chars = 0
    for block in blocks:
        high = block.kind is BlockKind.HEADING and block.level <= HIGH_LEVEL
        if n_chars > LONGEST_PAGE_CHARS or (high and n_chars > PAGE_CHARS):
            pages.append(DraftPage(number))
            n_chars = 0
        pages[-1].blocks.append(block)
        n_chars += len(block.text) + 1
    return pages


def unwrap(lines: Sequence[str]) -> list[str]:
    """Join lines that go on with the line above; keep list items and short lines apart."""
    joined: list[list[str]] = []
    for line in (line.strip() for line in lines):
        if not line:
            continue
        if joined and _goes_on(joined[-1][-1], line):
            joined[-1].append(line)
        else:
            joined.append([line])
    return [" ".join(parts) for parts in joined]


def _goes_on(above: str, line: str) -> bool:
    if _MARKER.match(line):
        return False
    if line[0].islower():
        return True
    return len(above) >= WRAP_CHARS and not above.endswith(_STOP)
