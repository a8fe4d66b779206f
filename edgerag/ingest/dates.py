"""The dates that stand in a text, as exact as they are written, and none that has not come yet.

A number before a unit is an amount, and no year: "2000 mg".
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from edgerag.domain.handbooks import is_date, this_year
from edgerag.language.units import any_of, tables

EARLIEST_YEAR: Final = 1950

_MONTHS: Final = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
_MONTH: Final = "|".join(f"{month[:3]}(?:{month[3:]})?" if month != "may" else "may" for month in _MONTHS)
_MEASURES: Final = frozenset({
    "mass", "body weight", "volume", "amount of substance", "temperature", "pressure", "cell count",
    "percent",
})  # fmt: skip
_COUNTED: Final = frozenset({
    "international units", "time", "length", "viral load", "tablets", "puffs", "drops", "ampoules", "sachets",
})  # fmt: skip
_OTHER_UNITS: Final = frozenset({"kcal", "kj", "calories", "m", "km", "rpm"})
_LONGEST_SYMBOL: Final = 2
"""Letters of "iu" and "cm"; of three, "day" is a word."""


def _units() -> Iterator[str]:
    """Give how units are written behind so large a number: a word for what is counted is in the plural.

    "2013 Day surgery" has a year.
    """
    for measure, spellings in tables().units.items():
        written = {one for of in spellings.values() for one in of if not one.startswith("/")}
        if measure in _MEASURES:
            yield from written
        elif measure in _COUNTED:
            yield from (one for one in written if len(one) <= _LONGEST_SYMBOL or one.endswith("s"))
    yield from _OTHER_UNITS


_BEFORE_A_UNIT: Final = rf"(?:\s?(?:-|–|to)\s?\d[\d.,]*)?[\s-]?{any_of(set(_units()))}(?![^\W_])"
_YEAR: Final = rf"(?<![\d./])((?:19|20)\d\d)(?!{_BEFORE_A_UNIT})(?:/\d\d(?![\d/])|(?![\d/]|\.\d))"
"""A year, or the first of two: "2013", "2013/14"."""
_GAP: Final = r"[\s-]+"
WORDED: Final = re.compile(
    rf"(?:(\d{{1,2}})(?:st|nd|rd|th)?{_GAP}(?:of\s+)?)?({_MONTH})\.?,?{_GAP}"
    rf"(?:(\d{{1,2}})(?:st|nd|rd|th)?,?{_GAP})?{_YEAR}",
    re.IGNORECASE,
)
"""A date with its month in letters: "28 April 2020", "April 28, 2020", "28-Apr-2020", "April 2020"."""
_ISO: Final = re.compile(r"(?<!\d)((?:19|20)\d\d)-(\d\d)(?:-(\d\d))?(?!\d)")
_DAY_FIRST: Final = re.compile(rf"(?<![\d./-])(?:(\d{{1,2}})-(\d{{1,2}})|(\d\d))-{_YEAR}(?!-)", re.IGNORECASE)
_SPACED: Final = re.compile(r"(?<!\d)((?:19|20)\d\d)([ _])(\d\d)\2(\d\d)(?!\d)")
"""What is left of an ISO date in the name of a file."""
YEAR: Final = re.compile(_YEAR, re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Dated:
    """A date in a text."""

    year: str
    date: str
    """As exact as it is stated: "2013", "2019-11", "2020-04-28"."""
    position: int


def last_day() -> datetime.date:
    """Give today; where the clock is behind the program's own year, the last day of that."""
    today = datetime.datetime.now(datetime.UTC).astimezone().date()
    return today if today.year == this_year() else datetime.date(this_year(), 12, 31)


def dates_in(text: str, today: datetime.date) -> list[Dated]:
    """Give every date in a text that has come, in its order; of one that is vague, as far as it tells."""
    found = (one for one in _written(text) if one.date <= today.isoformat()[: len(one.date)])
    return sorted(found, key=lambda one: one.position)


def _written(text: str) -> Iterator[Dated]:
    taken: set[int] = set()
    for one, year_at in (*_worded(text), *_iso(text), *_day_first(text)):
        taken.add(year_at)
        yield from [one] if one.date else []
    for match in YEAR.finditer(text):
        if match.start(1) not in taken and int(match[1]) >= EARLIEST_YEAR:
            yield Dated(match[1], match[1], match.start(1))


def _worded(text: str) -> Iterator[tuple[Dated, int]]:
    """Yield the dates with a month in letters, each with where its year stands."""
    for match in WORDED.finditer(text):
        day, month, day_behind, year = match.groups()
        number = next(i for i, name in enumerate(_MONTHS, start=1) if name.startswith(month[:3].lower()))
        known = _most_exact(year, f"{number:02d}", day or day_behind)
        yield Dated(year, known, match.start()), match.start(4)


def _iso(text: str) -> Iterator[tuple[Dated, int]]:
    """Yield the dates that begin with the year; "2013-14" is two years."""
    for match in _ISO.finditer(text):
        year, month, day = match.groups()
        is_span = day is None and int(month) == (int(year) + 1) % 100
        known = _most_exact(year, month, day) or (year if is_span else "")
        yield Dated(year, known, match.start()), match.start(1)
    for match in _SPACED.finditer(text):
        exact = f"{match[1]}-{match[3]}-{match[4]}"
        if is_date(exact):
            yield Dated(match[1], exact, match.start()), match.start(1)


def _day_first(text: str) -> Iterator[tuple[Dated, int]]:
    """Yield the dates in figures that end with the year: "28-04-2020", "04-28-2020", "04-2020"."""
    for match in _DAY_FIRST.finditer(text):
        first, second, alone, year = match.groups()
        readings = [(alone, None)] if alone else [(second, first), (first, second)]
        whole = (_most_exact(year, f"{int(month):02d}", day) for month, day in readings)
        if known := next(filter(None, whole), ""):
            yield Dated(year, known, match.start()), match.start(4)


def _most_exact(year: str, month: str, day: str | None) -> str:
    """Give the day if there is one, else the month if there is; empty if neither."""
    exact = f"{year}-{month}-{int(day):02d}" if day else ""
    return next((date for date in (exact, f"{year}-{month}") if date and is_date(date)), "")
