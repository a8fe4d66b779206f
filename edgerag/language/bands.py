"""For which ages and weights a value is meant: "2-5 years: 2.5 mg", "10 mg in anyone over 12"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from edgerag.language.quantities import DAY, MONTH, WEEK, YEAR, Interval
from edgerag.language.values import Kind, Value

_STEPS: Final = {"year": YEAR, "yr": YEAR, "month": MONTH, "mth": MONTH, "week": WEEK}
"""Ages are told in what is completed: "12-23 months" ends when the child turns 24 months."""
_LEAST_KG: Final = Fraction(1, 1000)
"""What "under 10 kg" leaves out."""
_ADULTS: Final = re.compile(r"(?<!\band )(?<!\bor )\badults?\b(?!\s(?:and|or)\b)(?=[^.;|]{0,15}[:|,]|\s\d)")
"""Adults named apart from a band end it."""
_STOP: Final = re.compile(r"[;|]|\.\s")
_GOVERNED: Final = frozenset({Kind.DOSE, Kind.DURATION, Kind.COUNT, Kind.FREQUENCY, Kind.STRENGTH})

_Band = tuple[int, int, Interval | None]


def governed(values: Sequence[Value], low: str) -> list[Value]:
    """Give each value of one statement the ages and weights that it is meant for.

    A band governs what follows it, up to the next. Where the first dose stands before the first band, bands
    follow their doses: "10 mg for infants under 6 months, 20 mg for older children up to 5 years".
    """
    ages: list[_Band] = [(value.start, value.end, exact(value)) for value in values if value.kind is Kind.AGE]
    if ages:
        ages += [(match.start(), match.end(), None) for match in _ADULTS.finditer(low)]
    weights: list[_Band] = [
        (value.start, value.end, exact(value)) for value in values if value.kind is Kind.WEIGHT
    ]
    first = min((value.start for value in values if value.kind in _GOVERNED), default=len(low))
    ages.sort(key=lambda band: band[:2])
    return [
        replace(value, ages=_of(value, ages, first, low), weights=_of(value, weights, first, low))
        for value in values
    ]


def _of(value: Value, bands: Sequence[_Band], first: int, low: str) -> Interval | None:
    own = next((band for start, end, band in bands if (start, end) == (value.start, value.end)), None)
    if own is not None or not bands:
        return own
    before = [band for _, end, band in bands if end <= value.start]
    after = [(start, band) for start, _, band in bands if start >= value.end]
    follows = bool(after) and not _STOP.search(low, value.end, after[0][0])
    if bands[0][0] > first and follows:
        return after[0][1]
    return before[-1] if before else None


def exact(value: Value) -> Interval:
    """Give an age or a weight with its ends where the band really ends."""
    low, high = value.interval.low, value.interval.high
    if value.interval.is_point:
        return value.interval
    least, step = (_LEAST_KG, Fraction(0)) if value.kind is Kind.WEIGHT else (DAY, _step(value))
    if value.is_strict:
        return Interval(low + least if low is not None else None, high - least if high is not None else None)
    if high is not None and step and not value.is_compared:
        high += step - least
    return Interval(low, high)


def _step(value: Value) -> Fraction:
    return next((step for word, step in _STEPS.items() if word in value.text.lower()), Fraction(0))
