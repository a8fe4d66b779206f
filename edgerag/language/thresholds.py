"""Limits set on what is measured: "CD4 < 350", "eGFR has dropped under 45", "BP 160/110 or more"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from edgerag.language.clauses import cut
from edgerag.language.cues import Cue, says
from edgerag.language.names import Mention
from edgerag.language.quantities import (
    BEGINS_LIMIT,
    LIMIT_AFTER,
    LIMIT_BEFORE,
    LIMITS,
    UNIT,
    Dimension,
    Interval,
    Quantity,
    lone_number_at,
)
from edgerag.language.units import one_space


@dataclass(frozen=True, slots=True)
class Threshold:
    """One limit and where it is said."""

    start: int
    end: int
    unit: str
    interval: Interval
    is_compared: bool
    is_strict: bool = False


_LINK: Final = re.compile(
    r"(?:\([^()\d]{1,20}\)|[\s:()=]|\b(?:cells?|counts?|of|is|are|was|were|has|have|had|been|levels?|values?"
    r"|readings?|reads?|bp|blood pressure|pressure|stands?|measures?|falls?|fallen|fell|rises?|risen|rose"
    r"|drops?|dropped|goes|gone"
    r"|remains?|stays?|becomes?|reaches|at|to|still|the|a|persistently|score|ratio)\b){0,10}"
)
"""What may stand between a thing measured and its number."""
_GOES_ON: Final = re.compile(
    rf"\s{{0,3}}(?:-?\s?{UNIT}|[%x-]|:\s?\d|/(?!\s?(?:mm3?|ul|l|min)\b)|(?:times|fold)\b|[.,]?\d"
    r"|(?:st|nd|rd|th)\b)"
)
"""After these a number is not that of the thing measured."""
_MEASURED_IN: Final = {
    "cd4": (str(Dimension.CELLS), 1),
    "viral-load": (str(Dimension.COPIES), 1),
    "systolic": (f"{Dimension.PRESSURE} systolic", 1),
    "diastolic": (f"{Dimension.PRESSURE} diastolic", 1),
    "temperature": (str(Dimension.TEMPERATURE), 1),
    "pulse": (f"{Dimension.PULSE} pulse", 1),
    "breathing": (f"{Dimension.PULSE} breathing", 1),
    "saturation": (f"{Dimension.PERCENT} saturation", 1),
}
"""The unit that is meant where a number stands alone."""
_IN_THOUSANDS: Final = frozenset({"neutrophils", "platelets", "white-cells", "lymphocytes"})
"""Counted in thousands in a microlitre where the number is below a thousand."""
_BREATHING: Final = "breathing"
_WHOLE: Final = frozenset({"pulse", _BREATHING})
"""Counted in whole numbers: "RR: 1.06" is a risk ratio."""
_PRESSURE: Final = re.compile(
    rf"(?:{BEGINS_LIMIT}(?P<before>{LIMIT_BEFORE})\s{{0,3}})?(?<![\d/.])"
    r"(?P<systolic>\d{2,3})(?:\s?-\s?(?P<to_systolic>\d{2,3}))?\s?/\s?(?P<diastolic>\d{2,3})"
    r"(?:\s?-\s?(?:(?P<up_to_systolic>\d{2,3})\s?/\s?)?(?P<to_diastolic>\d{2,3}))?"
    rf"(?![\d/]|\.\d|\s?m?c?g\b)(?:\s?(?P<unit>mm\s?hg))?(?:\s{{0,3}}(?P<after>{LIMIT_AFTER})(?![a-z]))?"
)
"""Also a range of both, "140-159/90-99", and one from a pressure to another, "130/80-179/109"."""
_WHATEVER_CHARS: Final = 66
"""Characters behind "regardless of" that tell what does not count."""
_ENDS: Final = ".;:|()?!%<>≥≤="
_MAX_GAP: Final = 90
"""Characters from what is measured to a number whose unit tells that something is."""
_NEAR: Final = 60
"""Characters before two numbers in which a word says that they are a blood pressure."""


def thresholds(low: str, text: str, measured: Sequence[Mention]) -> Iterator[Threshold]:
    """Find limits whose numbers carry no unit of their own; `measured` is all that is measured."""
    for mention in measured:
        link = _LINK.match(low, mention.end)
        number = lone_number_at(low, text, link.end() if link else mention.end)
        if number is None or _GOES_ON.match(low, number.end):
            continue
        if mention.name not in _WHOLE or _is_rate(number, low[mention.start : mention.end]):
            yield _of(mention.name, number)
    for match in _PRESSURE.finditer(low):
        before = low[max(0, match.start() - _NEAR) : match.start()]
        if match["unit"] or says(before, Cue.PRESSURE, Cue.AIMS):
            yield from _pressures(match)


def _is_rate(number: Quantity, named: str) -> bool:
    """Whether it counts beats or breaths: whoever writes "difficulty breathing 16" names a page."""
    if named == _BREATHING and number.interval.is_point:
        return False
    return all(end is None or end.denominator == 1 for end in (number.interval.low, number.interval.high))


def any_value(low: str) -> Iterator[tuple[int, int, Dimension]]:
    """Find "regardless of CD4" and "any duration": where, and what of."""
    for met in Cue.ANY_VALUE.finditer(low):
        yield met.start(), met.end(), Dimension.CELLS if "cd4" in met[0] else Dimension.TIME
    for met in Cue.WHATEVER.finditer(low):
        what = cut(low[met.end() : met.end() + _WHATEVER_CHARS], _ENDS)[0]
        if "cd4" in what or "duration" in what:
            yield met.start(), met.end() + len(what), Dimension.CELLS if "cd4" in what else Dimension.TIME


def is_level_of(quantity: Quantity, measured: Sequence[Mention], low: str) -> str:
    """Name what a quantity directly states: "saturation reads 91 %"; empty if nothing."""
    for mention in measured:
        is_near = 0 <= quantity.start - mention.end <= _MAX_GAP
        if is_near and _LINK.fullmatch(low, mention.end, quantity.start):
            return mention.name
    return ""


def measured_before(quantity: Quantity, measured: Sequence[Mention]) -> str:
    """Name what was last named as measured before a quantity; empty if nothing."""
    near = [m.name for m in measured if 0 <= quantity.start - m.end <= _MAX_GAP]
    if quantity.dimension is Dimension.PULSE:
        near = [name for name in near if name in _WHOLE]
    return near[-1] if near else ""


def unit_of(quantity: Quantity, name: str) -> str:
    """Name what makes two levels comparable; a bare cell count is that of CD4 cells."""
    unit = quantity.dimension + "".join(f"/{part}" for part in quantity.per)
    is_plain = quantity.dimension is Dimension.TEMPERATURE or name in ("", "cd4", "viral-load")
    return unit if is_plain else f"{unit} {name}"


def _of(name: str, number: Quantity) -> Threshold:
    unit, factor = _MEASURED_IN.get(name, (f" {name}", 1))
    ends = [end for end in (number.interval.low, number.interval.high) if end is not None]
    if name in _IN_THOUSANDS:
        unit, factor = f"{Dimension.CELLS} {name}", 1000 if max(ends) < 1000 else 1
    interval = number.interval.scaled(Fraction(factor))
    return Threshold(number.start, number.end, unit, interval, number.is_compared, number.is_strict)


def _pressures(match: re.Match[str]) -> Iterator[Threshold]:
    limit = one_space(match["after"] or match["before"] or "")
    is_below, is_strict = LIMITS.get(limit, (False, False))
    for name in ("systolic", "diastolic"):
        end = Fraction(match[name])
        interval = Interval(None if is_below else end, end if is_below or not limit else None)
        most = match[f"to_{name}"] or (match["up_to_systolic"] if name == "systolic" else None)
        if most and not limit:
            interval = Interval(min(end, Fraction(most)), max(end, Fraction(most)))
        unit = f"{Dimension.PRESSURE} {name}"
        yield Threshold(match.start(), match.end(), unit, interval, bool(limit), is_strict and bool(limit))
