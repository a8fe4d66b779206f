"""Quotations as a person reads them: plain text, no markup, no wrapped lines."""

from __future__ import annotations

import re
from collections.abc import Sequence

from edgerag.language.instructions import inert
from edgerag.language.sentences import is_row

_MARKUP = re.compile(r"\*\*|__|`|^#{1,6}\s+|^\s*\|?(?:\s*:?-{2,}:?\s*\|?)+\s*$", re.MULTILINE)
_HYPHENATED = re.compile(r"(?<=[a-z])-[ \t]*\n\s*(?=[a-z])(?!(?:and|or|to)\b)")
"""A word that the page has broken; "first-/and second-line" is none."""


def readable(quotes: Sequence[str]) -> str:
    """Join quotations into plain text, one a line: no markup, no wrapped lines, same words and digits."""
    return "\n".join(line for line in map(_readable_quote, quotes) if line)


def _readable_quote(quote: str) -> str:
    plain = _HYPHENATED.sub("", _MARKUP.sub("", quote))
    rows = [_readable_row(line) if is_row(line.strip()) else line for line in plain.splitlines()]
    return " ".join(inert(" ".join(rows)).split())


def _readable_row(line: str) -> str:
    cells = [cell.strip() for cell in re.split(r"[|\t]", line)]
    return " | ".join(cell for cell in cells if cell) + " ;"
