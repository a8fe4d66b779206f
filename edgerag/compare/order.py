"""Whether two texts tell the same two things to be done in opposite order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from edgerag.compare.findings import Finding, Relation, statement_span
from edgerag.language.order import orders
from edgerag.language.reading import Statement
from edgerag.language.values import Kind

_TOPIC: Final = "order of steps"


def compare_order(a: Sequence[Statement], b: Sequence[Statement]) -> Finding:
    """Find two steps that one text takes in one order and the other in the other."""
    others = orders(b)
    for one in orders(a):
        for other in others:
            if _are_one(one.earlier - one.later, other.later - other.earlier) and _are_one(
                one.later - one.earlier, other.earlier - other.later
            ):
                spans = statement_span(one.statement), statement_span(other.statement)
                return Finding(Relation.CONFLICT, Kind.ACTION, _TOPIC, *spans)
    return Finding(Relation.NOTHING, Kind.ACTION)


def _are_one(step: frozenset[str], other: frozenset[str]) -> bool:
    """Whether two steps are the same by half of the words of the shorter."""
    return 0 < min(len(step), len(other)) <= 2 * len(step & other)
