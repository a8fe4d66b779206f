"""Whether two pieces of advice are for different situations, and the question is about neither of them.

"Mild attack: ..." and "Severe attack: ..." can both be followed, and so can what is done if a test is high
and what is done if there is new pain, unless the question is about one of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from edgerag.compare.compatibility import are_apart
from edgerag.compare.findings import AGREEING, CLASHING, Finding, Relation, Span, stated_at
from edgerag.compare.people import special
from edgerag.language import names
from edgerag.language.bands import are_steps
from edgerag.language.cases import named_cases
from edgerag.language.clauses import cut
from edgerag.language.cues import Cue, says
from edgerag.language.negation import conditions_in
from edgerag.language.questions import Asked
from edgerag.language.reading import Statement, read, terms
from edgerag.language.situations import LIMITS, degrees, situations, turn
from edgerag.language.text import folded
from edgerag.language.values import Kind, Stage, Value

_AND: Final = re.compile(r" (?:and|but|with) ")
_MOST_STATEMENTS: Final = 10
"""A longer text tells more than one situation; keeps time bounded."""
_MOST_SITUATIONS: Final = 2
"""A statement with more is a row or a list that tells of several."""


def are_parted(finding: Finding, asked: Asked, a: Sequence[Statement], b: Sequence[Statement]) -> bool:
    """Whether what two texts state can both be followed: it is for two situations, or two peoples by name.

    Of a clash the two statements count in which it stands, unless what clashes is itself a condition ("if
    well for more than 3 months"); a limit or an age that is asked for parts nothing.

    Args:
        finding: how the two relate.
        asked: what both answer.
        a: one text.
        b: the other.
    """
    sides = stated_at(a, finding.a), stated_at(b, finding.b)
    if finding.relation is Relation.SPECIAL_PEOPLE and _are_for_two_peoples(asked, *sides):
        return True
    if finding.relation in AGREEING or finding.kind in (Kind.THRESHOLD, Kind.AGE):
        return False
    if finding.relation not in CLASHING or not all(sides):
        return are_for_two(asked, a, b)
    is_condition = _is_condition(finding.a, sides[0]) or _is_condition(finding.b, sides[1])
    return not is_condition and are_for_two(asked, *sides)


def _are_for_two_peoples(asked: Asked, a: Sequence[Statement], b: Sequence[Statement]) -> bool:
    """Whether each statement names people of its own, and the question none who are special."""
    one, other = (frozenset().union(*(said.populations for said in text)) for text in (a, b))
    is_asked = bool(asked.ages) or bool((one | other) & special(asked.populations))
    return bool(one and other) and not one & other and not is_asked


def _is_condition(span: Span | None, statements: Sequence[Statement]) -> bool:
    conditions = (condition for said in statements for condition in conditions_in(said.text))
    return span is not None and any(folded(span.text) in condition for condition in conditions)


def are_for_two(asked: Asked, a: Sequence[Statement], b: Sequence[Statement]) -> bool:
    """Whether all that two texts say is for situations, each for another, and none is in question."""
    if not a or not b or max(len(a), len(b)) > _MOST_STATEMENTS:
        return False
    one, other = ([situations(statement.text) for statement in text] for text in (a, b))
    if max(map(len, (*one, *other))) > _MOST_SITUATIONS:
        return False
    return all(_are_two(x, y, asked) for x in one for y in other)


def _are_two(some: Sequence[str], others: Sequence[str], asked: Asked) -> bool:
    """Whether the situations of two statements exclude each other, or have nothing in common.

    What is for those alone who cannot have something is for others than what is told at large.
    """
    if not asked.not_borne and not says(asked.text, Cue.INTOLERANT):
        unable = [any(says(one, Cue.INTOLERANT) for one in told) for told in (some, others)]
        if unable[0] != unable[1]:
            return True
    if any(_are_exclusive(x, y, asked) for x in some for y in others):
        return True
    words = _words(some), _words(others)
    return all(words) and not words[0] & words[1] and not (words[0] | words[1]) & asked.subject


def _words(some: Sequence[str]) -> frozenset[str]:
    """Give the words of situations that say what they are: no "day", no "first"."""
    return frozenset(term for one in some for term in terms(one) if not names.is_asking_word(term))


def _are_exclusive(one: str, other: str, asked: Asked) -> bool:
    """Whether nobody is in both, and the question does not say in which somebody is."""
    return (
        _are_two_cases(one, other, asked)
        or _is_denied(one, other, asked)
        or _are_limits_apart(one, other)
        or _are_two_turns(one, other, asked)
        or _are_two_peoples(one, other, asked)
    )


def _are_two_cases(one: str, other: str, asked: Asked) -> bool:
    """Whether they are a mild and a severe case, or two steps of one ladder."""
    cases, others = named_cases(one), named_cases(other)
    axes = cases.keys() & others.keys() - asked.cases.by_axis.keys()
    if any(not cases[axis] & others[axis] for axis in axes):
        return True
    steps, other_steps = degrees(one), degrees(other)
    is_one_ladder = {what for what, _ in steps} & {what for what, _ in other_steps} - asked.terms
    return bool(is_one_ladder) and not steps & other_steps


def _are_two_turns(one: str, other: str, asked: Asked) -> bool:
    """Whether one is what comes first and the other what follows, and the question is about neither."""
    is_asked = asked.stage is not None or turn(asked.text) is not None
    return not is_asked and {turn(one), turn(other)} == {Stage.INITIAL, Stage.LATER}


def _are_two_peoples(one: str, other: str, asked: Asked) -> bool:
    """Whether nobody is of both, and the question does not say whom it is about."""
    people, others = names.names_of_people(one), names.names_of_people(other)
    return not (people | others) & asked.populations and not asked.ages and names.exclusive(people, others)


def _is_denied(one: str, other: str, asked: Asked) -> bool:
    """Whether one finds what the other is without: "no fever", "fever after 4 days"."""
    (found, lacking), (other_found, other_lacking) = _findings(one), _findings(other)
    return bool((found & other_lacking | lacking & other_found) - asked.subject)


def _are_limits_apart(one: str, other: str) -> bool:
    return any(
        x.unit == y.unit and (are_apart(x.interval, y.interval) or are_steps(x.interval, y.interval))
        for x in _limits(one)
        for y in _limits(other)
    )


def _findings(situation: str) -> tuple[frozenset[str], frozenset[str]]:
    """Give the words of what is found in a situation, and of what is said not to be."""
    parts = [part.strip() for piece in cut(folded(situation), ",;()") for part in _AND.split(piece)]
    lacking = [part for part in parts if Cue.WITHOUT.opens(part)]
    return _words([part for part in parts if part not in lacking]), _words(lacking)


def _limits(situation: str) -> list[Value]:
    """Give the limits and ranges of what is measured, and of how long it has been so."""
    values = (value for statement in read(situation) for value in statement.values)
    return [value for value in values if value.kind in LIMITS and value.is_limit]
