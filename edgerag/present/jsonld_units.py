"""Amounts for programs that know nothing of this one: numbers, and the unit in which they are counted.

Inside, all amounts of a dimension are in one base unit, so that they compare exactly. Outside, an amount is
in the unit that its text names where the number then ends as a decimal, else in the first in which it does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from edgerag.language.quantities import UNITS, Dimension
from edgerag.language.text import folded

_NAMES: Final[Mapping[Dimension, Mapping[Fraction, str]]] = {
    Dimension.MASS: {
        Fraction(1): "mg", Fraction(1, 10**3): "µg", Fraction(1, 10**6): "ng", Fraction(1000): "g",
    },
    Dimension.VOLUME: {Fraction(1): "mL", Fraction(1000): "L", Fraction(100): "dL", Fraction(10): "cL"},
    Dimension.AMOUNT: {Fraction(1): "mmol", Fraction(1, 10**3): "µmol", Fraction(1, 10**6): "nmol"},
    Dimension.TIME: {
        Fraction(1): "h", Fraction(1, 60): "min", Fraction(1, 3600): "s", Fraction(24): "day",
        Fraction(168): "week", Fraction(1461, 2): "month", Fraction(8766): "year",
    },
    Dimension.UNITS: {Fraction(1): "IU"},
    Dimension.BODY_WEIGHT: {Fraction(1): "kg"},
    Dimension.LENGTH: {Fraction(1): "cm"},
    Dimension.TEMPERATURE: {Fraction(1): "°C"},
    Dimension.PRESSURE: {Fraction(1): "mmHg"},
    Dimension.CELLS: {Fraction(1): "cells/µL"},
    Dimension.COPIES: {Fraction(1): "copies/mL"},
    Dimension.PERCENT: {Fraction(1): "%"},
    Dimension.PULSE: {Fraction(1): "1/min"},
    Dimension.NUMBER: {Fraction(1): ""},
}  # fmt: skip
"""By how much of the base unit one is, the base unit first; what is counted has the name of its dimension."""
_PER: Final[Mapping[str, str]] = {"l": "L", "ul": "µL", "hour": "h", "m2": "m²"}
_FREQUENCY: Final = "hours"
"""The unit of how often: the time from one dose to the next."""
_IN_WORDS: Final[Mapping[str, tuple[str, str]]] = {"creatinine-clearance": ("ml", "mL/min")}
"""Levels without a dimension, the letters by which their text names a unit, and that unit."""
_UNIT: Final = re.compile(
    rf"(?P<dimension>{'|'.join(sorted(map(re.escape, (*Dimension, _FREQUENCY)), key=len, reverse=True))})?"
    r"(?P<per>(?:/[a-z0-9]+)*)(?:,? ?(?P<role>.*))"
)
_WORD: Final = re.compile(r"[^\W\d_]+")
_MOST_PLACES: Final = 9
"""Digits behind the point in which a number is said to end."""
_EXACT: Final = 2**53
"""Whole numbers below it are read alike by every program."""


@dataclass(frozen=True, slots=True)
class Measured:
    """An amount in a unit of its own."""

    unit: str
    """As people write it, such as "mg/kg"; empty if the text names none."""
    role: str
    """What is measured, or whose time it is: "glucose", "of giving"."""
    ends: tuple[int | float | None, ...]


def measured(unit: str, ends: Sequence[Fraction | None], written: str) -> Measured:
    """Give ends of an interval as numbers, with their unit.

    Args:
        unit: as `edgerag.language.values.Value` has it.
        ends: in the base unit.
        written: the words of the amount, which may name a unit.
    """
    match = _UNIT.fullmatch(unit)
    if match is None or (match["dimension"] is None and not unit.startswith(" ")):
        return Measured(unit, "", tuple(map(_number, ends)))
    name, role = match["dimension"], match["role"] or ""
    if name is None:
        letters, shown = _IN_WORDS.get(role, ("", ""))
        return Measured(shown if letters in written.lower() else "", role, tuple(map(_number, ends)))
    dimension = Dimension.TIME if name == _FREQUENCY else Dimension(name)
    factor, shown = _chosen(dimension, ends, written)
    per = "".join(f"/{_PER.get(part, part)}" for part in match["per"].split("/")[1:])
    return Measured(shown + per, role, tuple(_number(end and end / factor) for end in ends))


def _chosen(dimension: Dimension, ends: Sequence[Fraction | None], written: str) -> tuple[Fraction, str]:
    """Choose the unit: how much of the base unit it is, and its name."""
    names = _NAMES.get(dimension, {Fraction(1): str(dimension)})
    factors = [*_named(dimension, names, written), *names]
    ending = (factor for factor in factors if all(_ends(end / factor) for end in ends if end is not None))
    factor = next(ending, factors[0])
    return factor, names[factor]


def _named(dimension: Dimension, names: Mapping[Fraction, str], written: str) -> Iterator[Fraction]:
    """Give the units of a dimension that a text names, as far as they have a name here."""
    for word in _WORD.findall(folded(written)):
        found = UNITS.get(word)
        if found and found[0] is dimension and found[1] in names:
            yield found[1]


def _ends(number: Fraction) -> bool:
    return (number * 10**_MOST_PLACES).denominator == 1


def _number(end: Fraction | None) -> int | float | None:
    """Give the nearest number that every program reads alike."""
    if end is None:
        return None
    is_whole = end.denominator == 1 and abs(end) < _EXACT
    return end.numerator if is_whole else float(end)
