"""Look-alikes made equal, before words are compared."""

from __future__ import annotations

import unicodedata


def fold(text: str) -> str:
    """Make look-alikes equal: case, ligatures, full-width forms; lengths may change."""
    return unicodedata.normalize("NFKC", text).casefold()


def lowered(text: str) -> str:
    """Write a text in lower case as far as that keeps the place of every character."""
    low = text.lower()
    return low if len(low) == len(text) else text
