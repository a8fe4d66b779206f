"""Hits of many handbooks, as columns: thousands of them, too many for one Python object each."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from jaxtyping import Float, Int64

from edgerag.domain.ids import ChunkId
from edgerag.domain.rankings import Hit, Ranking
from edgerag.store.handbooks import HandbookKey


def best_per_handbook(
    keys: Int64[np.ndarray, " hit"],
    items: Int64[np.ndarray, " hit"],
    scores: Float[np.ndarray, " hit"],
    k: int,
) -> dict[HandbookKey, Ranking]:
    """Rank each handbook's hits and keep the best `k`; ties go by id, as in every ranking."""
    order = np.lexsort((items, -scores, keys))
    distinct, starts = np.unique(keys[order], return_index=True)
    ids: list[ChunkId] = items[order].tolist()
    values: list[float] = scores[order].tolist()
    rankings: dict[HandbookKey, Ranking] = {}
    for key, (start, end) in zip(distinct.tolist(), pairwise([*starts.tolist(), len(keys)]), strict=True):
        kept = slice(start, min(end, start + k))
        rankings[HandbookKey(key)] = list(map(Hit, ids[kept], values[kept]))
    return rankings
