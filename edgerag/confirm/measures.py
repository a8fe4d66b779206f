"""Amounts in units that convert exactly into one another: 250 µg are 0.25 mg, 1 g is 1000 mg.

Units are read by `edgerag.language`, and so is how much of the base unit each is. Milligrams and
international units stay two, and so do tablets and capsules: what one holds differs with the product.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

from edgerag.confirm.folding import words
from edgerag.language.quantities import Dimension, Quantity, quantities
from edgerag.language.text import folded

_BASE_UNITS: Final = {
    Dimension.MASS: "mg",
    Dimension.VOLUME: "ml",
    Dimension.UNITS: "iu",
    Dimension.AMOUNT: "mmol",
    Dimension.TIME: "h",
}
"""Of what is converted without rounding; degrees, weights and lengths are rounded where they are read."""
_MG_IN_KG: Final = Fraction(10**6)
"""Kilograms are read as somebody's weight; of pounds, which are rounded there, none is exact."""
_BY_CHARGE: Final = re.compile(r"meq\b")
"""How many of them are a millimole depends on the ion."""
_IN_BRACKETS: Final = re.compile(r"[(\[]([^()\[\]]{1,30})[)\]]\s*$")
_BEHIND: Final = re.compile(r"(?:\bin\s|[,_:])\s*([^,_:]{1,30})$", re.IGNORECASE)
_LAST_WORD: Final = re.compile(r"(?<!\bper)\s([^\s()]{2,30})$", re.IGNORECASE)
"""One letter is mostly no unit: "Vitamin D"."""
_NOT_ALONE: Final = frozenset({Dimension.MASS, Dimension.VOLUME, Dimension.AMOUNT, Dimension.TIME})
"""What the last word of a head may be a unit of; "Oral dose" and "Price a unit" tell none."""
_ONE: Final = "1 "


@dataclass(frozen=True, slots=True)
class _Unit:
    """How much of what is one of a unit."""

    factor: Fraction
    base: tuple[str, ...]
    """The base unit, what it is per, and the words behind it."""


def measured(amount: Fraction, unit: str) -> tuple[str, ...]:
    """Give an amount and the words of its unit, equal for all units that convert exactly."""
    read = _unit(unit)
    return (str(amount * read.factor), *read.base) if read else (str(amount), *words(unit))


@lru_cache(maxsize=4096)
def unit_of(head: str) -> str:
    """Give the unit that the head of a column tells: "mg" of "Dose (mg)"; empty if it tells none."""
    return next(_told(head), "")


def _told(head: str) -> Iterator[str]:
    for pattern in (_IN_BRACKETS, _BEHIND, _LAST_WORD):
        found = pattern.search(head)
        unit = found[1].strip() if found else ""
        quantity = _one_of(unit) if unit else None
        if quantity is None or quantity.end != len(_ONE + unit):
            continue
        if pattern is not _LAST_WORD or quantity.dimension in _NOT_ALONE:
            yield unit


def _one_of(unit: str) -> Quantity | None:
    """Read one of a unit; None if a text begins with none."""
    text = _ONE + unit.strip()
    first = next(quantities(folded(text), text), None)
    is_one = first is not None and first.start == 0 and first.interval.is_point and not first.is_compared
    return first if is_one else None


@lru_cache(maxsize=4096)
def _unit(written: str) -> _Unit | None:
    """Read a unit and the words behind it; None if it has no exact conversion."""
    quantity = _one_of(written)
    if quantity is None or _BY_CHARGE.match(folded(written)):
        return None
    dimension, factor = quantity.dimension, quantity.interval.low or Fraction(1)
    if dimension is Dimension.BODY_WEIGHT and factor == 1:
        dimension, factor = Dimension.MASS, _MG_IN_KG
    if dimension not in _BASE_UNITS:
        return None
    rest = words(written.strip()[quantity.end - len(_ONE) :])
    return _Unit(factor, (_BASE_UNITS[dimension], *quantity.per, *rest))
