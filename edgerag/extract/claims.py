"""Reads the claims of a handbook: every statement that gives an amount, or says what to do with a medicine.

A statement is read in its section, by the one reader of `edgerag.language`. What it does not say itself, whom
and which illness it is about, is told by the nearest heading that says it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from edgerag.domain.entities import EntityType
from edgerag.domain.handbooks import Section
from edgerag.extract.bans import is_banned_outright, is_replaced
from edgerag.extract.clauses import denied_remedies, is_taken
from edgerag.language import entities, names
from edgerag.language.cases import named_cases
from edgerag.language.claims import Claim
from edgerag.language.negation import Polarity, bans_in, forbids, is_in_case
from edgerag.language.reading import Statement, read, terms
from edgerag.language.text import folded
from edgerag.language.values import Value

READER: Final = 4
"""Raised with every change of what is read: what an older version read is read anew."""

_ILLS: Final = frozenset({EntityType.DISEASE, EntityType.SYMPTOM})
_HEADINGS_KEPT: Final = 1024

Situation = frozenset[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class _Above:
    """What the headings over a statement say."""

    conditions: frozenset[str]
    topics: frozenset[str]
    heading: frozenset[str]
    people: frozenset[str]
    situation: Situation


def claims_of(text: str, sections: Iterable[Section]) -> Iterator[Claim]:
    """Yield the claims of a handbook, in reading order.

    Args:
        text: the handbook text.
        sections: all of its sections; none holds text of another.
    """
    for section in sections:
        above = _above(section.path)
        for statement in read(text[section.start : section.end]):
            if statement.values or (statement.drugs and statement.is_order):
                yield _claim(statement, above, section.start)


def _above(path: Sequence[str]) -> _Above:
    nearest_first = path[::-1]
    conditions = (frozenset(m.name for m in names.conditions(heading)) for heading in nearest_first)
    topics = map(_topics, nearest_first)
    people = (names.names_of_people(heading) for heading in nearest_first)
    return _Above(
        next(filter(None, conditions), frozenset()),
        next(filter(None, topics), frozenset()),
        terms(path[-1]),
        next(filter(None, people), frozenset()),
        _situation(nearest_first),
    )


@lru_cache(_HEADINGS_KEPT)
def _topics(heading: str) -> frozenset[str]:
    return frozenset(one.name for one in entities.named(heading) if one.type in _ILLS)


def _situation(texts: Sequence[str]) -> Situation:
    """Give the cases that texts name; on each axis the first text that names one decides."""
    found: dict[str, frozenset[str]] = {}
    for text in texts:
        found = {**named_cases(text), **found}
    return frozenset((axis, case) for axis, cases in found.items() for case in cases)


def _claim(statement: Statement, above: _Above, offset: int) -> Claim:
    people = statement.populations or above.people
    own = _situation([statement.text])
    axes = {axis for axis, _ in own}
    inherited = frozenset((axis, case) for axis, case in above.situation if axis not in axes)
    return Claim(
        statement.start + offset,
        statement.end + offset,
        tuple(_moved(value, people, offset) for value in statement.values),
        frozenset(drug.name for drug in statement.drugs if drug.start not in statement.alternatives),
        frozenset(route.name for route in statement.routes),
        frozenset(m.name for m in names.conditions(statement.text)) | above.conditions,
        above.topics,
        offset,
        above.heading,
        people,
        own | inherited,
        statement.polarity,
        statement.is_order,
        statement.terms,
        _ordered(statement),
        is_in_case(statement.text),
    )


def _ordered(statement: Statement) -> frozenset[str]:
    """Name the medicines that a statement tells to give, or not to.

    A ban reaches those that its own words reach, or all that are listed under it.
    """
    if not statement.is_order or not statement.drugs:
        return frozenset()
    low = folded(statement.text)
    if statement.polarity is not Polarity.DO_NOT or not forbids(statement.text):
        given = (drug for drug in statement.drugs if not is_replaced(low, drug.start - statement.start))
        return frozenset(drug.name for drug in given)
    bans = bans_in(statement.text)
    denied = denied_remedies(statement.text, entities.named(statement.text))
    places = [
        (one.start, one.end)
        for one in denied
        if not is_taken(low, one) and is_banned_outright(low, bans, one)
    ]
    return frozenset(
        drug.name
        for drug in statement.drugs
        if any(start <= drug.start - statement.start < end for start, end in places)
    )


def _moved(value: Value, people: frozenset[str], offset: int) -> Value:
    return replace(
        value,
        start=value.start + offset,
        end=value.end + offset,
        populations=value.populations or people,
    )
