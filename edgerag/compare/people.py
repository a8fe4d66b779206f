"""Whether two values, or two pieces of advice, are meant for different people."""

from __future__ import annotations

from typing import Final

from edgerag.compare.findings import Relation
from edgerag.language import names
from edgerag.language.bands import BY_AGE, are_steps
from edgerag.language.quantities import YEAR, Interval
from edgerag.language.questions import Asked
from edgerag.language.reading import Statement
from edgerag.language.stages import are_apart as are_of_other_stages
from edgerag.language.text import folded
from edgerag.language.values import Kind, Value

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
_GROWN_UP: Final = 15 * YEAR
"""An age band that ends before is a child's; adult doses begin at 12 to 15 years."""
_OF_AGE: Final = 18 * YEAR
YOUNG: Final = frozenset({"child", "infant", "newborn"})
_ADULT: Final = frozenset({"adult"})


def parted(first: frozenset[str], second: frozenset[str], asked: Asked) -> Relation | None:
    """Say how two values stand that differ, if they are meant for different people; else None."""
    if are_exclusive(first, second):
        return Relation.OTHER_PEOPLE
    if _alone(first, second, asked) or _alone(second, first, asked):
        return Relation.SPECIAL_PEOPLE
    return None


def people_of(value: Value) -> frozenset[str]:
    """Name whom a value is meant for: those that are named, and those that its band of age alone tells."""
    ages = value.ages
    if ages is None or value.kind is Kind.AGE:
        return value.populations
    if ages.high is not None and ages.high < _GROWN_UP:
        return value.populations | YOUNG
    return value.populations | _ADULT if ages.low is not None and ages.low >= _OF_AGE else value.populations


def values_parted(x: Value, y: Value, asked: Asked) -> Relation | None:
    """Say how two values stand if they are meant for different people, ages, weights or stages; else None.

    The age that the question gives decides in place of words such as "child": bands that hold it are for it.
    Bands that meet part whoever has no age, or weight, in question.
    """
    if x.stage and y.stage and are_of_other_stages(x.stage, y.stage):
        return Relation.OTHER_PEOPLE
    if bands_part(x.ages, y.ages, is_asked=bool(asked.ages)):
        return Relation.OTHER_PEOPLE
    if bands_part(x.weights, y.weights, is_asked=bool(asked.weights)):
        return Relation.OTHER_PEOPLE
    by_age = BY_AGE if asked.ages else frozenset()
    return parted(people_of(x) - by_age, people_of(y) - by_age, asked)


def bands_part(first: Interval | None, second: Interval | None, *, is_asked: bool = True) -> bool:
    """Whether nobody has an age, or a weight, that lies in both bands.

    Of two steps of a ladder that is so unless an age, or a weight, `is_asked` about.
    """
    if first is None or second is None:
        return False
    return first.is_apart(second) or (not is_asked and are_steps(first, second))


def are_of_age(people: frozenset[str], age: Value) -> bool:
    """Whether people whom their age makes what they are may be of this age: children at 9 years."""
    low, high = age.interval.low, age.interval.high
    if high is not None and high < _GROWN_UP:
        return "child" in people
    return low is not None and low >= _OF_AGE and not people.isdisjoint(_ADULT)


def is_of_asked_size(value: Value, asked: Asked) -> bool:
    """Whether a value may be for somebody of the age and the weight that the question gives."""
    ages = any(bands_part(value.ages, one.ages) for one in asked.ages)
    return not ages and not any(bands_part(value.weights, one.weights) for one in asked.weights)


def statements_parted(x: Statement, y: Statement, asked: Asked) -> Relation | None:
    """Say how two pieces of advice stand that are for different people or lines of treatment; else None."""
    if _leaves_out(x) & y.populations or _leaves_out(y) & x.populations:
        return Relation.OTHER_PEOPLE
    if not asked.is_second_choice and _lines(x) and _lines(y) and _lines(x) != _lines(y):
        return Relation.OTHER_PEOPLE
    by_age = BY_AGE if asked.ages else frozenset()
    return parted(x.populations - by_age, y.populations - by_age, asked)


def _leaves_out(statement: Statement) -> frozenset[str]:
    return names.left_out(folded(statement.text), statement.text)


def _lines(statement: Statement) -> str:
    """Name the line of treatment that a statement is about, if it is about one alone."""
    if statement.is_first_choice == statement.is_second_choice:
        return ""
    return "first" if statement.is_first_choice else "later"


def _alone(people: frozenset[str], others: frozenset[str], asked: Asked) -> frozenset[str]:
    """Give the special people that only one of two values is meant for.

    Where the people of the question are named too, as in "adults and children", the value is for them too;
    a state such as "symptomatic" still narrows it. So it is where both name adults: children beside them make
    the value one for more people, and what nobody can be at once does not narrow.
    """
    special = _STATES if people & asked.populations else _SPECIAL
    both = people & others
    narrowing = (people - others - asked.populations) & special
    return frozenset(one for one in narrowing if not are_exclusive(frozenset({one}), both))


def are_exclusive(first: frozenset[str], second: frozenset[str]) -> bool:
    """Whether nobody belongs to both groups."""
    return names.exclusive(first, second)


def special(people: frozenset[str]) -> frozenset[str]:
    """Give those people for whom advice may be meant alone."""
    return people & _SPECIAL
