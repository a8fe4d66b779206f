"""Numbers with their units and directions, so that two sentences' numbers can be told equal or not.

No arithmetic: 1 g and 1000 mg are different here. The guard that uses this may doubt a right
sentence, which costs one fall-back to a quotation; it may not pass a wrong one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from edgerag.language.text import fold
from edgerag.language.words import TIME_UNIT, UNIT

_COUNTED = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
"""
_NUMBER_WORDS = {word: str(value) for value, word in enumerate(_COUNTED.split())} | {
    "half": "0.5",
    "½": "0.5",
    "¼": "0.25",
    "¾": "0.75",
    "once": "1",
    "twice": "2",
    "thrice": "3",
    "single": "1",
}
_UNITS = {
    "milligram": "mg", "gram": "g", "gm": "g", "microgram": "mcg", "µg": "mcg", "μg": "mcg", "ug": "mcg",
    "kilogram": "kg", "mℓ": "ml", "ℓ": "l", "liter": "l", "litre": "l", "tablet": "tab", "capsule": "cap",
    "ampoule": "amp", "teaspoon": "tsp", "sec": "second", "min": "minute", "hr": "hour", "hourly": "hour",
    "wk": "week", "weekly": "week", "daily": "day", "monthly": "month", "yr": "year",
    "iu": "unit", "u": "unit",
}  # fmt: skip
_WORD_NUMBER = "|".join(sorted(_NUMBER_WORDS, key=len, reverse=True))
_NUMBER = rf"(?:\d+(?: \d{{3}}(?!\d))+(?:\.\d+)?|\d+(?:[.,]\d+)*|(?:{_WORD_NUMBER})(?![a-z]))"
_RANGE = re.compile(
    rf"(?<![a-z\d.,])({_NUMBER})(?:\s*(?:[-–—/:x×]|to|or|and)\s*({_NUMBER}))?\s*-?\s*({UNIT}|{TIME_UNIT})?(?![a-z])"
)
_LEFTOVER = re.compile(r"\d+(?:[.,]\d+)*")
"""Digits glued to letters: "CD4", a footnote's number."""
_UP = re.compile(
    r"(?:[>≥]|&gt;=?|at least|more than|greater than|above|over|exceed\w*|older than|higher than|longer than|"
    r"minimum of)"
    r"[\s=]*(?:\w+\s)?$"
)
_DOWN = re.compile(
    r"(?:[<≤]|&lt;=?|at most|less than|fewer than|below|under|younger than|lower than|up to|within|"
    r"no more than|maximum of|max)[\s=.]*(?:\w+\s)?$"
)
_UP_AFTER = re.compile(r"\s*(?:\w+\s)?(?:or|and) (?:more|older|above|over|longer|higher|greater)\b")
_DOWN_AFTER = re.compile(r"\s*(?:\w+\s)?(?:or|and) (?:less|younger|below|under|fewer|lower)\b")


@dataclass(frozen=True, slots=True)
class Quantity:
    """One number of a text."""

    value: str
    """Digits, without thousands separators and trailing zeros: "1000", "0.5"."""
    unit: str
    """Singular, lower case; empty if none stands behind the number."""
    direction: str
    """">" or "<" if the text says at least or at most; else empty."""


def quantities(text: str) -> set[Quantity]:
    """List the numbers of `text`; both ends of a range carry its unit."""
    folded = fold(text)
    found: set[Quantity] = set()
    for match in _RANGE.finditer(folded):
        direction = _direction(folded, match.start(), match.end())
        unit = _unit(match[3])
        found |= {Quantity(_value(number), unit, direction) for number in match.groups()[:2] if number}
    glued = _LEFTOVER.findall(_RANGE.sub(" ", folded))
    return found | {Quantity(_value(number), "", "") for number in glued}


def missing(said: set[Quantity], known: set[Quantity]) -> list[Quantity]:
    """List the quantities of `said` that `known` does not hold with the same unit and direction."""
    return [
        quantity for quantity in sorted(said, key=repr) if not any(_agree(quantity, other) for other in known)
    ]


def _agree(said: Quantity, known: Quantity) -> bool:
    return (
        said.value == known.value
        and said.direction == known.direction
        and (said.unit == known.unit or not said.unit)
    )


def _direction(text: str, start: int, end: int) -> str:
    before, after = text[max(start - 24, 0) : start], text[end : end + 24]
    if _UP.search(before) or _UP_AFTER.match(after):
        return ">"
    return "<" if _DOWN.search(before) or _DOWN_AFTER.match(after) else ""


def _value(number: str) -> str:
    digits = _NUMBER_WORDS.get(number, number).replace(" ", "")
    if re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", digits):
        digits = digits.replace(",", "")
    whole, _, decimals = digits.replace(",", ".").partition(".")
    decimals = decimals.rstrip("0")
    return (whole.lstrip("0") or "0") + (f".{decimals}" if decimals else "")


def _unit(unit: str | None) -> str:
    if not unit:
        return ""
    singular = unit if unit in _UNITS else unit.removesuffix("s")
    return _UNITS.get(singular, singular)
