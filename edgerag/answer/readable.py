"""Quotations as a person reads them: plain text, no markup, no wrapped lines."""

from __future__ import annotations

import re
from collections.abc import Sequence

from edgerag.language.instructions import inert
from edgerag.language.sentences import cells, is_heading, is_row, is_rule

_HYPHENATED = re.compile(r"(?<=[a-z])-[ \t]*\n\s*(?=[a-z])(?!(?:and|or|to)\b)")
"""A word that the page has broken; "first-/and second-line" is none."""


def readable(quotes: Sequence[str]) -> str:
    """Join quotations into plain text, one a line: no markup, no wrapped lines, same words and digits."""
    return "\n".join(line for line in map(_readable_quote, quotes) if line)


def _readable_quote(quote: str) -> str:
    lines = _HYPHENATED.sub("", without_emphasis(quote)).splitlines()
    return " ".join(inert(" ".join(_readable_line(line) for line in lines if not is_rule(line))).split())


def without_emphasis(text: str) -> str:
    """Take off the marks with which Markdown makes words bold or code."""
    return text.replace("**", "").replace("__", "").replace("`", "")


def _readable_line(line: str) -> str:
    if is_heading(line):
        line = line.lstrip("#")
    return _readable_row(line) if is_row(line.strip()) else line


def _readable_row(line: str) -> str:
    return " | ".join(cell for cell in cells(line) if cell) + " ;"
