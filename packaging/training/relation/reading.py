"""How the relation model reads a question with what two handbooks state: as a pair of texts.

question [SEP] headings of a | a          headings of b | b
"""

from __future__ import annotations

from typing import Final

from edgerag.compare.weighing import read_as as cut
from edgerag.inference.relator import SEPARATOR
from relation.pairs import Statement

HEADING_CHARS: Final = 60
"""So much of each heading, as the selector reads; set by hand."""

Read = tuple[str, str]
"""The two texts that the tokenizer joins."""


def written(statement: Statement, *, is_headed: bool = True) -> str:
    """Write a statement in one line, under its headings or alone."""
    above = statement.headings if is_headed else ()
    headings = " > ".join(folded(heading)[:HEADING_CHARS] for heading in above)
    return " | ".join(part for part in (headings, cut(statement.text)) if part)


def folded(text: str) -> str:
    """Write a text in one line."""
    return " ".join(text.split())


def read_as(question: str, a: str, b: str) -> Read:
    """Put the question before the first of two written statements."""
    return f"{question} {SEPARATOR} {a}", b


def read_both_ways(question: str, a: Statement, b: Statement) -> tuple[Read, Read]:
    """Write a pair as it is measured: under headings, either statement first."""
    one, other = written(a), written(b)
    return read_as(question, one, other), read_as(question, other, one)
