"""Reads the claims of a handbook: every statement that gives an amount, or says what to do.

A statement is read in its section, by the one reader of `edgerag.language`. What it does not say itself, whom
and which illness it is about, is told by the nearest heading that says it. "Otitis, externa" in a heading is
read as "otitis externa" too, and what a heading excludes is not what it is about.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from edgerag.domain.entities import EntityType
from edgerag.domain.handbooks import Section
from edgerag.extract.alternatives import shared_values
from edgerag.extract.bans import is_banned_outright, is_only_named, is_replaced
from edgerag.extract.clauses import denied_remedies, is_taken
from edgerag.language import entities, names
from edgerag.language.cases import named_cases
from edgerag.language.claims import Claim
from edgerag.language.clauses import BULLETS, cut
from edgerag.language.contrasts import sides
from edgerag.language.cues import Cue, says
from edgerag.language.deeds import Deed, deeds
from edgerag.language.examples import announced
from edgerag.language.negation import Polarity, bans_in, forbids, is_in_case
from edgerag.language.reading import Statement, read, terms
from edgerag.language.text import folded
from edgerag.language.times import is_of_nothing_given
from edgerag.language.values import Kind, Value

READER: Final = 26
"""Raised with every change of what is read: what an older version read is read anew."""

_ILLS: Final = frozenset({EntityType.DISEASE, EntityType.SYMPTOM})
_HEADINGS_KEPT: Final = 1024
_EXCLUDING: Final = "excluding"
_NUMBERING: Final = "0123456789. "
_SEVERITY: Final = frozenset({"severe", "uncomplicated"})
"""Of what a heading names as people, what is said of the illness: it leaves open whose illness it is."""
_TESTS: Final = frozenset({EntityType.EXAMINATION, EntityType.TREATMENT})
_NEVER_INHERITED: Final = frozenset({Kind.THRESHOLD})
"""What is measured is no medicine's."""
_OF_A_DEED: Final = frozenset({Kind.FREQUENCY, Kind.TIMING, Kind.DURATION, Kind.COUNT})
_CLAUSE_ENDS: Final = ".;:|"

Situation = frozenset[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class _Above:
    """What the headings over a statement say."""

    conditions: frozenset[str]
    topics: frozenset[str]
    heading: frozenset[str]
    people: frozenset[str]
    situation: Situation
    announced: Sequence[str]
    """The classes of medicines of which the heading announces examples."""


def claims_of(text: str, sections: Iterable[Section]) -> Iterator[Claim]:
    """Yield the claims of a handbook, in reading order.

    Args:
        text: the handbook text.
        sections: all of its sections; none holds text of another.
    """
    for section in sections:
        above = _above(section.path)
        for statement in read(text[section.start : section.end]):
            done = _done(statement)
            classes = _classes(statement)
            is_told = _is_order(statement) and bool(statement.drugs or classes)
            if statement.values or is_told or done:
                for side in sides(statement):
                    yield _claim(side, above, section.start, classes, done)


def _above(path: Sequence[str]) -> _Above:
    nearest_first = [heading.partition(_EXCLUDING)[0] for heading in reversed(path)]
    conditions = (frozenset(m.name for m in names.conditions(heading)) for heading in nearest_first)
    topics = map(_topics, nearest_first)
    people = [names.names_of_people(heading) for heading in nearest_first]
    severity = next(filter(None, (named & _SEVERITY for named in people)), frozenset[str]())
    others = next(filter(None, (named - _SEVERITY for named in people)), frozenset[str]())
    return _Above(
        next(filter(None, conditions), frozenset()),
        next(filter(None, topics), frozenset()),
        terms(path[-1]),
        severity | others,
        _situation(nearest_first),
        announced(path[-1]),
    )


@lru_cache(_HEADINGS_KEPT)
def _topics(heading: str) -> frozenset[str]:
    first, comma, rest = heading.partition(", ")
    readings = (heading, f"{first} {rest}", f"{rest} {first.lstrip(_NUMBERING)}") if comma else (heading,)
    named = (one for reading in readings for one in entities.named(reading))
    return frozenset(one.name for one in named if one.type in _ILLS)


def _situation(texts: Sequence[str]) -> Situation:
    """Give the cases that texts name; on each axis the first text that names one decides."""
    found: dict[str, frozenset[str]] = {}
    for text in texts:
        found = {**named_cases(text), **found}
    return frozenset((axis, case) for axis, cases in found.items() for case in cases)


def _done(statement: Statement) -> tuple[Deed, ...]:
    """Give the deeds that a statement without a medicine orders or bans; none that a list may forbid."""
    may_be_listed = statement.polarity is Polarity.DO_NOT and not forbids(statement.text)
    return () if statement.drugs or may_be_listed else tuple(deeds(statement.text))


def _classes(statement: Statement) -> frozenset[str]:
    """Name the classes of medicines of which a statement gives some, and names none."""
    if statement.drugs or not _is_order(statement) or not says(folded(statement.text), Cue.GIVES):
        return frozenset()
    return frozenset(names.drug_classes(statement.text))


def _claim(
    statement: Statement, above: _Above, offset: int, classes: frozenset[str], done: tuple[Deed, ...]
) -> Claim:
    people = statement.populations or above.people
    own = _situation([statement.text])
    axes = {axis for axis, _ in own}
    inherited = frozenset((axis, case) for axis, case in above.situation if axis not in axes)
    return Claim(
        statement.start + offset,
        statement.end + offset,
        tuple(_moved(value, people, offset) for value in _owned(statement)),
        frozenset(drug.name for drug in statement.drugs if drug.start not in statement.alternatives),
        frozenset(route.name for route in statement.routes),
        frozenset(m.name for m in names.conditions(statement.text)) | above.conditions,
        above.topics,
        offset,
        above.heading,
        people,
        own | inherited,
        statement.polarity,
        _is_order(statement),
        statement.terms,
        _ordered(statement),
        is_in_case(statement.text),
        classes,
        done,
        frozenset(_examples(statement, above)),
    )


def _examples(statement: Statement, above: _Above) -> Iterator[tuple[str, str]]:
    """Yield the medicines that stand for a class, by the statement itself or by its heading."""
    own = dict(statement.examples)
    for drug in statement.drugs:
        for of_class in (own.get(drug.start, ""), *above.announced):
            if of_class in names.classes(drug.name):
                yield drug.name, of_class


def _owned(statement: Statement) -> tuple[Value, ...]:
    """Give the values of a statement, each with its own medicine, and those that alternatives share.

    What the statement before was about has no part in what this one measures, tests or does.
    """
    own = {drug.name for drug in statement.drugs}
    inherited = [value for value in statement.values if value.drug and value.drug not in own]
    foreign = _NEVER_INHERITED
    if any(value.kind in _OF_A_DEED for value in inherited) and _is_on_test(statement):
        foreign |= _OF_A_DEED
    named = entities.named(statement.text) if any(value.drug for value in statement.values) else ()
    freed = (
        replace(value, drug="")
        if (value in inherited and value.kind in foreign)
        or (value.kind in _OF_A_DEED and _is_of_another(value, statement, named))
        else value
        for value in statement.values
        if value.drug in own or value.kind is not Kind.STRENGTH
    )
    return (*freed, *shared_values(statement))


def _is_of_another(value: Value, statement: Statement, named: Sequence[entities.Named]) -> bool:
    """Whether a time or a number is of an illness, a visit or a test, and of no medicine named beside it.

    What is named last before it in its clause has it: "FBC monthly if on AZT".
    """
    low, offset = folded(statement.text), statement.start
    place = value.start - offset
    begins = place - len(cut(low[:place], _CLAUSE_ENDS)[-1])
    tests = [one.end for one in named if one.type is EntityType.EXAMINATION]
    drugs = [drug.end - offset for drug in statement.drugs]
    test, drug = (max((end for end in ends if begins < end <= place), default=0) for ends in (tests, drugs))
    return test > drug or is_of_nothing_given(value, low, offset)


def _is_on_test(statement: Statement) -> bool:
    return any(one.type in _TESTS for one in entities.named(statement.text))


def _is_order(statement: Statement) -> bool:
    """Whether it tells what to do: in so many words, or by a clause that begins with a deed."""
    clauses = cut(folded(statement.text), ".;:|,")
    return statement.is_order or any(Cue.TELLS_TO.opens(clause.lstrip(BULLETS)) for clause in clauses)


def _ordered(statement: Statement) -> frozenset[str]:
    """Name the medicines that a statement tells to give, or not to; of "glucose is below 4" none.

    A ban reaches those that its own words reach, or all that are listed under it.
    """
    if not _is_order(statement) or not statement.drugs:
        return frozenset()
    low = folded(statement.text)
    if statement.polarity is not Polarity.DO_NOT or not forbids(statement.text):
        measured = _measured(statement)
        given = (drug for drug in statement.drugs if drug.start not in measured)
        return frozenset(drug.name for drug in given if _is_given(low, drug, statement.start))
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


def _is_given(low: str, drug: names.Mention, offset: int) -> bool:
    """Whether a medicine that an order names is neither replaced nor named beside what is given."""
    start, end = drug.start - offset, drug.end - offset
    return not is_replaced(low, start) and not is_only_named(low, start, end)


def _measured(statement: Statement) -> frozenset[int]:
    """Say where names of medicines stand that are here those of what a limit measures: the last before it."""
    limits = [value for value in statement.values if value.kind is Kind.THRESHOLD]
    named = (
        [
            drug.start
            for drug in statement.drugs
            if drug.start < limit.start and limit.unit.endswith(f" {drug.name}")
        ]
        for limit in limits
    )
    return frozenset(max(starts) for starts in named if starts)


def _moved(value: Value, people: frozenset[str], offset: int) -> Value:
    return replace(
        value,
        start=value.start + offset,
        end=value.end + offset,
        populations=value.populations or people,
    )
