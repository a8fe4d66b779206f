"""How numbers and changed words are written into a sentence."""

from __future__ import annotations

import re

Span = tuple[int, int]

CASED_LENGTH = 3
"""Terms up to this long, such as "OD" and "TB", are abbreviations: they count in their own case only."""


def written(number: float) -> str:
    """Write a number as guidelines do, with four digits at most below ten thousand."""
    return f"{number:.4g}" if number < 10_000 else f"{number:.0f}"


def capital(text: str) -> str:
    """Begin with a capital, and leave the rest as it is."""
    return text[:1].upper() + text[1:]


def spliced(text: str, span: Span, new: str) -> str:
    """Put `new` in place of a span."""
    start, end = span
    return text[:start] + new + text[end:]


def replaced(text: str, span: Span, new: str) -> str:
    """Put `new` in place of a term, with a capital if the term has one and is no abbreviation."""
    old = text[slice(*span)]
    return spliced(text, span, capital(new) if old[:1].isupper() and not old.isupper() else new)


def found(term: str, text: str) -> re.Match[str] | None:
    """Find a whole term, which no letter, digit or hyphen adjoins."""
    flags = 0 if len(term) <= CASED_LENGTH else re.IGNORECASE
    return re.search(rf"(?<![\w-]){re.escape(term)}(?![\w-])", text, flags)
