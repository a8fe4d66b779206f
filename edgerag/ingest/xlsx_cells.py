"""What a cell of a spreadsheet says: numbers as stored, with the units and dates that their format shows.

ECMA-376, part 1: 18.3.1.4 (cells), 18.8.30 (number formats), 18.17.4 (dates). A number is never rounded to
what its format shows: 0.25 under the format "0" is said as 0.25, so that no dose changes.
"""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

_DAY_ZERO = {False: datetime.datetime(1899, 12, 30), True: datetime.datetime(1904, 1, 1)}  # noqa: DTZ001 - a sheet has no zone
"""Of the 1900 system, whose 29 February 1900 never was, and of the 1904 system."""
_FIRST_TRUE_DAY = 61
"""Serial numbers below it name other days in other programs."""
_BUILT_IN_DATES = frozenset([*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)])
_BUILT_IN_PERCENT = frozenset({9, 10})
_QUOTED = re.compile(r'"([^"]*)"|\\(.)|\[\$([^\]-]*)[^\]]*\]')
_BRACKETED = re.compile(r"\[(?!h+\]|m+\]|s+\])[^\]]*\]", re.IGNORECASE)
_PLACES = re.compile(r"General|[#0?](?:.*[#0?])?", re.IGNORECASE)
_PADDING = re.compile(r"[_*].")
_LETTER = re.compile(r"[^\W\d_]")
_DATE_PART = re.compile(r"[ymdhs]", re.IGNORECASE)
_DIGITS = 15
"""What spreadsheet programs hold: 0.1 + 0.2 is 0.3."""


@dataclass(frozen=True, slots=True)
class Format:
    """How the numbers of a cell are shown, as far as it tells what they mean."""

    is_date: bool = False
    is_percent: bool = False
    before: str = ""
    after: str = ""
    """Fixed words around the number: "mg" in `0.0" mg"`."""


PLAIN = Format()


def built_in(number: int) -> Format:
    """Give one of the formats that files do not spell out."""
    return Format(is_date=number in _BUILT_IN_DATES, is_percent=number in _BUILT_IN_PERCENT)


def format_of(code: str) -> Format:
    """Read a format code, of which the first section is for positive numbers."""
    code = _BRACKETED.sub(lambda match: match.group() if match.group().startswith("[$") else "", code)
    section = _section(code)
    bare = _QUOTED.sub("", section)
    if _DATE_PART.search(bare):
        return Format(is_date=True)
    places = _PLACES.search(section)
    if places is None:
        return PLAIN
    return Format(
        is_percent="%" in bare,
        before=_words(section[: places.start()]),
        after=_words(section[places.end() :]),
    )


def _words(code: str) -> str:
    """Give the fixed words of a part of a format code, without padding and signs."""
    spelt = _QUOTED.sub(lambda match: match[1] or match[2] or match[3] or "", _PADDING.sub("", code))
    words = " ".join(spelt.replace("%", "").split())
    return words if _LETTER.search(words) else ""


def _section(code: str) -> str:
    """Cut a code at its first semicolon outside of quotation marks."""
    match = re.match(r'(?:"[^"]*"|\\.|[^";\\])*', code)
    return match.group() if match else code


def number_text(stored: str, shown: Format, *, since_1904: bool = False) -> str:
    """Write a stored number: "0.5 mg", "5%", "2025-04-03"; what is no number stays as it is."""
    try:
        value = Decimal(stored)
    except InvalidOperation:
        return stored
    if not value.is_finite():
        return stored
    if shown.is_date:
        return _date_text(value, since_1904=since_1904)
    plain = _plain(value * 100 if shown.is_percent else value) + ("%" if shown.is_percent else "")
    return " ".join(filter(None, (shown.before, plain, shown.after)))


def _plain(value: Decimal) -> str:
    """Write a number without an exponent and without the noise of binary arithmetic."""
    rounded = Decimal(f"{value:.{_DIGITS}g}") if len(value.as_tuple().digits) > _DIGITS else value
    text = f"{rounded:f}" if abs(rounded.adjusted()) < 2 * _DIGITS else str(rounded)
    return text.rstrip("0").rstrip(".") if "." in text and "E" not in text else text


def _date_text(value: Decimal, *, since_1904: bool) -> str:
    """Write a serial number as the day or the time that it means; one that means none as a number."""
    if not 0 <= value < 2_958_466 or (not since_1904 and 1 <= value < _FIRST_TRUE_DAY):
        return _plain(value)
    seconds = round(value * 86_400)
    moment = _DAY_ZERO[since_1904] + datetime.timedelta(seconds=int(seconds))
    time = moment.time().isoformat("minutes" if not moment.second else "seconds")
    if value < 1:
        return time
    return moment.date().isoformat() if seconds % 86_400 == 0 else f"{moment.date().isoformat()} {time}"
