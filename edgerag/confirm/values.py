"""One value read of a text, and when two values are the same.

    number   the same amount, in units that convert exactly: "1.50 mg", "1,5 mg" and "1500 µg"
    date     the same day, month or year, as far as it is written without doubt
    title    the same words, or one begins with all words of the other: a subtitle left out
    text     the same words

What can be read in two ways is not guessed at: "1,000" is a thousand here and one there, "03/04/2020"
has two months, and "007" may be a code. Such a value is compared as it is written. A bare number has the unit
that the head of its column tells, or none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from edgerag.confirm.claims import Kind
from edgerag.confirm.folding import folded, words
from edgerag.confirm.measures import measured
from edgerag.confirm.names import read_names, same

Form = tuple[str, ...]
"""A value as one source writes it, made comparable."""

_NUMBER: Final = re.compile(r"([-+]?)\s*(\d{1,30}(?:[.,]\d{1,30})*)\s*([^\d\s][^\d]{0,30})?")
_THOUSANDS: Final = re.compile(
    r"\d{1,3}([.,])\d{3}(?:\1\d{3})+|\d{1,3}(?:,\d{3})+\.\d+|\d{1,3}(?:\.\d{3})+,\d+"
)
_IN_DOUBT: Final = re.compile(r"[1-9]\d{0,2}[.,]\d{3}|0\d.*")
_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_ISO: Final = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[t ]00:00(?::00(?:\.0+)?)?)?")
_DAY_FIRST: Final = re.compile(r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})")
_WORDED: Final = re.compile(r"(?:(\d{1,2})\s)?([a-z]{3,9})\.?\s(?:(\d{1,2}),?\s)?(\d{4})")
_FEWEST_OF_TITLE: Final = 2
"""Words of a title that may have lost its subtitle."""


def kind_of(texts: Sequence[str]) -> Kind:
    """Say of what kind most values of a column are; the others are compared as text all the same."""
    written = [text for text in texts if text.strip()]
    for kind, read in ((Kind.DATE, _read_date), (Kind.NUMBER, _read_number)):
        if sum(bool(read(text)) for text in written) * 2 > len(written):
            return kind
    return Kind.TEXT


def read_value(kind: Kind, text: str, unit: str = "") -> tuple[Form, ...]:
    """Give the values in a text, each once; none if nothing is stated.

    Args:
        kind: what the values are.
        text: as a source writes it.
        unit: of a bare number.
    """
    if kind is Kind.NAMES:
        return read_names(text)
    form = (
        (_read_number(text, unit) if kind is Kind.NUMBER else _read_date(text) if kind is Kind.DATE else ())
        or words(text)
        or ((text.strip(),) if text.strip() else ())
    )
    return (form,) if form else ()


def same_value(kind: Kind, a: Form, b: Form) -> bool:
    """Say whether two values are the same, written otherwise perhaps."""
    if kind is Kind.NAMES:
        return same(a, b)
    if kind is Kind.TITLE:
        short, long = sorted((a, b), key=len)
        return short == long[: len(short)] and (len(short) >= _FEWEST_OF_TITLE or a == b)
    return a == b


def _read_number(text: str, told: str = "") -> Form:
    """Give amount and unit; nothing if it is no number, or may be two."""
    match = _NUMBER.fullmatch(folded(text).strip())
    if match is None:
        return ()
    sign, digits, unit = match.groups(default="")
    if _IN_DOUBT.fullmatch(digits):
        return ()
    if _THOUSANDS.fullmatch(digits):
        last = max(digits.rfind("."), digits.rfind(","))
        is_decimal = digits.count(digits[last]) == 1
        whole = re.sub("[.,]", "", digits[:last] if is_decimal else digits)
        digits = f"{whole}.{digits[last + 1 :]}" if is_decimal else whole
    digits = digits.replace(",", ".")
    if digits.count(".") > 1:
        return ()
    return measured(Fraction(sign + digits), unit or folded(told))


def _read_date(text: str) -> Form:
    """Give year, month and day as far as they are written; nothing if it is no date, or may be two."""
    low = " ".join(folded(text).split())
    if match := _ISO.fullmatch(low):
        return _date(int(match[1]), int(match[2]), int(match[3]))
    if match := _DAY_FIRST.fullmatch(low):
        first, second, year = map(int, match.groups())
        day, month = (first, second) if first > len(_MONTHS) else (second, first)
        return _date(year, month, day) if day > len(_MONTHS) or first == second else ()
    if (match := _WORDED.fullmatch(low)) and match[2][:3] in _MONTHS:
        return _date(int(match[4]), _MONTHS.index(match[2][:3]) + 1, int(match[1] or match[3] or 0))
    return ()


def _date(year: int, month: int, day: int) -> Form:
    if not (1 <= month <= len(_MONTHS) and 0 <= day <= _LONGEST_MONTH):
        return ()
    return (f"{year:04}", f"{month:02}", *([f"{day:02}"] if day else []))


_LONGEST_MONTH: Final = 31
