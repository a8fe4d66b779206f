"""The line graph of a homologous group, and how much its nodes bear one another out.

Wu et al., "MultiRAG", III.C-D. Every two nodes of a group are joined: the graph is complete.

    I(v, u) = sum over x, y of  p(x, y) log( p(x, y) / (p(x) p(y)) )                     (4)
    S(v, u) = I(v, u) / (H(V) + H(U)),     H(V) = - sum over x of  p(x) log p(x)         (5), (6)
    C(G)    = mean of S(v, u) over the ordered pairs of different nodes                  (7)
    S_n(v)  = mean of S(v, u) over the other nodes u                                     (8)

x and y are whether a node states a value or not, and probabilities are shares of the values that any node
of the group states: of k values, p(x = 1) is (values that v states) / k, p(1, 1) (those that both state) / k.

Differs from the paper:
- It does not say what the probabilities are taken over. Over a node's few values themselves (5) is
  0 / 0 for the commonest case of all, two equal single values.
- (5) is at most 1/2; it is doubled, so that equal nodes have 1.
- Mutual information is as high for opposites as for equals: of two values one says the one, one the
  other. Nodes that share less than chance has them share have S = 0.
- Where a node states every value of the group it has no entropy. There S is the share of the values of
  both that both state (Jaccard), which is 1 for equal nodes as well.

Nodes that state the same are counted, not compared: a group costs the square of its different nodes.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass

Stated = frozenset[int]
"""The values that a node states."""


@dataclass(frozen=True, slots=True)
class LineGraph:
    """How much the nodes of a homologous group bear one another out."""

    agreement: float | None
    """C(G); None for an isolated node."""
    consistency: Mapping[str, float]
    """S_n by source; 0 for an isolated node: nothing bears it out."""
    strength: Mapping[str, float]
    """The sum of S over a node's edges: how much there is, where S_n is how evenly."""


def line_graph(nodes: Mapping[str, Collection[int]]) -> LineGraph:
    """Measure a group by the values that each source states.

    Raises:
        ValueError: a node states nothing.
    """
    stated = {source: frozenset(values) for source, values in nodes.items()}
    if not all(stated.values()):
        raise ValueError("a node states at least one value")
    n_values = len(frozenset().union(*stated.values()))
    counts = Counter(stated.values())
    sums = {
        one: sum(similarity(one, other, n_values) * n for other, n in counts.items()) - 1 for one in counts
    }
    n_others = len(stated) - 1
    strength = {source: sums[values] for source, values in stated.items()}
    consistency = {source: total / n_others if n_others else 0.0 for source, total in strength.items()}
    agreement = sum(consistency.values()) / len(stated) if n_others else None
    return LineGraph(agreement, consistency, strength)


def similarity(one: Stated, other: Stated, n_values: int) -> float:
    """Give S of two nodes, of `n_values` values that are stated in their group; between 0 and 1."""
    if one == other:
        return 1.0
    both = len(one & other)
    if n_values in (len(one), len(other)):
        return both / len(one | other)
    neither = n_values - len(one | other)
    if both * neither <= (len(one) - both) * (len(other) - both):
        return 0.0
    entropies = _entropy(n_values, len(one)) + _entropy(n_values, len(other))
    joint = _entropy(n_values, both, len(one) - both, len(other) - both)
    return min(1.0, 2 * (entropies - joint) / entropies)


def _entropy(total: int, *counts: int) -> float:
    """Give the entropy of counts and what they leave of the total, in nats."""
    parts = (*counts, total - sum(counts))
    return -sum(n / total * math.log(n / total) for n in parts if n)
