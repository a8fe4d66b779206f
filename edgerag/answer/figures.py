"""The numbers of a text with unit and direction, so that a generated sentence adds none of its own.

Amounts are compared exactly and across units of one kind: 1 g is 1000 mg, and twice daily is every 12 hours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from edgerag.domain.letters import LETTERS
from edgerag.language.frequencies import frequencies
from edgerag.language.numbers import number
from edgerag.language.quantities import (
    DAY,
    HOUR,
    MONTH,
    WEEK,
    YEAR,
    Dimension,
    Quantity,
    lone_numbers,
    quantities,
)
from edgerag.language.text import folded

_DIGITS: Final = re.compile(r"\d{1,18}(?:[.,]\d{1,9})?")
"""Digits that are no number of their own: "CD4", the parts of "1:1000", a footnote."""
_TIMES: Final = {"once": Fraction(1), "twice": Fraction(2), "thrice": Fraction(3)}
_APART: Final = ("dose",)
"""How often is no time that something takes: "168 hourly" is not "for 7 days"."""
_OFTEN: Final = "/".join((Dimension.TIME, *_APART))
_PERIODS: Final = {"hour": HOUR, "day": DAY, "week": WEEK, "month": MONTH, "year": YEAR}


@dataclass(frozen=True, slots=True)
class Figure:
    """One number of a text."""

    value: Fraction
    """In the base unit of its dimension; as it stands if it has no unit."""
    unit: str
    """What it measures, and per what but time: "mass/kg"; empty if it has no unit."""
    direction: str
    """">" or "<" if the text says at least or at most; else empty."""
    start: int
    text: str
    """As written, for the reader."""


def missing(said: str, known: str) -> list[Figure]:
    """List the figures of `said` that `known` does not hold with the same unit and direction.

    What has a unit must be held with it, in that unit or in another of its kind; a number without
    one need only be there.
    """
    measured = _measured(folded(said))
    figures = [figure for quantity in measured for figure in _ends(quantity, quantity, _unit(quantity))]
    figures += [figure for figure in _numbers(said) if not _holder(measured, figure.start)]
    held = {(figure.value, figure.unit, figure.direction) for figure in _held(known)}
    return [figure for figure in figures if (figure.value, figure.unit, figure.direction) not in held]


def _held(known: str) -> Iterator[Figure]:
    """Give all that a text holds: "300 mg/day" is 300 mg, daily, and the number 300."""
    for quantity in _measured(folded(known)):
        yield from _ends(quantity, quantity, _unit(quantity))
        for part in quantity.per:
            if part in _PERIODS:
                yield Figure(_PERIODS[part], _OFTEN, "", quantity.start, part)
    yield from _numbers(known)


def _measured(low: str) -> list[Quantity]:
    """Give the numbers that have a unit, and how often as hours from one dose to the next."""
    often = [
        Quantity(
            one.start,
            one.end,
            low[one.start : one.end],
            Dimension.TIME,
            _APART,
            one.interval,
            is_compared=False,
        )
        for one in frequencies(low)
    ]
    amounts = [one for one in quantities(low, low) if not any(_overlap(one, other) for other in often)]
    return [*often, *amounts]


def _overlap(one: Quantity, other: Quantity) -> bool:
    return one.start < other.end and other.start < one.end


def _numbers(text: str) -> list[Figure]:
    """Give every number as it stands; one with a unit keeps the direction that the unit's limit has."""
    low = folded(text)
    measured = _measured(low)
    alone = list(lone_numbers(low, low))
    found = [figure for one in alone for figure in _ends(one, _holder(measured, one.end - 1) or one, "")]
    found += [
        Figure(number(match[0]), "", "", match.start(), match[0])
        for match in _DIGITS.finditer(low)
        if not _holder(alone, match.start())
    ]
    times = (word for word in LETTERS.finditer(low) if word[0] in _TIMES)
    return found + [Figure(_TIMES[match[0]], "", "", match.start(), match[0]) for match in times]


def _ends(quantity: Quantity, directed: Quantity, unit: str) -> Iterator[Figure]:
    """Give both ends of a quantity, with the direction of `directed`."""
    direction = (">" if directed.interval.high is None else "<") if directed.is_compared else ""
    for value in {quantity.interval.low, quantity.interval.high}:
        if value is not None:
            yield Figure(value, unit, direction, quantity.end - 1, quantity.text)


def _unit(quantity: Quantity) -> str:
    """Name what is measured, per what but time: "20 mg/kg daily" and "20 mg/kg/day" hold one number."""
    return "/".join((quantity.dimension, *(part for part in quantity.per if part not in _PERIODS)))


def _holder(spans: Sequence[Quantity], position: int) -> Quantity | None:
    return next((one for one in spans if one.start <= position < one.end), None)
