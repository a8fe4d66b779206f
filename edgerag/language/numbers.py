"""Numbers as they are written, read exactly: "1,000", "0,5", "1½", "ten thousand", "2.4 million"."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import Final

from edgerag.language.units import any_of, by_spelling, one_space, tables

_WORDS: Final = by_spelling(tables().numbers)
_SCALES: Final = by_spelling(tables().scales)
_SIGNS: Final = "".join(word for word in _WORDS if len(word) == 1)
_GROUPED: Final = r"[1-9]\d{0,2}(?:(?:,\d{3}){1,4}(?:\.\d{1,4})?|(?: \d{3}){1,4}|(?:\.\d{3}){2,4})(?![.,]?\d)"
"""Thousands; one group behind a point, "1.000", may as well be a decimal and is taken for one."""
_FRACTION: Final = r"[1-7]/[2348](?![\d/])"
_WORD: Final = any_of(word for word in _WORDS if word not in _SIGNS)
_SMALL: Final = any_of(word for word, value in _WORDS.items() if value in range(1, 10) and " " not in word)
_TENS: Final = any_of(word for word, value in _WORDS.items() if value in range(20, 100, 10))
"""What a small number may be added to: "twenty five", but not "one single"."""
NUMBER: Final = (
    rf"(?:(?:{_GROUPED}|\d{{1,9}}[ -]{_FRACTION}|{_FRACTION}"
    rf"|\d{{0,9}}\s?[{_SIGNS}]|(?:\d{{1,12}}(?:[.,·]\d{{1,9}})?|\.\d{{1,9}})(?!\d)"
    rf"|(?:{_TENS}[ -]{_SMALL}|{_WORD})(?![a-z]))(?:\s{any_of(_SCALES)}(?![a-z]))?)"
)
"""A number in a folded text. Every part is bounded, so that no run of digits costs more than its length."""
FIGURE: Final = re.compile(r"\d+(?:[.,]\d+)?")
"""Digits as they are written, with one comma or point at most."""
_HINT: Final = re.compile(rf"[\d{_SIGNS}]|\b{_WORD}(?![a-z])")
AS_NUMBER: Final = r"(?<!\d[.,:/-])(?<![a-z][./-])(?:(?<!\w)|(?<=\bx))"
"""Stands before a number that begins there: not inside "CD4", "3.2", "1:1000" or "IL-2", but in "x5"."""


@lru_cache(maxsize=64)
def has_number(low: str) -> bool:
    """Whether a folded text may hold a number, in figures or in words; most statements hold none."""
    return _HINT.search(low) is not None


def number(written: str) -> Fraction:
    """Read a number as `NUMBER` matches it.

    Raises:
        ValueError: it is not a number, or it divides by zero.
    """
    written = one_space(written)
    head, _, scale = written.rpartition(" ")
    if head and scale in _SCALES:
        return number(head) * _SCALES[scale]
    if written in _WORDS:
        return _WORDS[written]
    if written[-1:] in _SIGNS:
        return _WORDS[written[-1]] + Fraction(written[:-1])
    tens, _, ones = written.replace("-", " ").rpartition(" ")
    if tens.isdecimal() and "/" in ones:
        return int(tens) + Fraction(ones)
    if tens in _WORDS and ones in _WORDS:
        return _WORDS[tens] + _WORDS[ones]
    return Fraction(_plain(written))


def _plain(written: str) -> str:
    """Write a decimal with a point and nothing between thousands: "1,000.5", "1 000", "1.000.000", "0,5"."""
    *groups, last = written.partition(".")[0].replace(" ", ",").split(",")
    if groups and len(last) == 3 and not groups[0].startswith("0") and len(groups[0]) < 4:
        return written.replace(",", "").replace(" ", "")
    if written.count(".") > 1:
        return written.replace(".", "")
    return written.replace(",", ".").replace("·", ".")
