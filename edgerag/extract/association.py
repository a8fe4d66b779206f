"""Entities that a handbook names together more often than chance would.

Normalised pointwise mutual information (Bouma, "Normalized (Pointwise) Mutual Information in Collocation
Extraction", GSCL 2009), over the statements of one handbook:

    npmi(x, y) = ln(p(x, y) / (p(x) p(y))) / -ln p(x, y),   from -1 to 1

Two entities are associated if it is at least `LEAST_NPMI` and they are named together `LEAST_TOGETHER` times:
a pair that meets once is always far above chance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from math import log
from typing import Final

from edgerag.domain.entities import EntityType as T
from edgerag.language.entities import Named

LEAST_NPMI: Final = 0.4
LEAST_TOGETHER: Final = 3
MOST_ENTITIES: Final = 8
"""A statement that names more is a list, in which everything meets everything."""

Key = tuple[T, str]
_SUBJECTS: Final = frozenset({T.DISEASE, T.SYMPTOM, T.GENE})
_OTHERS: Final = frozenset(
    {T.DISEASE, T.SYMPTOM, T.CHEMICAL, T.EXAMINATION, T.DRUG, T.SUPPLEMENT, T.TREATMENT}
)


def associated(statements: Iterable[Sequence[Sequence[Named]]]) -> Mapping[tuple[Key, Key], float]:
    """Give the pairs that are associated, in alphabetical order each, with their npmi.

    Args:
        statements: the groups of entities of each; what is only listed side by side is one group.
    """
    alone: Counter[Key] = Counter()
    together: Counter[tuple[Key, Key]] = Counter()
    n = 0
    for groups in statements:
        n += 1
        keys = {(entity.type, entity.name) for group in groups for entity in group}
        alone.update(keys)
        if len(keys) <= MOST_ENTITIES:
            together.update(met(groups))
    scored = {
        (x, y): npmi(n_xy, alone[x], alone[y], n)
        for (x, y), n_xy in together.items()
        if n_xy >= LEAST_TOGETHER
    }
    return {pair: score for pair, score in scored.items() if score >= LEAST_NPMI}


def met(groups: Sequence[Sequence[Named]]) -> set[tuple[Key, Key]]:
    """Give the pairs of a statement, in alphabetical order each, that are not only listed side by side."""
    keys = {frozenset((entity.type, entity.name) for entity in group) for group in groups}
    pairs = {
        (min(x, y), max(x, y)) for one, other in combinations(keys, 2) for x in one for y in other if x != y
    }
    return {pair for pair in pairs if _may_be(*pair)}


def npmi(n_xy: int, n_x: int, n_y: int, n: int) -> float:
    """Give the normalised pointwise mutual information of two things that are met together `n_xy` times."""
    if n_xy == n:
        return 1.0
    return log(n_xy * n / (n_x * n_y)) / -log(n_xy / n)


def _may_be(x: Key, y: Key) -> bool:
    return (x[0] in _SUBJECTS and y[0] in _OTHERS) or (y[0] in _SUBJECTS and x[0] in _OTHERS)
