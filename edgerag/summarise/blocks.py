"""Cover related pairs by few blocks: parties, of which every two members of different ones are so related.

    block   parties P1 ... Pk, k >= 2, with
            {a, b} in across   for every a in Pi, b in Pj, i != j
            {a, b} in within   for every a, b in Pi, a != b

A block says something of all its members at once ("they differ: A and B on one side, C on the other"), and is
true of every two of them. To find the fewest blocks is hard, so they are grown greedily in the order of the
report; no pair is ever left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from edgerag.domain.ids import HandbookId

Pairs = frozenset[frozenset[HandbookId]]
"""Unordered pairs of two handbooks."""
Block = list[list[HandbookId]]


def blocks(
    order: Sequence[HandbookId], cover: Pairs, across: Pairs, within: Pairs = frozenset()
) -> Iterator[Block]:
    """Yield blocks until each pair of `cover` stands across one.

    Args:
        order: the handbooks; whoever comes first is taken first.
        cover: the pairs that must be named; all of them are in `across`.
        across: the pairs that may stand in different parties.
        within: the pairs that may stand in one party.
    """
    covered: set[frozenset[HandbookId]] = set()
    for a, b in combinations(order, 2):
        if frozenset((a, b)) in cover and frozenset((a, b)) not in covered:
            block = _grown([[a], [b]], order, across, within)
            covered.update(
                frozenset((x, y)) for one, other in combinations(block, 2) for x in one for y in other
            )
            yield block


def _grown(block: Block, order: Sequence[HandbookId], across: Pairs, within: Pairs) -> Block:
    """Add every handbook that fits into a party, or makes another."""
    for book in order:
        if any(book in party for party in block):
            continue
        is_across = [all(frozenset((book, one)) in across for one in party) for party in block]
        if all(is_across):
            block.append([book])
            continue
        home = is_across.index(False)
        joins = all(frozenset((book, one)) in within for one in block[home])
        if joins and is_across.count(False) == 1:
            block[home].append(book)
    return block
