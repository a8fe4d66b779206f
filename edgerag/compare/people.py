"""Whether two values, or two pieces of advice, are meant for different people."""

from __future__ import annotations

from typing import Final

from edgerag.compare.findings import Relation
from edgerag.language import names
from edgerag.language.questions import Asked

_STATES: Final = frozenset({"symptomatic", "asymptomatic"})
_SPECIAL: Final = frozenset(
    {
        "child",
        "infant",
        "newborn",
        "pregnant",
        "breastfeeding",
        "elderly",
        "symptomatic",
        "asymptomatic",
        "tuberculosis",
        "allergic",
    }
)
"""People for whom a value may be meant alone, so that it does not conflict with the general one."""


def parted(first: frozenset[str], second: frozenset[str], asked: Asked) -> Relation | None:
    """Say how two values stand that differ, if they are meant for different people; else None."""
    if are_exclusive(first, second):
        return Relation.OTHER_PEOPLE
    if _alone(first, second, asked) or _alone(second, first, asked):
        return Relation.SPECIAL_PEOPLE
    return None


def _alone(people: frozenset[str], others: frozenset[str], asked: Asked) -> frozenset[str]:
    """Give the special people that only one of two values is meant for.

    Where the people of the question are named too, as in "adults and children", the value is for them too;
    a state such as "symptomatic" still narrows it.
    """
    special = _STATES if people & asked.populations else _SPECIAL
    return (people - others - asked.populations) & special


def are_exclusive(first: frozenset[str], second: frozenset[str]) -> bool:
    """Whether nobody belongs to both groups."""
    return names.exclusive(first, second)


def special(people: frozenset[str]) -> frozenset[str]:
    """Give those people for whom advice may be meant alone."""
    return people & _SPECIAL
