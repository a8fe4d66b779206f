"""Communities of the knowledge graph, by the Leiden algorithm.

Traag, Waltman and van Eck, "From Louvain to Leiden: guaranteeing well-connected communities", Scientific
Reports 9 (2019): the partition of the entities that makes the modularity

    Q = 1/(2m) sum over pairs i, j of one community of  (A_ij - k_i k_j / (2m))

large, where A_ij is the weight between i and j, k_i the sum of the weights at i, and m the sum of all.
Differs from the paper: nothing; the weight of two entities is the sum of the confidence of all that handbooks
say of both, denied or not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Final

import graspologic_native

from edgerag.domain.entities import EntityId, Relation
from edgerag.domain.graphs import Community

SEED: Final = 18
"""Any number, always the same: one library has the same communities on every machine."""
N_NAMING: Final = 3
"""Entities that name their community."""
_LEAST_CONFIDENCE: Final = 1e-6
"""A weight must be positive."""

Weights = dict[tuple[EntityId, EntityId], float]
"""How much two entities have to do with each other; the lesser id first."""


def weigh(weights: Weights, relations: Iterable[Relation]) -> None:
    """Add to `weights` what relations say; those of an entity with itself say nothing."""
    for relation in relations:
        if relation.source != relation.target:
            pair = (min(relation.source, relation.target), max(relation.source, relation.target))
            weights[pair] = weights.get(pair, 0.0) + max(relation.confidence, _LEAST_CONFIDENCE)


def find_communities(weights: Weights, names: Mapping[EntityId, str]) -> tuple[Community, ...]:
    """Divide the entities that have relations into communities, the largest first."""
    if not weights:
        return ()
    # The order of the edges changes the outcome.
    edges = [(*pair, weight) for pair, weight in sorted(weights.items())]
    _, found = graspologic_native.leiden(edges, seed=SEED)
    groups: dict[int, list[EntityId]] = defaultdict(list)
    for entity, number in found.items():
        groups[number].append(EntityId(entity))
    strengths = strengths_within(weights, found)
    ranked = [sorted(group, key=lambda entity: (-strengths[entity], entity)) for group in groups.values()]
    ranked.sort(key=lambda group: (-len(group), group[0]))
    return tuple(
        Community(number, ", ".join(names[entity] for entity in group[:N_NAMING]), tuple(group))
        for number, group in enumerate(ranked)
    )


def strengths_within(weights: Weights, community: Mapping[str, int]) -> dict[EntityId, float]:
    """Sum each entity's weights with members of its own community: how central it is there."""
    strengths: dict[EntityId, float] = defaultdict(float)
    for (a, b), weight in weights.items():
        inside = weight if community[a] == community[b] else 0.0
        strengths[a] += inside
        strengths[b] += inside
    return strengths
