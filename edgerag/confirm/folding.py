"""Spellings made equal before values are compared: case, accents, escapes of web pages."""

from __future__ import annotations

import html
import re
import unicodedata
from functools import lru_cache
from typing import Final

_LOST_AMPERSAND: Final = re.compile(r"and(apos|amp|quot);")
_LETTERS: Final = str.maketrans(
    {"ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "’": "'"}
)
"""Letters that are no letter with an accent, and are written so where an alphabet lacks them."""
_BETWEEN: Final = re.compile(r"[^\w+#%<>=]+|_")
"""What stands between words; "C", "C++" and "C#" are three things."""


@lru_cache(maxsize=65_536)
def folded(text: str) -> str:
    """Lower the case and take accents and escapes away."""
    plain = html.unescape(_LOST_AMPERSAND.sub(r"&\1;", text)) if ";" in text else text
    if plain.isascii():
        return plain.lower()
    decomposed = unicodedata.normalize("NFKD", plain).casefold().translate(_LETTERS)
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def words(text: str) -> tuple[str, ...]:
    """Give the words of a title or another text."""
    return tuple(word for word in _BETWEEN.split(folded(text).replace("'", "")) if word)


@lru_cache(maxsize=65_536)
def key_of(text: str) -> str:
    """Give what is equal for two spellings of one thing; a text without any word stands for itself."""
    return " ".join(words(text)) or text.strip()
