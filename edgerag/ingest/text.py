"""Reads plain text: headings by how they are typed, paragraphs by blank lines, pages by form feeds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from edgerag.ingest.blocks import Block, BlockKind, Draft, DraftPage, Properties
from edgerag.ingest.encodings import decode
from edgerag.ingest.paging import split_pages, unwrap
from edgerag.ingest.source import read_source

LONGEST_PLAIN_HEADING = 90
"""Characters; a longer line of plain text is a paragraph. Set by hand."""
_UNDERLINE = re.compile(r"^\s*(=|-|~|\*|#)\1{2,}\s*$")
_NUMBERED = re.compile(
    r"^((?:chapter|part|section|appendix)\s+[\dA-ZIVX]{1,5}\b|\d{1,2}(?:\.\d{1,2})*)[.:)]?\s+\S", re.I
)
_CHINESE_NUMBERED = re.compile(r"^第[一二三四五六七八九十百\d]+[章节篇部]")
_SENTENCE = (".", ",", ";", "。", "，", "；")
_UNDERLINE_LEVEL = {"=": 1, "#": 1, "*": 1, "-": 2, "~": 3}


def read_text(path: Path) -> Draft:
    """Read a plain text file.

    Raises:
        IngestError: it is not text.
    """
    sheets = decode(read_source(path)).split("\f")
    pages: list[DraftPage] = []
    for number, sheet in enumerate(sheets, start=1):
        blocks = _blocks(sheet.split("\n"))
        pages.extend(split_pages(blocks, number if len(sheets) > 1 else None))
    first_line = [line.strip() for line in sheets[0].split("\n") if line.strip()][:1]
    return Draft("text", [page for page in pages if page.blocks], Properties(large_text=tuple(first_line)))


def _blocks(lines: Sequence[str]) -> list[Block]:
    blocks: list[Block] = []
    paragraph: list[str] = []
    for index, line in enumerate(lines):
        following = lines[index + 1] if index + 1 < len(lines) else ""
        alone = not (lines[index - 1].strip() if index else "")
        level = _heading_level(line.strip(), following, alone=alone)
        if level or not line.strip() or _UNDERLINE.match(line):
            blocks.extend(Block(BlockKind.PARAGRAPH, text) for text in unwrap(paragraph))
            paragraph = []
        else:
            paragraph.append(line)
        if level:
            blocks.append(Block(BlockKind.HEADING, line.strip(), level=level))
    blocks.extend(Block(BlockKind.PARAGRAPH, text) for text in unwrap(paragraph))
    return blocks


def _heading_level(line: str, following: str, *, alone: bool) -> int:
    """Give the level of a heading, or 0 for any other line.

    Underlined lines, chapters and capitals are above numbered lines; "2.1" is below "2".
    """
    if not line or len(line) > LONGEST_PLAIN_HEADING or not any(character.isalpha() for character in line):
        return 0
    underline = _UNDERLINE.match(following)
    if underline and not _UNDERLINE.match(line) and alone:
        return _UNDERLINE_LEVEL[underline.group(1)]
    if not alone or line.endswith(_SENTENCE):
        return 0
    if _CHINESE_NUMBERED.match(line):
        return 2 if "节" in line.split()[0] else 1
    if (number := _NUMBERED.match(line)) and not following.strip():
        label = number.group(1)
        return 3 + label.count(".") if label[0].isdigit() else 1
    if line.isupper() and sum(character.isalpha() for character in line) >= 4:
        return 2
    return 0
