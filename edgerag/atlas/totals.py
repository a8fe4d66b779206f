"""The same amount, split otherwise: two tablets of 0.75 mg are 1.5 mg, 150 mg twice a day are 300 mg a day.

    at a time = dose, or dose x tablets
    a day     = what is given at a time x 24 / hours between two doses

How often a medicine is given is an attribute of its own; of what is alike in a day it makes no difference.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final

from edgerag.language.claims import Claim
from edgerag.language.quantities import Interval
from edgerag.language.values import Kind, Value

_TABLETS: Final = "tablets"
_HOURS: Final = 24


def are_alike_in_all(a: Claim, b: Claim, drug: str, unit: str) -> bool:
    """Whether two claims give as much of a medicine at a time, or in a day."""
    ours, theirs = (_at_a_time(claim, drug, unit) for claim in (a, b))
    return bool(ours & theirs) or are_alike_in_a_day(a, b, drug, unit)


def are_alike_in_a_day(a: Claim, b: Claim, drug: str, unit: str) -> bool:
    """Whether two claims give as much of a medicine in a day, however often."""
    days = (set(_in_a_day(claim, drug, _at_a_time(claim, drug, unit))) for claim in (a, b))
    return bool(set.intersection(*days))


def _at_a_time(claim: Claim, drug: str, unit: str) -> set[Interval]:
    doses = _said(claim.values, drug, Kind.DOSE, unit)
    tablets = _said(claim.values, drug, Kind.DOSE, _TABLETS)
    if len(doses) != 1 or len(tablets) > 1:
        return set()
    return {doses[0], *(doses[0].scaled(count.low) for count in tablets if count.is_point and count.low)}


def _in_a_day(claim: Claim, drug: str, times: Iterable[Interval]) -> list[Interval]:
    apart = _said(claim.values, drug, Kind.FREQUENCY, "hours")
    if len(apart) != 1 or not apart[0].is_point or not apart[0].low:
        return []
    return [amount.scaled(Fraction(_HOURS) / apart[0].low) for amount in times]


def _said(values: Sequence[Value], drug: str, kind: Kind, unit: str) -> list[Interval]:
    return [v.interval for v in values if (v.kind, v.unit, v.drug) == (kind, unit, drug)]
