"""Look-alikes made equal, before words are compared."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from itertools import product
from typing import Final

_FOLDS: Final = str.maketrans({
    "ℓ": "l", "µ": "u", "μ": "u", "–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-", "⁄": "/", "∕": "/",
    "\u00a0": " ", "\u2009": " ", "\u202f": " ", "’": "'", "‘": "'", "“": '"', "”": '"', "⩽": "≤", "⩾": "≥",
    "×": "x", **dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789", strict=True)), "\n": " ", "\r": " ", "\t": " ",
})  # fmt: skip
_RAISED: Final = re.compile(r"(?<=\d)[⁰¹²³⁴-⁹⁺⁻]+")
_POWER: Final = re.compile(r"(?<!\d)10$")
_COUNT: Final = re.compile(r"(?:⁹|¹²)\s?(?:cells\s?)?/\s?l")
"""A power of ten that counts blood cells: "10⁹/L"."""
_MISREAD_NUMBER: Final = re.compile(
    r"(?<![\w.,-])(?:o(?=[.,]\d)|[il](?=\d)|\d(?=[\d.,]{0,6}[oil]))[\doil.,]{0,7}"
    r"(?=\s?(?:m?c?g|ml|iu|units|mmol|tablets?)\b)"
)
"""A number before a unit in which a scanner has read letters for digits: "O.5 mg", "l0 mg", "1OO mg"."""
_DIGITS: Final = str.maketrans("oil", "011")
_DECISIVE: Final = (
    "daily",
    "weekly",
    "monthly",
    "hourly",
    "do",
    "not",
    "loading",
    "tablet",
    "tablets",
    "dose",
)
"""Words on which a reading turns; what looks like one and is no word is read as it."""
_LOOKS: Final = {"o": "o0", "i": "i1", "l": "l1i"}
_YEAR: Final = r"(?:19|20)\d\d"
_REVISED: Final = "updated|revised|edition|version|published"
_REFERENCE: Final = re.compile(
    r"\[\d{1,3}(?:\s?[,-]\s?\d{1,3}){0,9}\]"
    r"|\(?\b(?:see\s)?(?:pages?|pp?\.|chapters?|sections?|tables?|figures?|fig\.|appendix|box)\s?\d[\d.]{0,6}"
    r"(?:\s?-\s?\d{1,4})?\)?"
    r"|\b(?:tel|telephone|phone|call|hotline|fax)\b[.:\s]{0,3}[\d+][\d\s()-]{4,20}"
    rf"|\(?\b(?:{_REVISED})(?:\sin)?\s{_YEAR}\b|\b{_YEAR}\s(?:{_REVISED})\b|\({_YEAR}\)"
)
"""Numbers that count nothing: pages, chapters, footnotes, years and telephone numbers."""


@lru_cache(maxsize=1024)
def folded(text: str) -> str:
    """Lower the case and unify look-alike characters, keeping every character's offset."""
    plain = _RAISED.sub(_without_raised, text).translate(_FOLDS)
    low = plain.lower()
    if len(low) != len(plain):
        low = "".join(small if len(small := char.lower()) == 1 else char for char in plain)
    return _MISREAD_NUMBER.sub(_as_digits, _misread_words().sub(_as_word, low))


def _without_raised(match: re.Match[str]) -> str:
    """Part figures that are raised behind a number from it: a note's "5¹ mg" are 5 mg, "10³ IU" no 103.

    A count per litre keeps its power of ten, which is part of the unit.
    """
    if not _POWER.search(match.string, 0, match.start()):
        return " " * len(match[0])
    return match[0] if _COUNT.match(match.string.lower(), match.start()) else "^" * len(match[0])


def _as_digits(match: re.Match[str]) -> str:
    return match[0].translate(_DIGITS)


def _as_word(match: re.Match[str]) -> str:
    return _misreadings()[match[0]]


@cache
def _misreadings() -> dict[str, str]:
    """Give every way in which a scanner may write a decisive word, with the word."""
    return {
        "".join(looks): word
        for word in _DECISIVE
        for looks in product(*(_LOOKS.get(char, char) for char in word))
        if "".join(looks) != word
    }


@cache
def _misread_words() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(_misreadings())})\b")


def without_references(low: str) -> str:
    """Blank what is a number and no value, keeping every character's offset."""
    return _REFERENCE.sub(lambda match: " " * len(match[0]), low)


def fold(text: str) -> str:
    """Make look-alikes equal: case, ligatures, full-width forms; lengths may change."""
    return unicodedata.normalize("NFKC", text).casefold()


def lowered(text: str) -> str:
    """Write a text in lower case as far as that keeps the place of every character."""
    low = text.lower()
    return low if len(low) == len(text) else text
