"""For which ages and weights a value is meant: "2-5 years: 2.5 mg", "10 mg in anyone over 12"."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from operator import itemgetter
from typing import Final

from edgerag.language.quantities import DAY, MONTH, PEOPLE, WEEK, YEAR, Interval
from edgerag.language.values import Kind, Value

_STEPS: Final = {"year": YEAR, "yr": YEAR, "month": MONTH, "mth": MONTH, "week": WEEK}
"""Ages are told in what is completed: "12-23 months" ends when the child turns 24 months."""
_LEAST_KG: Final = Fraction(1, 1000)
"""What "under 10 kg" leaves out."""
_MEETING: Final = frozenset(
    {Fraction(0), *(step - n_days * DAY for step in _STEPS.values() for n_days in (1, 2))}
)
"""How much two bands that meet may share: nothing, or the unit that the lower one completes, less the day
that `exact` takes from either end."""
_ADULTS: Final = re.compile(r"(?<!\band )(?<!\bor )\badults?\b(?!\s(?:and|or)\b)(?=[^.;|]{0,15}[:|,]|\s\d)")
"""Adults named apart from a band end it."""
_TIED: Final = re.compile(
    rf"(?:[^;|:.,]|[.,](?!\s)){{0,80}}(?:\b(?:for|in|if|when|from|aged?|{PEOPLE})\b|\().{{0,25}}"
)
"""Between a value and a band behind it that it is tied to."""
_FROM: Final = len("from")
"""The band may begin with the word that ties it: "from 2 years"."""

_Band = tuple[int, int, Interval | None]


def governed(values: Sequence[Value], low: str) -> list[Value]:
    """Give each value of one statement the ages and weights that it is meant for.

    A band governs what follows it, up to the next; one that is tied to a value before it governs that one:
    "10 mg for infants under 6 months, 20 mg for older children".
    """
    ages, weights = _bands(values, Kind.AGE, low), _bands(values, Kind.WEIGHT, low)
    if ages:
        ages = sorted([*ages, *((*match.span(), None) for match in _ADULTS.finditer(low))], key=itemgetter(0))
    if not ages and not weights:
        return list(values)
    by_age, by_weight = _governors(ages, low), _governors(weights, low)
    return [replace(value, ages=by_age(value), weights=by_weight(value)) for value in values]


def _bands(values: Sequence[Value], kind: Kind, low: str) -> list[_Band]:
    """Give the bands of one kind; one in a bracket right behind another says it again in other units."""
    found: list[_Band] = []
    for value in values:
        if value.kind is kind:
            is_again = bool(found) and low[found[-1][1] : value.start].strip() == "("
            found.append((value.start, value.end, found[-1][2] if is_again else exact(value)))
    return found


def _governors(bands: Sequence[_Band], low: str) -> Callable[[Value], Interval | None]:
    """Make the function that finds the band of a value; bands are in the order of the text."""
    own = {(start, end): band for start, end, band in bands}
    ends = [end for _, end, _ in bands]

    def governor(value: Value) -> Interval | None:
        if (value.start, value.end) in own:
            return own[value.start, value.end]
        n_before = bisect_right(ends, value.start)
        if n_before < len(bands):
            start, _, band = bands[n_before]
            if start >= value.end and _TIED.fullmatch(low, value.end, start + _FROM):
                return band
        return bands[n_before - 1][2] if n_before else None

    return governor


def exact(value: Value) -> Interval:
    """Give an age or a weight with its ends where the band really ends."""
    low, high = value.interval.low, value.interval.high
    if value.interval.is_point:
        return value.interval
    least, step = (_LEAST_KG, Fraction(0)) if value.kind is Kind.WEIGHT else (DAY, _step(value))
    if value.is_strict:
        return Interval(low + least if low is not None else None, high - least if high is not None else None)
    if high is not None and value.ends_before:
        return Interval(low, high - least)
    if high is not None and step and not value.is_compared:
        high += step - least
    return Interval(low, high)


def are_steps(one: Interval, other: Interval) -> bool:
    """Whether two bands meet as the steps of a ladder do: "1-5" and "over 5 years", "3-6" and "6-10 kg".

    Read alone, either holds whoever stands where they meet; a table that has both puts them into one.
    """
    lows = [end for end in (one.low, other.low) if end is not None]
    highs = [end for end in (one.high, other.high) if end is not None]
    if not lows or not highs or Interval(max(lows), min(highs)) in (one, other):
        return False
    return min(highs) - max(lows) in _MEETING


def _step(value: Value) -> Fraction:
    return next((step for word, step in _STEPS.items() if word in value.text.lower()), Fraction(0))
