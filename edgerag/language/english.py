"""Whether a text is in English, which is all that is read here."""

from __future__ import annotations

import re

from edgerag.language import names
from edgerag.language.text import folded


def is_english(text: str) -> bool:
    """Whether a text is in Latin letters, and in English as far as its function words tell."""
    written = re.findall(r"[^\W\d_]+", text)
    words = [folded(word) for word in written if not word.isupper()] or [folded(word) for word in written]
    latin = sum(word.isascii() for word in words)
    english, foreign = (names.n_function_words(words, language) for language in ("english", "foreign"))
    return 2 * latin >= len(words) and (foreign < 2 or foreign <= english)
