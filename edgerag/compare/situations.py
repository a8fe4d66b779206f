"""Whether two pieces of advice are for situations of which one patient is in one alone, or the question in none.

"Mild attack: ..." and "Severe attack: ..." can both be followed, and so can what is done if a test is high
and what is done if there is new pain, unless the question is about one of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from edgerag.compare.compatibility import are_apart
from edgerag.language.cases import named_cases
from edgerag.language.clauses import cut
from edgerag.language.cues import Cue
from edgerag.language.questions import Asked
from edgerag.language.reading import Statement, read, terms
from edgerag.language.situations import degrees, situations
from edgerag.language.text import folded
from edgerag.language.values import Kind, Value


def are_for_two(asked: Asked, a: Sequence[Statement], b: Sequence[Statement]) -> bool:
    """Whether all that two texts say is for situations, each for another, and none is that of the question."""
    one, other = ([situations(statement.text) for statement in text] for text in (a, b))
    return bool(one and other) and all(x and y and _are_two(x, y, asked) for x in one for y in other)


def _are_two(some: Sequence[str], others: Sequence[str], asked: Asked) -> bool:
    """Whether the situations of two statements exclude each other, or have nothing in common."""
    if any(_are_exclusive(x, y, asked) for x in some for y in others):
        return True
    words = _words(some), _words(others)
    return not words[0] & words[1] and not (words[0] | words[1]) & asked.subject


def _words(some: Sequence[str]) -> frozenset[str]:
    return frozenset().union(*map(terms, some))


def _are_exclusive(one: str, other: str, asked: Asked) -> bool:
    """Whether nobody is in both, and the question does not say in which somebody is."""
    cases, others = named_cases(one), named_cases(other)
    if any(not cases[axis] & others[axis] for axis in cases.keys() & others.keys() - asked.cases.by_axis.keys()):
        return True
    steps, other_steps = degrees(one), degrees(other)
    if not steps & other_steps and {what for what, _ in steps} & {what for what, _ in other_steps} - asked.terms:
        return True
    found, lacking = _findings(one), _findings(other)
    if (found[0] & lacking[1] | found[1] & lacking[0]) - asked.subject:
        return True
    limits = _limits(one), _limits(other)
    return any(
        x.unit == y.unit and are_apart(x.interval, y.interval) for x in limits[0] for y in limits[1]
    )


def _findings(situation: str) -> tuple[frozenset[str], frozenset[str]]:
    """Give the words of what is found in a situation, and of what is said not to be."""
    parts = [part.strip() for piece in cut(folded(situation), ",;") for part in piece.split(" and ")]
    lacking = [part for part in parts if Cue.WITHOUT.opens(part)]
    return _words([part for part in parts if part not in lacking]), _words(lacking)


def _limits(situation: str) -> list[Value]:
    values = (value for statement in read(situation) for value in statement.values)
    return [value for value in values if value.kind is Kind.THRESHOLD and value.is_compared]
