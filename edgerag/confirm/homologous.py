"""Homologous groups: what several sources state of one attribute of one thing.

Wu et al., "MultiRAG", III.C and algorithm 1:

    SV   homologous groups: nodes of the same thing and attribute, of several sources
    LV   isolated nodes: a single source speaks

Differs from the paper: its nodes are triples, and one source's three authors are three nodes that
would bear one another out. Here a node is all that one source states of the attribute, so that an edge
is always between sources. Things are the same by their folded words. One pass; O(n).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from edgerag.confirm.claims import Claim
from edgerag.confirm.folding import key_of


@dataclass(frozen=True, slots=True)
class Group:
    """The claims on one attribute of one thing, by source."""

    entity: str
    """As the first source writes it."""
    attribute: str
    by_source: Mapping[str, tuple[Claim, ...]]

    @property
    def is_isolated(self) -> bool:
        """Whether a single source speaks."""
        return len(self.by_source) == 1


def group_claims(claims: Iterable[Claim]) -> tuple[Group, ...]:
    """Put claims on the same thing and attribute together, in the order in which they are first met."""
    found: dict[tuple[str, str], dict[str, list[Claim]]] = {}
    for claim in claims:
        by_source = found.setdefault((key_of(claim.entity), key_of(claim.attribute)), {})
        by_source.setdefault(claim.source, []).append(claim)
    return tuple(_group(by_source) for by_source in found.values())


def _group(by_source: Mapping[str, list[Claim]]) -> Group:
    first = next(iter(by_source.values()))[0]
    return Group(
        first.entity, first.attribute, {source: tuple(claims) for source, claims in by_source.items()}
    )
