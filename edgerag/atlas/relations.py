"""Whether two statements that speak of the same thing state the same, by the comparison that judges answers.

Nothing is asked here, so nobody's age, weight or illness is known: values for different people, ages, phases
and situations are not put beside each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from edgerag.atlas.totals import are_alike_in_a_day, are_alike_in_all
from edgerag.compare.amounts import relate_values
from edgerag.compare.findings import AGREEING, Finding, Relation
from edgerag.compare.people import are_exclusive, special
from edgerag.language import names
from edgerag.language.bands import BY_AGE
from edgerag.language.claims import Claim
from edgerag.language.deeds import Deed
from edgerag.language.negation import Polarity
from edgerag.language.quantities import Interval
from edgerag.language.questions import Asked
from edgerag.language.values import FOREVER, Kind, Stage, Value
from edgerag.understand.understand import understand

_NOT_MAPPED: Final = frozenset({Kind.STRENGTH, Kind.AGE, Kind.WEIGHT})
"""What a tablet holds and whom a thing is for are no advice."""


_A_DAY: Final = "/day"
_ANYBODY: Final = frozenset(
    map(names.action, ("baby", "child", "children", "man", "woman", "women", "mother"))
)
"""To whom a deed is done tells little of what it is done to."""


@dataclass(frozen=True, slots=True, order=True)
class Attribute:
    """What is stated, and of which medicine: only statements of one attribute are compared."""

    kind: Kind
    unit: str
    """What makes two values comparable; of what to do without a medicine, the verb."""
    drug: str
    """Empty for what belongs to no medicine."""


def attributes(claim: Claim) -> Iterator[Attribute]:
    """Yield what a claim states of medicines, and which amounts."""
    yield from dict.fromkeys(Attribute(value.kind, value.unit, value.drug) for value in _advice(claim))
    yield from dict.fromkeys(
        Attribute(value.kind, f"{value.unit}{_A_DAY}", value.drug) for value in _advice(claim) if value.daily
    )
    yield from (Attribute(Kind.ACTION, "", drug) for drug in sorted(claim.ordered))


def deeds(claim: Claim) -> Iterator[Attribute]:
    """Yield the deeds without a medicine of which a claim says whether to do them."""
    yield from dict.fromkeys(Attribute(Kind.ACTION, deed.verb, "") for deed in claim.deeds)


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
    return bool(states(people)) and states(people) <= claim.conditions


@cache
def states(people: str) -> frozenset[str]:
    """Name the conditions that special people have whatever they are treated for: an allergy."""
    return frozenset(mention.name for mention in names.conditions(people))


def relate(attribute: Attribute, a: Claim, b: Claim) -> Finding | None:
    """Compare what two claims state of one attribute: a conflict, an opposite, an agreement, or None."""
    if attribute.kind is Kind.ACTION:
        return _without_medicine(attribute.unit, a, b) if attribute.unit else _deeds(a, b)
    values, others = _values(attribute, a), _values(attribute, b)
    if _are_two_cases(values, others) or not _is_told_by_one(attribute, a, b):
        return None
    meant = replace(_nothing(), populations=_both_mean(a, b))
    found = relate_values(attribute.kind, meant, values, others)
    if found.relation is not Relation.CONFLICT:
        return found if found.relation in AGREEING else None
    return Finding(Relation.AGREE, attribute.kind) if _are_split(attribute, a, b) else found


def _are_split(attribute: Attribute, a: Claim, b: Claim) -> bool:
    """Whether two claims give the same amount, once in one piece and once in several."""
    match attribute.kind:
        case Kind.DOSE:
            return are_alike_in_all(a, b, attribute.drug, attribute.unit)
        case Kind.FREQUENCY if attribute.drug:
            doses = {
                value.unit for value in a.values if (value.kind, value.drug) == (Kind.DOSE, attribute.drug)
            }
            return any(are_alike_in_a_day(a, b, attribute.drug, unit) for unit in sorted(doses))
        case _:
            return False


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
    every = (one for value in _advice(claim, attribute.kind) for one in (value, *_in_a_day(value)))
    return [value for value in every if (value.unit, value.drug) == (attribute.unit, attribute.drug)]


def _is_told_by_one(attribute: Attribute, a: Claim, b: Claim) -> bool:
    """Whether one of two claims tells an amount for a day; how much each time, and how often, is compared."""
    return any(value.unit == attribute.unit for claim in (a, b) for value in _advice(claim, attribute.kind))


def _in_a_day(value: Value) -> Iterator[Value]:
    """Yield what an amount comes to in a day, if that is told."""
    if value.daily is not None:
        yield replace(value, unit=f"{value.unit}{_A_DAY}", interval=value.daily, daily=None, each=None)


def _without_medicine(verb: str, a: Claim, b: Claim) -> Finding | None:
    """Compare what two claims say of a deed; nothing if they do it to nothing that both name."""
    pairs = [
        (x, y)
        for x in a.deeds
        for y in b.deeds
        if x.verb == y.verb == verb and x.objects & y.objects - _ANYBODY
    ]
    if any(x.is_banned is y.is_banned for x, y in pairs):
        return Finding(Relation.AGREE, Kind.ACTION)
    is_opposed = any(_is_for(x, a, b) if x.is_banned else _is_for(y, b, a) for x, y in pairs)
    return Finding(Relation.OPPOSITE, Kind.ACTION, "what to do") if is_opposed else None


def _is_for(banned: Deed, ban: Claim, order: Claim) -> bool:
    """Whether a ban holds where a deed is ordered: in no case, limit or illness of its own."""
    in_case = ban.is_in_case and not order.is_in_case
    is_limited = any(value.is_compared and value.kind is not Kind.AGE for value in ban.values)
    return not in_case and not is_limited and banned.cases <= order.subjects


def _deeds(a: Claim, b: Claim) -> Finding | None:
    if a.polarity is b.polarity:
        return Finding(Relation.AGREE, Kind.ACTION)
    ban, order = (a, b) if a.polarity is Polarity.DO_NOT else (b, a)
    is_opposed = {a.polarity, b.polarity} == {Polarity.DO, Polarity.DO_NOT}
    if is_opposed and not _excepts_a_case(ban, order):
        return Finding(Relation.OPPOSITE, Kind.ACTION, "what to do")
    return None


def _excepts_a_case(ban: Claim, order: Claim) -> bool:
    """Whether one forbids in a case what the other tells to do at large, or in another case.

    What a ban names besides the medicine is where it holds: an illness, a way of giving, a limit. Whom it is
    for was compared before, age among it.
    """
    return (
        (ban.is_in_case and not order.is_in_case)
        or not ban.conditions <= order.subjects
        or not ban.routes <= order.routes
        or any(value.is_compared and value.kind is not Kind.AGE for value in ban.values)
    )


@cache
def _nothing() -> Asked:
    return understand("")
