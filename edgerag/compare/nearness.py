"""How near a statement is to the question, so that an aside neither raises an alarm nor hides one."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, TypeVar

from edgerag.compare.people import are_exclusive, special
from edgerag.compare.standing import Weighed
from edgerag.language.questions import Asked
from edgerag.language.reading import Statement
from edgerag.language.values import Kind

T = TypeVar("T")

_TERM: Final = 0.6
"""A word of the question in the statement itself."""
_AROUND: Final = 0.2
"""A word of the question elsewhere in its paragraph."""
_DRUG: Final = 1.0
"""The drug of the question, besides being a word of it."""
_RANK: Final = 0.6
"""One paragraph earlier: answers put what answers best first."""
_LAST_RANK: Final = 4
_IN_STATEMENT: Final = 0.4
"""One thing earlier in the same statement."""
_OTHERS: Final = 2.0
"""A statement for people who are not those of the question."""
_SPECIAL: Final = 1.6
"""A statement for special people whom the question does not name."""
_MEANT: Final = 0.8
"""A statement that names the people of the question."""
_ROUTE: Final = 1.0
"""A statement on giving it in the way of the question; one on another way is as much farther."""
_FIRST_CHOICE: Final = 1.2
"""A statement that says which drug comes first, if that is asked."""
_SECOND_CHOICE: Final = 1.0
"""A statement on what is given after a failure, unless the question is about that."""
_LIGHTEST: Final = 0.02
"""Statements with a smaller share of the weight are left out."""
_MOST_SAID: Final = 30
"""The heaviest things of a text that are compared; an answer says fewer. Keeps time bounded."""


def nearness(statement: Statement, asked: Asked) -> float:
    """Score a statement, the higher the nearer; differences are log odds."""
    shared = statement.terms & asked.subject
    around = statement.around & asked.subject - shared
    score = _TERM * len(shared) + _AROUND * len(around)
    score -= _RANK * min(statement.paragraph, _LAST_RANK)
    score += _DRUG * bool(statement.terms & asked.drugs)
    score -= _SECOND_CHOICE * (statement.is_second_choice and not asked.is_second_choice)
    score += _FIRST_CHOICE * (statement.is_first_choice and Kind.DRUG in asked.kinds)
    score += _ROUTE * _fits_route(statement, asked)
    score += _MEANT * bool(statement.populations & asked.populations)
    score -= _SPECIAL * bool(special(statement.populations) - asked.populations)
    return score - _OTHERS * are_exclusive(statement.populations, asked.populations)


def _fits_route(statement: Statement, asked: Asked) -> int:
    """Give 1 if it tells the way of giving of the question, -1 if it tells another, else 0."""
    told = {route.name for route in statement.routes}
    if not told or not asked.routes:
        return 0
    return 1 if told & asked.routes else -1


def weighed(said: Sequence[tuple[Statement, T]], asked: Asked, ranks: Sequence[int] = ()) -> list[Weighed[T]]:
    """Give what statements say with its weight, the heaviest first.

    Args:
        said: each thing, with the statement that says it.
        asked: the question.
        ranks: how many other things each one's statement says before it; none if empty.
    """
    if not said:
        return []
    scores = [nearness(statement, asked) for statement, _ in said]
    if ranks:
        scores = [score - _IN_STATEMENT * rank for score, rank in zip(scores, ranks, strict=True)]
    raised = [math.exp(score - max(scores)) for score in scores]
    heavy = [(share, thing) for share, (_, thing) in zip(raised, said, strict=True) if share >= _LIGHTEST]
    ordered = sorted(heavy, key=lambda pair: -pair[0])[:_MOST_SAID]
    total = sum(share for share, _ in ordered)
    return [Weighed(thing, share / total) for share, thing in ordered]
