"""Whether two statements that speak of the same thing state the same, by the comparison that judges answers.

Nothing is asked here, so nobody's age, weight or illness is known: values for different people, ages, phases
and situations are not put beside each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from edgerag.atlas.totals import are_alike_in_all
from edgerag.compare.amounts import relate_values
from edgerag.compare.findings import AGREEING, Finding, Relation
from edgerag.compare.people import BY_AGE, are_exclusive, special
from edgerag.language import names
from edgerag.language.claims import Claim
from edgerag.language.negation import Polarity
from edgerag.language.quantities import Interval
from edgerag.language.questions import Asked
from edgerag.language.values import FOREVER, Kind, Stage, Value
from edgerag.understand.understand import understand

_NOT_MAPPED: Final = frozenset({Kind.STRENGTH, Kind.AGE, Kind.WEIGHT})
"""What a tablet holds and whom a thing is for are no advice."""


@dataclass(frozen=True, slots=True, order=True)
class Attribute:
    """What is stated, and of which medicine: only statements of one attribute are compared."""

    kind: Kind
    unit: str
    """What makes two values comparable; empty for what to do."""
    drug: str
    """Empty for what belongs to no medicine."""


def attributes(claim: Claim) -> Iterator[Attribute]:
    """Yield what a claim states."""
    yield from dict.fromkeys(Attribute(value.kind, value.unit, value.drug) for value in _advice(claim))
    yield from (Attribute(Kind.ACTION, "", drug) for drug in sorted(claim.ordered))


def _advice(claim: Claim, kind: Kind | None = None) -> list[Value]:
    """Give the values, of one kind or of all, that can be compared without a question.

    What is for later is left out beside what comes first, and "at any count" beside a count.
    """
    told = [value for value in claim.values if kind in {None, value.kind} and _is_told(value)]
    first = {value.kind for value in told if value.stage is not Stage.LATER}
    limited = {value.kind for value in told if value.interval != FOREVER}
    return [
        value
        for value in told
        if (value.stage is not Stage.LATER or (_goes_on(value) and value.kind not in first))
        and (value.interval != FOREVER or value.kind not in limited)
    ]


def _goes_on(value: Value) -> bool:
    """Whether a value that comes later may be all that is stated: "test now, then every 5 years"."""
    return value.kind is Kind.DURATION or (value.kind is Kind.FREQUENCY and not value.drug)


def _is_told(value: Value) -> bool:
    """Whether it is told what a value is of; a dose of nothing that is named is of no use."""
    return value.kind not in _NOT_MAPPED and (bool(value.drug) or value.kind is not Kind.DOSE)


def is_for_the_same(a: Claim, b: Claim) -> bool:
    """Whether two claims are for the same people, situation and way of giving, as far as they tell."""
    if are_exclusive(a.people, b.people) or _narrowed(a, b) != _both_mean(a, b):
        return False
    if a.routes and b.routes and not a.routes & b.routes:
        return False
    for axis in {axis for axis, _ in a.situation} & {axis for axis, _ in b.situation}:
        if not {one for one in a.situation if one[0] == axis} & b.situation:
            return False
    return True


def _both_mean(a: Claim, b: Claim) -> frozenset[str]:
    """Name special people whom only one names as people, but whose state is what the other is about.

    What is under "Tuberculosis" is for people with tuberculosis, whether it says so or not.
    """
    apart = _narrowed(a, b)
    return frozenset(people for people in apart if _is_about(b if people in a.people else a, people))


def _narrowed(a: Claim, b: Claim) -> frozenset[str]:
    """Name special people that only one of two claims is meant for.

    "Adults and children" are meant with adults, and are everybody.
    """
    apart = special(a.people) ^ special(b.people)
    if a.people & b.people & BY_AGE or any(_are_of_all_ages(people) for people in (a.people, b.people)):
        return apart - BY_AGE
    return apart


def _are_of_all_ages(people: frozenset[str]) -> bool:
    return people >= {"adult", "child"}


def _is_about(claim: Claim, people: str) -> bool:
    states = {mention.name for mention in names.conditions(people)}
    return bool(states) and states <= claim.conditions


def relate(attribute: Attribute, a: Claim, b: Claim) -> Finding | None:
    """Compare what two claims state of one attribute: a conflict, an opposite, an agreement, or None."""
    if attribute.kind is Kind.ACTION:
        return _deeds(a, b)
    values, others = _values(attribute, a), _values(attribute, b)
    if _are_two_cases(values, others):
        return None
    meant = replace(_nothing(), populations=_both_mean(a, b))
    found = relate_values(attribute.kind, meant, values, others)
    if found.relation is not Relation.CONFLICT:
        return found if found.relation in AGREEING else None
    is_split = attribute.kind is Kind.DOSE and are_alike_in_all(a, b, attribute.drug, attribute.unit)
    return Finding(Relation.AGREE, Kind.DOSE) if is_split else found


def _are_two_cases(values: Sequence[Value], others: Sequence[Value]) -> bool:
    """Whether no value is for what another is for: limits that face each other, the most beside the usual.

    "Before 34 weeks" and "from 34 weeks" are no difference, nor are "under 1 month" and "1 to 2 months".
    """
    if any(value.kind is Kind.DOSE for value in values) and _are_most(values) != _are_most(others):
        return True
    return all(_are_apart(x, y) for x in values for y in others)


def _are_most(values: Sequence[Value]) -> bool:
    """Whether all tell how much may be given at most."""
    return all(_is_downwards(value.interval) for value in values)


def _are_apart(x: Value, y: Value) -> bool:
    """Whether two values face each other, or a limit and a span adjoin."""
    first, second = x.interval, y.interval
    if (_is_upwards(first) and _is_downwards(second)) or (_is_downwards(first) and _is_upwards(second)):
        return True
    return _adjoin(x, y) or _adjoin(y, x)


def _adjoin(limit: Value, span: Value) -> bool:
    """Whether a span begins where a limit ends, or the other way round."""
    low, high = span.interval.low, span.interval.high
    if not limit.is_compared or low is None or high is None or low == high:
        return False
    interval = limit.interval
    return (_is_downwards(interval) and interval.high == low) or (
        _is_upwards(interval) and interval.low == high
    )


def _is_upwards(interval: Interval) -> bool:
    return interval.high is None and interval.low is not None


def _is_downwards(interval: Interval) -> bool:
    return interval.low is None and interval.high is not None


def _values(attribute: Attribute, claim: Claim) -> list[Value]:
    return [
        value
        for value in _advice(claim, attribute.kind)
        if (value.unit, value.drug) == (attribute.unit, attribute.drug)
    ]


def _deeds(a: Claim, b: Claim) -> Finding | None:
    if a.polarity is b.polarity:
        return Finding(Relation.AGREE, Kind.ACTION)
    if {a.polarity, b.polarity} == {Polarity.DO, Polarity.DO_NOT} and not _excepts_a_case(a, b):
        return Finding(Relation.OPPOSITE, Kind.ACTION, "what to do")
    return None


def _excepts_a_case(a: Claim, b: Claim) -> bool:
    """Whether one forbids in a case what the other tells to do at large, or in another case.

    What a ban names besides the medicine is where it holds: an illness, a way of giving, a limit. Whom it is
    for was compared before, age among it.
    """
    ban, order = (a, b) if a.polarity is Polarity.DO_NOT else (b, a)
    return (
        (ban.is_in_case and not order.is_in_case)
        or not ban.conditions <= order.subjects
        or not ban.routes <= order.routes
        or any(value.is_compared and value.kind is not Kind.AGE for value in ban.values)
    )


@cache
def _nothing() -> Asked:
    return understand("")
