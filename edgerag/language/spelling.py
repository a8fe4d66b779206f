"""One spelling for the forms that British, American and international usage give a word.

The international nonproprietary names write "f" for "ph", "t" for "th", "e" for "ae" and "oe", and "i" for
"y"; American English shortens "our", "re" and "ise" besides. What is folded here is never shown: it only says
that "sulphate" and "sulfate", "haemoglobin" and "hemoglobin", "amoxycillin" and "amoxicillin" are one word.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

MAX_CHARS: Final = 40
"""No name has a longer word; longer runs of letters come from damaged text and are left as they are."""

_SOUNDS: Final = (("ae", "e"), ("oe", "e"), ("ph", "f"), ("th", "t"))
_RULES: Final = tuple(
    (re.compile(pattern), same)
    for pattern, same in (
        (r"(?<=.)y(?=.)", "i"),
        (r"our(?=s?$|ed$|ing$)", "or"),
        (r"(?<=[^aeiou])re(?=s?$)", "er"),
        (r"is(?=(?:e[drs]?|ers|ing|ations?)$)", "iz"),
        (r"(?<=.{3})ll(?=ed$|ing$)", "l"),
    )
)


@lru_cache(maxsize=1 << 16)
def spelling(word: str) -> str:
    """Give the form that all spellings of a word share, in lower case and without apostrophes or accents."""
    if len(word) > MAX_CHARS:
        return word
    folded = unicodedata.normalize("NFKD", word.lower())
    if not folded.isascii() or not folded.isalnum():
        folded = "".join(char for char in folded if char.isalnum())
    for letters, sound in _SOUNDS:
        folded = folded.replace(letters, sound)
    for pattern, same in _RULES:
        folded = pattern.sub(same, folded)
    return folded
