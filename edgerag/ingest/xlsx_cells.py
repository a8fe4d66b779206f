"""What a cell of a spreadsheet says: numbers as stored, with the units and dates that their format shows.

ECMA-376, part 1: 18.3.1.4 (cells), 18.17.4 (dates). A number is never rounded to what its format shows: 0.25
under the format "0" is said as 0.25, so that no dose changes.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from decimal import Decimal, InvalidOperation
from typing import Final

from edgerag.ingest.xlsx_formats import Format, Piece

_DAY_ZERO = {False: datetime.datetime(1899, 12, 30), True: datetime.datetime(1904, 1, 1)}  # noqa: DTZ001 - a sheet has no zone
"""Of the 1900 system, whose 29 February 1900 never was, and of the 1904 system."""
_FIRST_TRUE_DAY = 61
"""Serial numbers below it name other days in other programs."""
_DIGITS = 15
"""What spreadsheet programs hold: 0.1 + 0.2 is 0.3."""
_LARGEST: Final = 400
"""Power of ten; what spreadsheet programs hold ends at 308."""
_SECONDS: Final = {"h": 3600, "m": 60, "s": 1}
_WHOLE_LENGTH: Final = (Piece("h", "h"), Piece(":"), Piece("mm", "m"), Piece(":"), Piece("ss", "s"))
"""Hours, minutes and seconds, where a format would hide some of them."""
_LONGEST: Final = 10**9
"""Days; what is longer is no length of time."""


def number_text(stored: str, shown: Format, *, since_1904: bool = False) -> str:
    """Write a stored number: "0.5 mg", "5%", "2025-04-03", "36:00"; what is no number stays as it is."""
    value = _number(stored)
    if value is None:
        return stored
    section = shown.section(value)
    is_past_a_day = 1 <= value < _FIRST_TRUE_DAY  # no time of day: 36 hours under "h:mm"
    if section.length and (is_past_a_day or not section.is_date):
        return _length_text(value, section.length)
    if section.is_date:
        return _date_text(value, since_1904=since_1904)
    scaled = (value * 100 if section.is_percent else value) / 1000**section.n_thousands
    plain = _plain(scaled) + ("%" if section.is_percent else "")
    return " ".join(filter(None, (section.before, plain, section.after)))


def is_unread(stored: str, shown: Format) -> bool:
    """Whether nobody can tell what its format shows beside a stored number."""
    value = _number(stored)
    return value is not None and shown.section(value).is_unread


def _number(stored: str) -> Decimal | None:
    try:
        value = Decimal(stored)
    except InvalidOperation:
        return None
    return value if value.is_finite() and abs(value.adjusted()) <= _LARGEST else None


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


def _length_text(value: Decimal, pieces: Sequence[Piece]) -> str:
    """Write a number of days as a length of time, in all its units where the format would hide a part."""
    if abs(value) >= _LONGEST:
        return _plain(value)
    has_seconds = any(piece.unit == "s" for piece in pieces)
    seconds = round(abs(value) * 86_400, 3 if has_seconds else 0)
    finest = min(_SECONDS[piece.unit] for piece in pieces if piece.unit)
    shown = pieces if finest == 1 or seconds % finest == 0 else _WHOLE_LENGTH
    return "-" * (value < 0) + "".join(_piece_texts(seconds, shown))


def _piece_texts(seconds: Decimal, pieces: Sequence[Piece]) -> Iterator[str]:
    for piece in pieces:
        if not piece.unit:
            yield piece.text
            continue
        whole, seconds = divmod(seconds, _SECONDS[piece.unit])
        fraction = _plain(seconds).removeprefix("0") if piece.unit == "s" else ""
        yield f"{int(whole):0{len(piece.text)}}{fraction}"
