"""Claims by column: all that is stated of one attribute, found without a look at the others.

Wu et al., "MultiRAG", III.A and equation 2:

    D_fusion = union over sources i of A_i(D_i)

A_i is the adapter of a source (`edgerag.ingest`). What it gives is kept by the decomposition storage model
(Copeland and Khoshafian, "A decomposition storage model", SIGMOD 1985), an attribute a column of its own, so
that the values of a column are read with one another's help and checked for consistency.

Differs from the paper: only its tables have an index. Here every claim has, whatever it was read from.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from edgerag.confirm.claims import Claim, Fused
from edgerag.confirm.folding import key_of
from edgerag.confirm.homologous import Group, group_claims


class Columns:
    """The homologous groups of some claims, and which of them are of one attribute."""

    def __init__(self, claims: Iterable[Claim]) -> None:
        """Index the claims; attributes are the same by their folded words."""
        self.groups = group_claims(claims)
        """In the order in which they are first met."""
        self._places: dict[str, list[int]] = {}
        for at, group in enumerate(self.groups):
            self._places.setdefault(key_of(group.attribute), []).append(at)

    @property
    def names(self) -> Sequence[str]:
        """Every column, as its first source writes it."""
        return [self.groups[places[0]].attribute for places in self._places.values()]

    def places(self, attribute: str) -> Sequence[int]:
        """Give the places of a column's groups among all."""
        return self._places.get(key_of(attribute), [])

    def column(self, attribute: str) -> Sequence[Group]:
        """Give the groups of a column, thing by thing."""
        return [self.groups[at] for at in self.places(attribute)]


@dataclass(frozen=True, slots=True)
class Consistency:
    """How far the sources of a column agree, where it has one value to a thing."""

    attribute: str
    n_shared: int
    """Things of which several sources state it."""
    differing: tuple[Fused, ...]
    """Those of them of which not all sources state the same."""
    contradicting: tuple[tuple[str, Fused], ...]
    """Sources that state several values of one thing."""


def consistency(fused: Iterable[Fused]) -> list[Consistency]:
    """Check column by column what was read of the sources."""
    columns: dict[str, list[Fused]] = {}
    for one in fused:
        columns.setdefault(key_of(one.attribute), []).append(one)
    return [_consistency(column) for column in columns.values()]


def _consistency(column: Sequence[Fused]) -> Consistency:
    stated = [(one, _by_source(one)) for one in column]
    shared = [(one, by_source) for one, by_source in stated if len(by_source) > 1]
    return Consistency(
        column[0].attribute,
        len(shared),
        tuple(one for one, by_source in shared if len(set(map(frozenset, by_source.values()))) > 1),
        tuple(
            (source, one) for one, by_source in stated for source, said in by_source.items() if len(said) > 1
        ),
    )


def _by_source(fused: Fused) -> dict[str, set[int]]:
    """Give the values that each source states, by their places."""
    by_source: dict[str, set[int]] = {}
    for at, value in enumerate(fused.values):
        for claim in value.claims_for:
            by_source.setdefault(claim.source, set()).add(at)
    return by_source
