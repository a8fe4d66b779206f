"""Whether two texts make one deed depend on the same: "only if the lotion failed", "not unless it failed"."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Final

from edgerag.compare.findings import Finding, Relation, statement_span
from edgerag.language.provisos import Proviso, proviso
from edgerag.language.questions import Asked
from edgerag.language.reading import Statement
from edgerag.language.values import Kind

PROVISO: Final = "on what it depends"
"""The topic of what is found here."""
_MOST_TOLD: Final = 20
"""Provisos of one text that are compared; keeps time bounded."""


def compare_provisos(asked: Asked, a: Sequence[Statement], b: Sequence[Statement]) -> Finding:
    """Compare what the deed in question depends on; "unless" against "only if" is the opposite."""
    told = [[(said, read) for said in text if (read := proviso(said))][:_MOST_TOLD] for text in (a, b)]
    for (x, one), (y, other) in product(*told):
        if x.terms & y.terms & asked.subject and _are_one(one, other):
            is_same = one.is_exception is other.is_exception
            relation = Relation.AGREE if is_same else Relation.OPPOSITE
            return Finding(relation, Kind.ACTION, PROVISO, statement_span(x), statement_span(y))
    return Finding(Relation.NOTHING, Kind.ACTION)


def _are_one(one: Proviso, other: Proviso) -> bool:
    """Whether two provisos are the same by half of the words of the shorter, their figures and their sign."""
    shorter = min(len(one.terms), len(other.terms))
    is_alike = 0 < shorter <= 2 * len(one.terms & other.terms)
    return is_alike and one.figures == other.figures and one.is_turned is other.is_turned
