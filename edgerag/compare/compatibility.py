"""Whether one act can follow two values of one unit."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from edgerag.language.quantities import Dimension, Interval
from edgerag.language.text import folded
from edgerag.language.values import FOREVER, Kind, Value

_SLACK: Final = Fraction(4, 3)
"""A plain "20 minutes" still follows "at least 15 minutes"; "30 minutes" is another instruction."""
_WIDE: Final = 4
"""A range whose ends are so many times apart leaves a choice that a single value does not."""
_SPREAD: Final = 2
"""A range whose ends are so many times apart is not followed by its first value alone."""
_CALENDAR: Final = ("month", "mth", "year", "yr")
_CALENDAR_SLACK: Final = Fraction(9, 100)
"""Four weeks are taken for a month: 28 days are 8 % less than 30.4."""


def compatible(x: Value, y: Value) -> bool:
    """Whether one act can follow both values, which must be of one unit."""
    first, second = x.interval, y.interval
    if FOREVER in (first, second):
        return first == second
    slack = _calendar_slack(x, y)
    both_limits = x.is_compared and y.is_compared
    if both_limits or (x.kind is Kind.THRESHOLD and _is_open(first) and _is_open(second)):
        if (first.low is None) != (second.low is None):
            return False
        is_near = _near(first.low, second.low, slack) and _near(first.high, second.high, slack)
        return is_near or _is_next_whole(x, y)
    if x.kind is Kind.THRESHOLD and _is_open(first) != _is_open(second):
        return _bounds(first, second) if _is_open(first) else _bounds(second, first)
    if _is_open(first) or _is_open(second):
        limit, plain = (first, second) if _is_open(first) else (second, first)
        return _follows(plain, limit, slack)
    return _overlap(first, second, slack) and not _at_end_of_wide(first, second)


def _is_next_whole(x: Value, y: Value) -> bool:
    """Whether two limits are one on a scale of whole numbers: "under 92 %" and "91 % or lower"."""
    if x.is_strict == y.is_strict or not x.unit.startswith(Dimension.PERCENT):
        return False
    strict, other = (x.interval, y.interval) if x.is_strict else (y.interval, x.interval)
    if strict.high is not None and other.high is not None:
        return strict.high - 1 == other.high and other.high.denominator == 1
    if strict.low is not None and other.low is not None:
        return strict.low + 1 == other.low and other.low.denominator == 1
    return False


def _bounds(limit: Interval, band: Interval) -> bool:
    """Whether a limit is the end of a band that lies on its right side."""
    return limit.low == band.low if limit.low is not None else limit.high == band.high


def _follows(plain: Interval, limit: Interval, slack: Fraction) -> bool:
    """Whether a plain value or range is a natural way to follow a limit.

    A range must hold the limit; a single value must be at it, or not far on its right side.
    """
    end = limit.low if limit.low is not None else limit.high
    if end is None or plain.low is None or plain.high is None:
        return False
    low, high = plain.low * (1 - slack), plain.high * (1 + slack)
    if low <= end <= high:
        return not _only_touches(plain, limit)
    if not plain.is_point:
        return False
    return end < low <= end * _SLACK if limit.low is not None else high < end <= high * _SLACK


def _only_touches(span: Interval, limit: Interval) -> bool:
    """Whether a wide range begins where a limit ends: "within 2 weeks" and "after 2 to 8 weeks"."""
    if span.low is None or span.high is None or span.high < _SPREAD * span.low:
        return False
    return span.low == limit.high if limit.low is None else span.high == limit.low


def _overlap(first: Interval, second: Interval, slack: Fraction) -> bool:
    if first.low is None or first.high is None or second.low is None or second.high is None:
        return False
    return first.low <= second.high * (1 + slack) and second.low <= first.high * (1 + slack)


def _at_end_of_wide(first: Interval, second: Interval) -> bool:
    """Whether one value is no more than an end of a wide range: 8 weeks and "2 to 8 weeks"."""
    point, span = (first, second) if first.is_point else (second, first)
    if not point.is_point or span.low is None or span.high is None:
        return False
    return span.high >= _WIDE * span.low and point.low in (span.low, span.high)


def agree(x: Value, y: Value) -> bool:
    """Whether two compatible values leave nearly the same choice: ranges that mostly overlap, or a limit.

    "0.5 to 2 mg" and "1.5 to 10 mg" can both be followed, and are not the same advice; nor is "12 months" the
    same as "6 months to 3 years".
    """
    first, second = x.interval, y.interval
    if first.low is None or first.high is None or second.low is None or second.high is None:
        return True
    lowest, highest = min(first.low, second.low), max(first.high, second.high)
    if first.is_point or second.is_point:
        return first.is_point is second.is_point or highest < _WIDE * lowest
    shared = min(first.high, second.high) - max(first.low, second.low)
    is_inside = shared >= min(first.high - first.low, second.high - second.low)
    return is_inside or 2 * shared >= highest - lowest


def is_same(x: Value, y: Value) -> bool:
    """Whether two values of one unit have the same ends."""
    first, second, slack = x.interval, y.interval, _calendar_slack(x, y)
    return _near(first.low, second.low, slack) and _near(first.high, second.high, slack)


def _near(first: Fraction | None, second: Fraction | None, slack: Fraction) -> bool:
    if first is None or second is None:
        return first is second
    return abs(first - second) <= slack * max(first, second)


def _is_open(interval: Interval) -> bool:
    return interval.low is None or interval.high is None


def is_wider(x: Value, y: Value) -> bool:
    """Whether a limit open to one side ends beyond another that is open to the same side."""
    first, second = x.interval, y.interval
    if first.low is None and second.low is None:
        return first.high is not None and second.high is not None and first.high > second.high
    if first.high is None and second.high is None:
        return first.low is not None and second.low is not None and first.low < second.low
    return False


def _calendar_slack(x: Value, y: Value) -> Fraction:
    if x.kind not in (Kind.DURATION, Kind.TIMING, Kind.FREQUENCY, Kind.AGE):
        return Fraction(0)
    in_months = [any(unit in folded(value.text) for unit in _CALENDAR) for value in (x, y)]
    return _CALENDAR_SLACK if in_months[0] != in_months[1] else Fraction(0)


def are_apart(first: Interval, second: Interval) -> bool:
    """Whether no value lies inside both intervals."""
    above = first.low is not None and second.high is not None and first.low >= second.high
    below = first.high is not None and second.low is not None and first.high <= second.low
    return above or below
