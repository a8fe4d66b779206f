"""Values in other terms, so that two ways to say one thing meet.

A volume beside its strength is the mass that it holds: 0.5 mL of 1:1000 is 0.5 mg, 50 mL of 50 % are
25 g. A dose with a frequency comes to so much a day: 1 g twice daily is 2 g a day. Glucose in mg/dL is
glucose in mmol/L.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from edgerag.language.quantities import DAY, Dimension, Interval, dilutions
from edgerag.language.values import Kind, Value

_PERCENT: Final = re.compile(r"(?<![\d.])(\d+(?:\.\d+)?)\s*%")
_SALT: Final = re.compile(
    r"\s*(?:sodium chloride|normal saline|saline)\s*(?:\(\s*)?$|\s*(?:normal )?(?:sodium|saline)"
)
_MAX_STRENGTH_GAP: Final = 30
_MAX_FREQUENCY_GAP: Final = 40
"""Characters from a dose to how often it is given."""
_MG_PER_LITRE: Final = f"{Dimension.MASS}/l glucose"
_MMOL_PER_LITRE: Final = f"{Dimension.AMOUNT}/l glucose"
_GLUCOSE_MG_PER_MMOL: Final = Fraction(18016, 100)


def converted(values: Sequence[Value], low: str) -> list[Value]:
    """Give the values of one statement in comparable terms; `low` is the folded text."""
    return _with_daily([_in_mmol(value) for value in _with_concentration(values, low)])


def in_daily_terms(values: Sequence[Value], others: Sequence[Value]) -> list[Value]:
    """Give doses as doses a day where the other text knows them only so."""
    units = {other.unit for other in others}
    return [
        replace(value, unit=f"{value.unit}/day", interval=value.daily)
        if value.daily is not None and value.unit not in units and f"{value.unit}/day" in units
        else value
        for value in values
    ]


def _with_daily(values: Sequence[Value]) -> list[Value]:
    frequencies = [value for value in values if value.kind is Kind.FREQUENCY]

    def daily(dose: Value) -> Interval | None:
        near = [f for f in frequencies if 0 <= f.start - dose.end <= _MAX_FREQUENCY_GAP]
        between = [v for v in values if v.kind is Kind.DOSE and near and dose.end <= v.start < near[0].start]
        if dose.kind is not Kind.DOSE or not near or between or not near[0].interval.low:
            return None
        hours = near[0].interval.low
        return dose.interval.scaled(DAY / hours) if near[0].interval.is_point else None

    return [replace(value, daily=daily(value)) for value in values]


def _in_mmol(value: Value) -> Value:
    """Round to a tenth, as laboratories do: 126 mg/dL are 7.0 mmol/L."""
    if value.unit != _MG_PER_LITRE:
        return value

    def mmol(mg: Fraction | None) -> Fraction | None:
        return None if mg is None else Fraction(round(10 * mg / _GLUCOSE_MG_PER_MMOL), 10)

    interval = Interval(mmol(value.interval.low), mmol(value.interval.high))
    return replace(value, unit=_MMOL_PER_LITRE, interval=interval)


def _with_concentration(values: Sequence[Value], low: str) -> list[Value]:
    """Turn a volume beside its strength into the mass that it holds: 0.5 mL of 1:1000 is 0.5 mg."""
    strengths = [*dilutions(low), *_percents(low)]
    changed: list[Value] = []
    for value in values:
        near = [strength for start, end, strength in strengths if _beside(value, start, end, low)]
        if value.kind is Kind.DOSE and value.unit == Dimension.VOLUME and near:
            changed.append(replace(value, unit=str(Dimension.MASS), interval=value.interval.scaled(near[0])))
        else:
            changed.append(value)
    return changed


def _percents(low: str) -> Iterator[tuple[int, int, Fraction]]:
    """Find strengths such as "50%"; gives start, end and milligrams per millilitre: 1 % is 10 mg/mL.

    Salt water is given for its volume, and what it holds is not compared.
    """
    for match in _PERCENT.finditer(low):
        if not _SALT.search(low, 0, match.start()) and not _SALT.match(low, match.end()):
            yield match.start(), match.end(), 10 * Fraction(match[1])


def _beside(value: Value, start: int, end: int, low: str) -> bool:
    """Whether a strength at `start` to `end` belongs to a volume: near it, with no other number between."""
    gap = low[value.end : start] if start >= value.end else low[end : value.start]
    return len(gap) <= _MAX_STRENGTH_GAP and re.search(r"\d|[.;|]", gap) is None
