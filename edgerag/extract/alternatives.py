"""What is said once behind two alternatives: "A or B 3 times a day", "A 4 times a day or B, for a week".

Of what stands behind the second of two medicines that "or" joins, the first has

    its doses, how often and how long    if nothing is said of it alone, right up to the "or"
    how often and how long               if no more than its dose is said
    how long                             if it is said how often it is given, and no time of its own
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from edgerag.language.names import Mention
from edgerag.language.reading import Statement
from edgerag.language.text import folded
from edgerag.language.values import Kind, Value

_COURSE: Final = frozenset({Kind.DOSE, Kind.FREQUENCY, Kind.DURATION})
_STOPS: Final = ".;|"
_LONGEST_GAP: Final = 80
"""Characters between two alternatives that what follows may still be said of."""


def shared_values(statement: Statement) -> Iterator[Value]:
    """Yield what is said of a medicine by what stands behind its alternative."""
    drugs = sorted(statement.drugs, key=lambda drug: (drug.start, drug.end))
    for first, second in pairwise(drugs):
        gap = _gap(statement, first, second)
        if first.name == second.name or "or" not in gap.replace(",", " ").split():
            continue
        if len(gap) > _LONGEST_GAP or any(stop in gap for stop in _STOPS):
            continue
        own = {value.kind for value in _between(statement.values, first.end, second.start)}
        for value in _behind(statement, second, drugs):
            if value.drug == second.name and value.kind in _missing(own):
                yield replace(value, drug=first.name)


def _missing(own: set[Kind]) -> frozenset[Kind]:
    """Name what a medicine of which these kinds are said may share with its alternative."""
    said = own & {*_COURSE, Kind.COUNT, Kind.TIMING}
    if not said:
        return _COURSE
    if said == {Kind.DOSE}:
        return _COURSE - said
    is_repeated = Kind.FREQUENCY in said and not said & {Kind.DURATION, Kind.COUNT, Kind.TIMING}
    return frozenset({Kind.DURATION}) if is_repeated else frozenset()


def _gap(statement: Statement, first: Mention, second: Mention) -> str:
    return folded(statement.text)[first.end - statement.start : second.start - statement.start]


def _between(values: Sequence[Value], start: int, end: int) -> list[Value]:
    return [value for value in values if start <= value.start < end]


def _behind(statement: Statement, second: Mention, drugs: Sequence[Mention]) -> list[Value]:
    """Give the values between an alternative and what is named next."""
    end = min((drug.start for drug in drugs if drug.start >= second.end), default=statement.end)
    return _between(statement.values, second.end, end)
