"""Whom a cell of a table is for: "10-14 kg", "3 to <6 kg", "2-5 years (10-19 kg)", "5-9" under "Age (years)".

Only a cell that says nothing else is read, under a head that says nothing else: "birth weight" is not the
weight of the child, and "10-14 kg, not in renal failure" is not for every child of that weight.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from edgerag.domain.letters import LETTERS
from edgerag.language.bands import exact
from edgerag.language.numbers import FIGURE
from edgerag.language.quantities import (
    DAY,
    LIMITS,
    LOWER_SIGNS,
    WEEK,
    Dimension,
    Interval,
    Quantity,
    quantities,
)
from edgerag.language.text import folded
from edgerag.language.values import Kind, Value

_WEIGHT_NAMES: Final = frozenset({"weight", "weights", "wt", "bodyweight"})
_AGE_NAMES: Final = frozenset({"age", "ages", "aged"})
_WEIGHT_UNITS: Final = frozenset({"kg", "kgs", "kilogram", "kilograms"})
_AGE_UNITS: Final = frozenset({
    "year", "years", "yr", "yrs", "month", "months", "mth", "mths", "week", "weeks", "wk", "wks",
    "day", "days",
})  # fmt: skip
_WEEKS: Final = frozenset({"week", "weeks", "wk", "wks"})
_CHILDREN: Final = frozenset({
    "child", "children", "infant", "infants", "baby", "babies", "toddler", "toddlers", "adolescent",
    "adolescents",
})  # fmt: skip
_ADULTS: Final = frozenset({"adult", "adults"})
_BESIDE: Final = _WEIGHT_NAMES | _AGE_NAMES | _CHILDREN | frozenset({
    "body", "of", "the", "in", "or", "and", "by", "range", "ranges", "band", "bands", "group", "groups", "s",
    "old", "for", "patient", "patients", "person", "persons", "people", "those", "anyone",
})  # fmt: skip
"""Words that change nothing of whom a band is for."""
_BIRTH: Final = "birth"
_FROM_BIRTH: Final = ("birth - ", "birth -", "birth- ", "birth-")
_PREGNANCY: Final = 20 * WEEK
"""So many weeks are those of a pregnancy, and nobody's age."""
_ROUGH: Final = "up to"
"""Whether such an end is still inside is read both ways."""
_FROM: Final = "≥"
_SIGNS: Final = "<>≤≥=±~≈+?"
"""Signs that change an end, or that make it doubtful, where they are not read as part of a band."""
_JOINTS: Final = ("-", "to")
"""Between the two ends of a band."""
_WORD: Final = re.compile(r"[^\W_]+")
_KINDS: Final = {Dimension.BODY_WEIGHT: Kind.WEIGHT, Dimension.TIME: Kind.AGE}
_LEAST: Final = {Kind.WEIGHT: Fraction(1, 1000), Kind.AGE: DAY}
"""What an end leaves out that is not inside, as in `bands`."""


@dataclass(frozen=True, slots=True)
class Band:
    """Ages in hours, or weights in kilograms."""

    narrow: Interval
    """Inside it however the band is meant."""
    wide: Interval
    """All that may be inside it: "2-5 years" may end with the fifth or with the sixth birthday."""
    is_signed: bool = False
    """Whether a sign says that the lower end is inside and a dash leads to the upper one: "≥ 11-14 kg"."""


@dataclass(frozen=True, slots=True)
class Whom:
    """Whom a row is for, as far as its cells say."""

    age: Band | None = None
    weight: Band | None = None
    is_for_adults: bool = False
    """Whether it names adults and no children."""

    def band(self, kind: Kind) -> Band | None:
        """Give the ages or the weights."""
        return self.weight if kind is Kind.WEIGHT else self.age


def tells_who(head: str) -> bool:
    """Whether a column's name says that it holds ages or weights of people, and nothing else."""
    words = set(_words(head))
    return bool(words & (_WEIGHT_NAMES | _AGE_NAMES)) and words <= _BESIDE | _AGE_UNITS | _WEIGHT_UNITS


def is_unit(cell: str) -> bool:
    """Whether a cell is a unit of ages or weights and nothing else, as below the name of a column."""
    words = set(_words(cell))
    return bool(words) and words <= _AGE_UNITS | _WEIGHT_UNITS


def tells(head: str, kind: Kind) -> bool:
    """Whether a column that `tells_who` may hold ages, or weights, as its name says."""
    words = set(_words(head))
    return bool(words & (_WEIGHT_NAMES if kind is Kind.WEIGHT else _AGE_NAMES))


def whom(head: str, cell: str) -> Whom | None:
    """Read a cell of a column that `tells_who`; None if it cannot be read for certain."""
    is_noted = any(char.isdigit() and not char.isdecimal() for char in cell)  # a raised digit is a footnote
    for joint in _FROM_BIRTH:
        cell = folded(cell).replace(joint, "birth to ")
    found, cell = _with_unit(head, folded(cell))
    low = folded(cell)
    bands: dict[Kind, Band] = {}
    rest, end = [], 0
    if is_noted or any(map(_is_doubtful, found)):
        return None
    while found:
        read = _first_band(low, end, found)
        if read.kind in bands:
            return None
        bands[read.kind] = read.band
        lead = low[end : read.start].rstrip()
        rest.append(lead.removesuffix(_FROM) if read.band.narrow.high is None else lead)
        end = read.end
        found = found[read.n :]
    around = " ".join([*rest, low[end:]])
    words = set(_words(around))
    is_for_adults = bool(words & _ADULTS) and not words & _CHILDREN
    says_more = not words <= _BESIDE | _ADULTS or any(sign in around for sign in _SIGNS)
    if says_more or not (bands or is_for_adults):
        return None
    return Whom(bands.get(Kind.AGE), bands.get(Kind.WEIGHT), is_for_adults)


def completed(age: Value) -> Interval:
    """Give all ages that one may be: someone of "4 years" has the fifth birthday still to come."""
    return _band(age.interval, age.text, Kind.AGE, is_compared=age.is_compared, is_strict=age.is_strict).wide


def _with_unit(head: str, cell: str) -> tuple[list[Quantity], str]:
    """Give a cell's ages and weights, and the cell, with the unit of its column if it has none itself."""
    found = list(_quantities(folded(cell), cell))
    last = max((place for place, char in enumerate(cell, start=1) if char.isdecimal()), default=None)
    unit = _unit_of(head)
    if found or not unit or last is None:
        return found, cell
    cell = f"{cell[:last]} {unit}{cell[last:]}"
    return list(_quantities(folded(cell), cell)), cell


@dataclass(frozen=True, slots=True)
class _Read:
    """A band and where it is said."""

    start: int
    end: int
    n: int
    """How many quantities it was made of."""
    kind: Kind
    band: Band


def _quantities(low: str, text: str) -> Iterator[Quantity]:
    """Give the ages and weights of a cell; all other quantities are left to be found as what is not read."""
    for quantity in quantities(low, text):
        is_kg = quantity.dimension is Dimension.BODY_WEIGHT and bool(
            {*_letters(quantity.text)} & _WEIGHT_UNITS
        )
        ends = (quantity.interval.low, quantity.interval.high)
        units = {*_letters(quantity.text)} & _AGE_UNITS
        is_long = units <= _WEEKS and any(end is not None and end >= _PREGNANCY for end in ends)
        is_age = quantity.dimension is Dimension.TIME and not is_long
        if not quantity.per and (is_kg or is_age):
            yield quantity


def _first_band(low: str, begin: int, found: Sequence[Quantity]) -> _Read:
    """Read the first band: one quantity, or a lower end without a limit and an upper one with one."""
    first = found[0]
    kind = _KINDS[first.dimension]
    if (signed := _signed_range(first)) is not None:
        return _Read(first.start, first.end, 1, kind, signed)
    if _is_from_birth(low[begin : first.start], first):
        return _Read(low.index(_BIRTH, begin), first.end, 1, kind, _from(Fraction(0), _up_to(first)))
    if first.interval.is_point and not first.is_compared and found[1:]:
        upper = found[1]
        between = low[first.end : upper.start].strip()
        is_joined = between in _JOINTS or (not between and folded(upper.text).startswith(_ROUGH))
        if upper.dimension is first.dimension and _is_upper(upper) and is_joined:
            return _Read(first.start, upper.end, 2, kind, _from(first.interval.low, _band_of(upper)))
    return _Read(first.start, first.end, 1, kind, _band_of(first))


def _is_doubtful(quantity: Quantity) -> bool:
    """Whether a range is two weights, "10 or 14 kg", or has lost a digit: "12-1 kg"."""
    low = folded(quantity.text)
    figures = [Fraction(figure.replace(",", ".")) for figure in FIGURE.findall(low)]
    has_one_unit = len({*_letters(low)} & (_AGE_UNITS | _WEIGHT_UNITS)) == 1
    is_reversed = has_one_unit and len(figures) > 1 and figures[0] >= figures[1]
    is_choice = not quantity.is_compared and "or" in _letters(low)
    return is_reversed or is_choice


def _signed_range(quantity: Quantity) -> Band | None:
    """Read "≥ 11-14 kg": from 11 on, and up to 14, which begins the next band; None for any other."""
    sign = max((sign for sign in LOWER_SIGNS if quantity.text.startswith(sign)), key=len, default="")
    low, high = quantity.interval.low, quantity.interval.high
    if not sign or quantity.is_compared or low is None or high is None or low == high:
        return None
    is_strict = LIMITS[sign][1]
    least = _LEAST[_KINDS[quantity.dimension]]
    if quantity.ends_before:
        inside = Interval(low + least * is_strict, high - least)
        return Band(inside, inside)
    return Band(Interval(low + least * is_strict, high - least), Interval(low, high), is_signed=not is_strict)


def _is_from_birth(lead: str, upper: Quantity) -> bool:
    """Whether a lower end is the birth: "birth-3 months"."""
    words = lead.strip()
    joint = next((joint for joint in _JOINTS if words.endswith(joint)), "")
    is_birth = bool(joint) and words.removesuffix(joint).strip().endswith(_BIRTH)
    return (
        is_birth and upper.dimension is Dimension.TIME and not upper.is_compared and upper.interval.is_point
    )


def _up_to(quantity: Quantity) -> Band:
    """Give the band that ends with a quantity, whether or not that is still inside."""
    band = _band_of(quantity)
    high = quantity.interval.high
    return Band(Interval(None, high - _LEAST[Kind.AGE] if high is not None else None), band.wide)


def _is_upper(quantity: Quantity) -> bool:
    return quantity.is_compared and quantity.interval.low is None


def _band_of(quantity: Quantity) -> Band:
    band = _band(
        quantity.interval,
        quantity.text,
        _KINDS[quantity.dimension],
        is_compared=quantity.is_compared,
        is_strict=quantity.is_strict,
    )
    high = quantity.interval.high
    if not quantity.ends_before or high is None:
        return band
    inside = Interval(quantity.interval.low, high - _LEAST[_KINDS[quantity.dimension]])
    return Band(inside, inside)


def _band(interval: Interval, text: str, kind: Kind, *, is_compared: bool, is_strict: bool) -> Band:
    """Read an interval narrowly and widely, by the words that state it."""
    as_range = interval
    if interval.is_point and interval.low is not None and kind is Kind.AGE:
        as_range = Interval(interval.low, interval.low + _LEAST[kind])  # a point would be kept as it is
    value = Value(kind, "", as_range, 0, 0, text, is_compared=is_compared, is_strict=is_strict)
    wide = exact(value)
    if interval.is_point and kind is Kind.AGE and wide.high is not None:
        wide = Interval(wide.low, wide.high - _LEAST[kind])
    if is_strict:
        return Band(wide, wide)
    high = interval.high
    if high is not None and _ROUGH in folded(text):
        high -= _LEAST[kind]
    return Band(Interval(interval.low, high), wide)


def _from(low: Fraction | None, upper: Band) -> Band:
    """Give the band that begins at `low` and ends where another does."""
    return Band(Interval(low, upper.narrow.high), Interval(low, upper.wide.high))


def _unit_of(head: str) -> str:
    """Give the one unit that a column's name states, empty if none or several."""
    units = [word for word in _letters(head) if word in _WEIGHT_UNITS | _AGE_UNITS]
    return units[0] if len(units) == 1 else ""


def _letters(text: str) -> list[str]:
    return LETTERS.findall(folded(text))


def _words(text: str) -> list[str]:
    return _WORD.findall(folded(text))
