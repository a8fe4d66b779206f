"""Whether two values, or two pieces of advice, are meant for different people."""

from __future__ import annotations

from typing import Final

from edgerag.compare import lexicon
from edgerag.compare.focus import Focus

_STATES: Final = frozenset({"symptomatic", "asymptomatic"})
_SPECIAL: Final = frozenset(
    {"child", "newborn", "pregnant", "breastfeeding", "elderly", "symptomatic", "asymptomatic"}
)
"""People for whom a value may be meant alone, so that it does not conflict with the general one."""


def separated(first: frozenset[str], second: frozenset[str], focus: Focus) -> bool:
    """Whether two values are meant for different people."""
    if are_exclusive(first, second):
        return True
    return bool(_alone(first, second, focus) or _alone(second, first, focus))


def _alone(people: frozenset[str], others: frozenset[str], focus: Focus) -> frozenset[str]:
    """Give the special people that only one of two values is meant for.

    Where the people of the question are named too, as in "adults and children", the value is for them too;
    a state such as "symptomatic" still narrows it.
    """
    special = _STATES if people & focus.populations else _SPECIAL
    return (people - others - focus.populations) & special


def are_exclusive(first: frozenset[str], second: frozenset[str]) -> bool:
    """Whether nobody belongs to both groups."""
    if first & second:
        return False
    return any(lexicon.exclusive(x, y) for x in first for y in second)
