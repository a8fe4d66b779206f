"""One dose is no course: a medicine that one text gives a single time and the other again and again.

Of 4,466 judged pairs it finds a clash in 15 where values of one kind show none: 13 are a difference, in one a
side only says more, and one is of two stages of an illness.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from edgerag.compare.findings import Finding, Relation, foremost, of_values
from edgerag.compare.people import values_parted
from edgerag.language import names
from edgerag.language.cues import Cue, says
from edgerag.language.quantities import DAY, Interval
from edgerag.language.questions import Asked
from edgerag.language.reading import Statement
from edgerag.language.values import Kind, Value

_ASKED: Final = frozenset({Kind.COUNT, Kind.FREQUENCY, Kind.DURATION})
"""A question to which one of these belongs is answered otherwise by a course than by one dose."""
_ONE: Final = Interval(Fraction(1), Fraction(1))
_SEVERAL_DAYS: Final = 2 * DAY
_AT_ONCE: Final = "stat"
"""How soon a dose is given, and not that no other follows."""


def compare_once(asked: Asked, a: Sequence[Statement], b: Sequence[Statement]) -> Finding:
    """Find a medicine that one text gives once alone and the other again and again, to the same people."""
    found: list[Finding] = []
    if not _ASKED.isdisjoint((*asked.kinds, *asked.beside)):
        found += [of_values(Relation.CONFLICT, Kind.COUNT, x, y) for x, y in _parted(asked, a, b)]
        found += [of_values(Relation.CONFLICT, Kind.COUNT, y, x) for x, y in _parted(asked, b, a)]
    return foremost(found) if found else Finding(Relation.NOTHING, Kind.COUNT)


def _parted(
    asked: Asked, one: Sequence[Statement], other: Sequence[Statement]
) -> Iterator[tuple[Value, Value]]:
    """Yield the single dose of `one` with what `other` says of giving the same medicine on."""
    alike = {_choice(value) for value in (*_given_again(one), *_given_once(other))}
    for once in _given_once(one):
        for again in _given_again(other):
            is_same = _choice(once) == _choice(again) and _choice(once) not in alike
            if is_same and once.text.lower() != _AT_ONCE and values_parted(once, again, asked) is None:
                yield once, again


def _given_once(statements: Sequence[Statement]) -> list[Value]:
    """Give where a medicine is given a single time, and nothing is said to follow."""
    return [
        value
        for index, statement in enumerate(statements)
        if not any(says(one.text, Cue.SEQUEL, Cue.LATER) for one in statements[index : index + 2])
        for value in statement.values
        if value.drug and value.kind is Kind.COUNT and value.interval == _ONE and value.stage is None
    ]


def _given_again(statements: Sequence[Statement]) -> list[Value]:
    """Give how often a medicine is given, or for how many days."""
    values = (value for statement in statements for value in statement.values if value.drug)
    return [value for value in values if value.kind is Kind.FREQUENCY or _takes_days(value)]


def _takes_days(value: Value) -> bool:
    return value.kind is Kind.DURATION and (value.interval.low or 0) >= _SEVERAL_DAYS


def _choice(value: Value) -> str:
    return names.choice(value.drug)
