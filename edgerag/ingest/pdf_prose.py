"""Joins printed lines into paragraphs, and mends words that were broken at line ends."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from edgerag.ingest.pdf_columns import TIGHT_LEADING
from edgerag.ingest.pdf_layout import Line

LINE_END = "\n"
"""Stands for a line end inside a paragraph until the paragraph is mended."""
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*(?![\u00ad\w-])")
_BROKEN = re.compile(r"([^\W\d_]+)[\u00ad\u2010-]\n([^\W\d_]+)")
_BROKEN_OTHER = re.compile(r"(\w)[\u00ad\u2010-]\n(\w)")
_ITEM = re.compile(r"(?:[•●▪■◦○➢➤✓»›*·o§□❑–—-]|\(?(?:\d{1,2}|[a-zA-Z]|[ivx]{1,4})[.)])\s")
_CONJUNCTIONS = {"and", "or", "to", "und", "et"}

Vocabulary = Counter[str]


def vocabulary(texts: Iterable[str]) -> Vocabulary:
    """Count the words of a file, hyphenated ones whole, line-end fragments left out."""
    return Counter(word.casefold() for text in texts for word in _WORD.findall(text))


def mend(text: str, words: Vocabulary) -> str:
    """Join a paragraph's lines by spaces and its broken words by what the rest of the file shows.

    "neuro-/psychiatric" becomes the form that occurs elsewhere. If neither form does, the
    hyphen stays between two words that both occur alone ("drug-/resistant"), else goes.
    """
    text = _BROKEN.sub(lambda match: _mended(match, words), text)
    text = _BROKEN_OTHER.sub(r"\1-\2", text)
    return text.replace(LINE_END, " ")


def _mended(match: re.Match[str], words: Vocabulary) -> str:
    left, right = match.group(1), match.group(2)
    if right.casefold() in _CONJUNCTIONS:
        return f"{left}- {right}"
    whole, compound = words[f"{left}{right}".casefold()], words[f"{left}-{right}".casefold()]
    if whole or compound:
        keep = compound > whole
    else:
        keep = (
            right[0].isupper() or left.isupper() or min(words[left.casefold()], words[right.casefold()]) >= 2
        )
    return f"{left}-{right}" if keep else f"{left}{right}"


def is_item(text: str) -> bool:
    """Whether a line begins with a bullet or a list number."""
    return _ITEM.match(text) is not None


def continues(above: Line, line: Line) -> bool:
    """Whether `line` goes on with the paragraph of the line above it.

    It does if it is close below, set alike, no list item, and the line above was full:
    its first word would not have fitted there.
    """
    last, first = above.fragments[-1], line.fragments[0]
    if above.region != line.region or is_item(line.text):
        return False
    leading = first.baseline - last.baseline
    if not 0 < leading < (TIGHT_LEADING + 0.35) * max(first.size, last.size):
        return False
    if abs(first.size - last.size) > 0.15 * last.size:
        return False
    if last.text.endswith(("\u00ad", "-")):
        return True
    word = first.text.split(" ", 1)[0]
    width = (first.x1 - first.x0) * (len(word) + 1) / max(len(first.text), 1)
    return last.x1 + width > above.right - 0.5 * last.size


def paragraphs(lines: Sequence[Line]) -> list[list[Line]]:
    """Group consecutive lines into paragraphs; each table row is alone."""
    groups: list[list[Line]] = []
    for line in lines:
        if groups and not line.cells and not groups[-1][-1].cells and continues(groups[-1][-1], line):
            groups[-1].append(line)
        else:
            groups.append([line])
    return groups
