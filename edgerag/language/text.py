"""Look-alikes made equal, before words are compared."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

_FOLDS: Final = str.maketrans({
    "ℓ": "l", "µ": "u", "μ": "u", "–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-", "⁄": "/", "∕": "/",
    "\u00a0": " ", "\u2009": " ", "\u202f": " ", "’": "'", "‘": "'", "“": '"', "”": '"', "⩽": "≤", "⩾": "≥",
    "×": "x", "³": "3", "²": "2", "\n": " ", "\r": " ", "\t": " ",
})  # fmt: skip


@lru_cache(maxsize=1024)
def folded(text: str) -> str:
    """Lower the case and unify look-alike characters, keeping every character's offset."""
    return "".join(low if len(low := char.lower()) == 1 else char for char in text.translate(_FOLDS))


def fold(text: str) -> str:
    """Make look-alikes equal: case, ligatures, full-width forms; lengths may change."""
    return unicodedata.normalize("NFKC", text).casefold()


def lowered(text: str) -> str:
    """Write a text in lower case as far as that keeps the place of every character."""
    low = text.lower()
    return low if len(low) == len(text) else text
