"""What is said once behind several medicines: "A or B 3 times a day", "A 15 mg and B 25 mg for a week".

Of what stands behind the last of the medicines that "or" or "and" joins, each before it has

    its doses, how often and how long    if nothing is said of it alone; after "and", no dose is shared,
                                         and nothing if one is said of the other medicine
    how often and how long               if no more than its dose is said
    how long                             if it is said how often it is given, and no time of its own
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from edgerag.language.cues import Cue, says
from edgerag.language.names import Mention
from edgerag.language.reading import Statement
from edgerag.language.text import folded
from edgerag.language.values import Kind, Value

_COURSE: Final = frozenset({Kind.DOSE, Kind.FREQUENCY, Kind.DURATION})
_STOPS: Final = ".;|"
_JOINTS: Final = frozenset({"and", "plus", "with", "+", "&", "/"})
"""Between medicines that are given together."""
_OTHER: Final = (Cue.ORDERS, Cue.GIVES, Cue.STOPS, Cue.SEQUEL, Cue.CONDITION)
_LONGEST_GAP: Final = 80
"""Characters between two alternatives that what follows may still be said of."""


def shared_values(statement: Statement) -> Iterator[Value]:
    """Yield what is said of a medicine by what stands behind its alternative."""
    drugs = sorted(statement.drugs, key=lambda drug: (drug.start, drug.end))
    shared: list[Value] = []
    for first, second in reversed([*pairwise(drugs)]):
        said = [*_behind(statement, second, drugs), *shared]
        gap = _gap(statement, first, second)
        words = gap.replace(",", " , ").split()
        if first.name == second.name or not _are_joined(gap, words, is_listed=bool(shared)):
            shared = []
            continue
        own = {value.kind for value in statement.values if _is_of(value, first, second)}
        kinds = _missing(own)
        if "or" not in words and not own:
            has_dose = any(value.kind is Kind.DOSE for value in said)
            kinds = frozenset() if has_dose else kinds - {Kind.DOSE}
        shared = [replace(v, drug=first.name) for v in said if v.drug == second.name and v.kind in kinds]
        yield from shared


def _are_joined(gap: str, words: Sequence[str], *, is_listed: bool) -> bool:
    """Whether what stands between two medicines joins them: "or", "and" alone, or the comma of a list."""
    if len(gap) > _LONGEST_GAP or any(stop in gap for stop in _STOPS):
        return False
    is_beside = not words or not _JOINTS.isdisjoint(words) or (is_listed and "," in words)
    return "or" in words or (is_beside and not says(gap, *_OTHER))


def _missing(own: set[Kind]) -> frozenset[Kind]:
    """Name what a medicine of which these kinds are said may share with that behind it."""
    said = own & {*_COURSE, Kind.COUNT, Kind.TIMING}
    if not said:
        return _COURSE
    if said == {Kind.DOSE}:
        return _COURSE - said
    is_repeated = Kind.FREQUENCY in said and not said & {Kind.DURATION, Kind.COUNT, Kind.TIMING}
    return frozenset({Kind.DURATION}) if is_repeated else frozenset()


def _gap(statement: Statement, first: Mention, second: Mention) -> str:
    return folded(statement.text)[first.end - statement.start : second.start - statement.start]


def _is_of(value: Value, first: Mention, second: Mention) -> bool:
    """Whether a value is said of the first of two medicines alone: between them, or given by its name."""
    return first.end <= value.start < second.start or value.drug == first.name


def _between(values: Sequence[Value], start: int, end: int) -> list[Value]:
    return [value for value in values if start <= value.start < end]


def _behind(statement: Statement, second: Mention, drugs: Sequence[Mention]) -> list[Value]:
    """Give the values between an alternative and what is named next."""
    end = min((drug.start for drug in drugs if drug.start >= second.end), default=statement.end)
    return _between(statement.values, second.end, end)
