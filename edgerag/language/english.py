"""Whether a text is in English, which is all that is read here."""

from __future__ import annotations

import re
from typing import Final

from edgerag.domain.letters import LETTERS
from edgerag.language import names
from edgerag.language.text import folded

_OF_OTHER_SCRIPT: Final = re.compile(r"[^\W\d_\u0000-\u03ff\u1d00-\u2bff\ufb00-\ufb06]")
"""A letter that is neither Latin nor Greek, nor a ligature, nor a symbol such as "ℓ", "⅓" or "①"."""


def is_latin(text: str) -> bool:
    """Whether all words of a text are in Latin letters: a word in any other script may say "not"."""
    return _OF_OTHER_SCRIPT.search(text) is None


def is_english(text: str) -> bool:
    """Whether a text is in Latin letters, and in English as far as its function words tell.

    How a medicine is given may be told in Latin, "per os", and is no sign of another language.
    """
    for route in reversed(names.routes(text)):
        text = f"{text[: route.start]} {text[route.end :]}"
    written = LETTERS.findall(text)
    words = [folded(word) for word in written if not word.isupper()] or [folded(word) for word in written]
    latin = sum(word.isascii() for word in words)
    english, foreign = (names.n_function_words(words, language) for language in ("english", "foreign"))
    return 2 * latin >= len(words) and (foreign < 2 or foreign <= english)
