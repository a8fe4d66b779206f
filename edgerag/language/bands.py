"""For which ages and weights a value is meant: "2-5 years: 2.5 mg", "10 mg in anyone over 12"."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from operator import attrgetter
from typing import Final

from edgerag.language.governing import TIED, Governing
from edgerag.language.names import Mention
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
BY_AGE: Final = frozenset({"child", "infant", "newborn", "adult", "elderly"})
"""People whom their age makes what they are."""
_MAY_BE: Final = {
    "newborn": Interval(None, 2 * MONTH),
    "infant": Interval(None, 2 * YEAR),
    "child": Interval(None, 18 * YEAR),
    "adult": Interval(12 * YEAR, None),
    "elderly": Interval(55 * YEAR, None),
}
"""How old those may be who are called so, at the widest."""
_ONE: Final = re.compile(r"[^.;:|,\d]{0,25}")
"""Between people and their band: "children aged under 5 years", "adults and children over 2 years"."""
_TIED: Final = re.compile(
    rf"(?:[^;|:.,]|[.,](?!\s)){{0,80}}(?:\b(?:for|in|if|when|from|aged?|{PEOPLE})\b|\()(?:[^;|:.]|[.](?!\s)){{0,25}}"
)
"""Between a value and a band behind it that it is tied to."""
_THEREAFTER: Final = re.compile(r"\b(?:thereafter|afterwards|after that)\b")
_FROM: Final = len("from")
"""The band may begin with the word that ties it: "from 2 years"."""


@dataclass(frozen=True, slots=True)
class _Band:
    """An age or a weight, or people who are named apart from any and so end one."""

    start: int
    end: int
    band: Interval | None
    is_compared: bool


def governed(values: Sequence[Value], people: Sequence[Mention], low: str) -> list[Value]:
    """Give each value of one statement the ages and weights that it is meant for.

    A band governs what follows it, up to the next; one that is tied to a value before it governs that one:
    "10 mg for infants under 6 months, 20 mg for older children".

    Args:
        values: all its values, in its order.
        people: whom it names, in its order.
        low: its text, folded.
    """
    by_age, by_weight = (_governor(values, kind, people, low) for kind in (Kind.AGE, Kind.WEIGHT))
    if by_age is None and by_weight is None:
        return list(values)
    return [
        replace(value, ages=by_age and by_age(value), weights=by_weight and by_weight(value))
        for value in values
    ]


def _governor(
    values: Sequence[Value], kind: Kind, people: Sequence[Mention], low: str
) -> Callable[[Value], Interval | None] | None:
    """Make the function that finds the band of a value; None if there is no band of the kind."""
    bands = _bands(values, kind, low)
    if not bands:
        return None
    own = {(one.start, one.end): one.band for one in bands}
    apart = [
        _Band(one.start, one.end, None, is_compared=False)
        for one in people
        if one.name in BY_AGE and not any(_are_one(one, band, low) for band in bands)
    ]
    named = sorted([*bands, *apart], key=attrgetter("start"))
    governing = Governing(values, named, low, partial(_is_tied, low))

    def governor(value: Value) -> Interval | None:
        if (value.start, value.end) in own:
            return own[value.start, value.end]
        heard = governing.heard(value, named)
        chosen = governing.governor(value, heard)
        if chosen is not None and chosen.band is None and chosen.end <= value.start:
            chosen = governing.governor(value, [one for one in heard if one.start > chosen.start])
        if chosen is None or chosen.band is None:
            return None
        is_later = chosen.end <= value.start and (
            _THEREAFTER.search(low, chosen.end, value.start) or _THEREAFTER.match(low, value.end + 1)
        )
        return _after(chosen.band) if is_later else chosen.band

    return governor


def _after(band: Interval) -> Interval | None:
    """Give the ages that follow a band: of "every 12 hours in the first week of life, every 8 thereafter"."""
    return None if band.high is None else Interval(band.high, None)


def _bands(values: Sequence[Value], kind: Kind, low: str) -> list[_Band]:
    """Give the bands of one kind; one in a bracket right behind another says it again in other units."""
    found: list[_Band] = []
    for value in values:
        if value.kind is kind:
            is_again = bool(found) and low[found[-1].end : value.start].strip() == "("
            band = found[-1].band if is_again else exact(value)
            found.append(_Band(value.start, value.end, band, value.is_compared))
    return found


def _are_one(people: Mention, band: _Band, low: str) -> bool:
    """Whether a band is that of the people beside it."""
    gap = low[people.end : band.start] if people.end <= band.start else low[band.end : people.start]
    return _ONE.fullmatch(gap) is not None


def _is_tied(low: str, gap: str, band: _Band) -> bool:
    if band.band is None:
        return TIED.fullmatch(gap) is not None
    if band.is_compared and not gap.strip():
        return True
    return _TIED.fullmatch(gap + low[band.start : band.start + _FROM]) is not None


def are_all_of_other_age(people: frozenset[str], ages: Sequence[Value]) -> bool:
    """Whether people are called by their age, and none of them can be of one of these: adults at 5 years."""
    called = people & BY_AGE
    return bool(called and ages) and all(
        _MAY_BE[one].is_apart(age.interval) for one in called for age in ages
    )


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
