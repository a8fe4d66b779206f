"""Compare what two texts state, value by value, where both answer the question.

Two values conflict if no one act follows both: 0.5 mL and 1 mL of the same dilution, CD4 < 350 and
<= 500 as the limit to start at. A range that holds the other value, the same amount in another
unit, and one text that merely says more, are no conflicts. Values meant for different people never
conflict. What cannot be lined up is reported as such, never as agreement.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from edgerag.compare.amounts import compare_amounts, relate_values
from edgerag.compare.findings import AGREEING, CLASHING, Finding, Relation, Span, stated_at
from edgerag.compare.once import compare_once
from edgerag.compare.order import compare_order
from edgerag.compare.provisos import compare_provisos
from edgerag.compare.regimens import compare_drugs, compare_routes
from edgerag.compare.stances import compare_stances
from edgerag.compare.whether import compare_whether
from edgerag.language.questions import Asked
from edgerag.language.reading import Statement
from edgerag.language.values import Kind, Value

_UNTYPED = frozenset({Relation.NOTHING, Relation.ONE_SIDED, Relation.UNALIGNED, Relation.FOR_OTHERS})


def compare_typed(asked: Asked, a: Sequence[Statement], b: Sequence[Statement]) -> Finding:
    """Find the gravest relation between two texts on what the question asks."""
    kinds = asked.kinds or asked.beside
    if asked.is_avoided:
        return Finding(Relation.NOTHING)  # what is given is no answer, and its doses are none
    if (whether := compare_whether(asked, a, b)).relation in CLASHING:
        return whether
    found = [_compare_kind(kind, asked, a, b) for kind in kinds]
    for relation in (Relation.OPPOSITE, Relation.CONFLICT):
        for finding in found:
            if finding.relation is relation:
                return finding
    for clash in (compare_once(asked, a, b), compare_order(a, b)):
        if clash.relation in CLASHING:
            return clash
    if not any(finding.relation in AGREEING for finding in found):
        depends = compare_provisos(asked, a, b)
        if depends.relation is not Relation.NOTHING:
            return depends
    weakest = _weakest(found, has_asked=bool(asked.kinds))
    if weakest.relation in _UNTYPED and not asked.kinds:
        stance = compare_stances(asked, a, b, _leave)
        return stance if stance.relation in CLASHING else weakest
    return weakest


def _compare_kind(kind: Kind, asked: Asked, a: Sequence[Statement], b: Sequence[Statement]) -> Finding:
    beside = partial(_with_beside, asked) if asked.kinds else _leave
    match kind:
        case Kind.DRUG:
            return compare_drugs(asked, a, b, beside)
        case Kind.ROUTE:
            return compare_routes(asked, a, b)
        case Kind.ACTION:
            return compare_stances(asked, a, b, beside)
        case _:
            return compare_amounts(kind, asked, a, b, beside)


def _with_beside(asked: Asked, found: Finding, a: Sequence[Statement], b: Sequence[Statement]) -> Finding:
    """Give the conflict in what belongs to the answer, if statements that agree on the answer hold one.

    What is asked together belongs together: 400 mg for 5 days does not make 800 mg for 10 days the same as
    800 mg for 5.
    """
    if found.relation not in AGREEING:
        return found
    a, b = _around(found.a, a), _around(found.b, b)
    also_asked = (kind for kind in asked.kinds if kind not in (found.kind, Kind.DRUG, Kind.ACTION))
    for kind in (*asked.beside, *also_asked):
        if kind is Kind.ROUTE:
            other = compare_routes(asked, a, b)
        else:
            values_a, values_b = (_beside(kind, text) for text in (a, b))
            if not values_a or not values_b:
                continue
            other = relate_values(kind, asked, values_a, values_b, is_strict=True)
        if other.relation is Relation.CONFLICT:
            return other
    return found


def _around(place: Span | None, text: Sequence[Statement]) -> Sequence[Statement]:
    """Give the paragraph of a text that a place is in, or all of it."""
    at = {said.paragraph for said in stated_at(text, place)}
    return [said for said in text if said.paragraph in at] or text


def _beside(kind: Kind, statements: Sequence[Statement]) -> list[Value]:
    return [value for statement in statements for value in statement.values if value.kind is kind]


def _leave(found: Finding, _a: Sequence[Statement], _b: Sequence[Statement]) -> Finding:
    return found


def _weakest(findings: Sequence[Finding], *, has_asked: bool) -> Finding:
    """Give the finding that allows the least to be concluded; what neither states is left out."""
    stated = [finding for finding in findings if finding.relation is not Relation.NOTHING]
    order = [
        Relation.OTHER_PEOPLE,
        Relation.SPECIAL_PEOPLE,
        Relation.FOR_OTHERS,
        Relation.UNALIGNED,
        Relation.ONE_SIDED,
        Relation.EXTRA,
        Relation.AGREE,
    ]
    if not has_asked:
        # The question does not say what to state, so a text that states less is no gap.
        order.remove(Relation.ONE_SIDED)
    for relation in order:
        for finding in stated:
            if finding.relation is relation:
                return finding
    return Finding(Relation.NOTHING)
