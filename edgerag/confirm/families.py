"""Sources that speak with one voice: they copy one another, or are editions of one work.

Dong, Berti-Equille and Srivastava, "Integrating Conflicting Data: The Role of Source Dependence", VLDB 2009,
section 3: sources that share what others say may both be right; sources that share what *hardly any
other* says have hardly come to it by themselves.

    odd(s)         the groups in which s states what less than half of the sources state
    shared(s, t)   those of odd(s) in which t states exactly the same
    s and t are of one family  if  shared(s, t) >= LEAST  and  shared(s, t) >= SHARE * min(|odd(s)|, |odd(t)|)

Differs from the paper: no probability of copying is estimated from source accuracies, and no direction is
inferred: who copied of whom does not matter for counting voices. Only sources that share something odd are
compared, so the work grows with the claims and not with the square of the sources.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Final

from edgerag.confirm.line_graph import Stated

LEAST: Final = 5
"""Odd statements in common below which two sources may agree by chance."""
SHARE: Final = 0.8
"""Of the odd statements of the source that has fewer. Unfitted: most of them, with room for a correction."""
_FEWEST_VOICES: Final = 3
"""Sources of a group in which anything can be odd: of two, neither is."""
_MOST_COPIES: Final = 30
"""Sources that state the same odd thing, above which it is no sign of copying any more."""


def families(groups: Iterable[Mapping[str, Stated]], told: Mapping[str, str]) -> dict[str, str]:
    """Give each source the name of its family: the least name in it, or the one that was told.

    Args:
        groups: what each source states, group by group.
        told: families that a person knows of, by source.
    """
    odd: Counter[str] = Counter()
    shared: Counter[tuple[str, str]] = Counter()
    sources: set[str] = set()
    for nodes in groups:
        sources.update(nodes)
        for together in _odd_statements(nodes):
            odd.update(together)
            if len(together) <= _MOST_COPIES:
                shared.update(combinations(sorted(together), 2))
    joined = {
        pair for pair, n in shared.items() if n >= LEAST and n >= SHARE * min(odd[pair[0]], odd[pair[1]])
    }
    return _name_families(sources, joined, told)


def _odd_statements(nodes: Mapping[str, Stated]) -> list[list[str]]:
    """Give the sources of each statement that less than half of the sources make."""
    if len(nodes) < _FEWEST_VOICES:
        return []
    by_statement: defaultdict[Stated, list[str]] = defaultdict(list)
    for source, stated in nodes.items():
        by_statement[stated].append(source)
    return [together for together in by_statement.values() if 2 * len(together) < len(nodes)]


def _name_families(
    sources: Iterable[str], joined: Iterable[tuple[str, str]], told: Mapping[str, str]
) -> dict[str, str]:
    """Follow the pairs; a told family stands as it was told."""
    head: dict[str, str] = {}

    def head_of(source: str) -> str:
        while head.get(source, source) != source:
            source = head[source]
        return source

    for one, other in sorted(joined):
        low, high = sorted((head_of(one), head_of(other)))
        head[high] = low
    return {source: told.get(source, head_of(source)) for source in sorted(sources)}
