from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from edgerag.domain.ids import ChunkId
from edgerag.domain.rankings import Hit, Ranking, ranked
from edgerag.index.grouping import best_per_handbook
from edgerag.store.handbooks import HandbookKey


def test_ranks_within_each_handbook() -> None:
    best = best_per_handbook(
        np.array([7, 2, 7, 7]), np.array([10, 20, 30, 40]), np.array([0.1, 0.2, 0.9, 0.5]), 2
    )
    assert best == {2: [(20, 0.2)], 7: [(30, 0.9), (40, 0.5)]}


def slow_twin(hits: list[tuple[int, int, float]], k: int) -> dict[HandbookKey, Ranking]:
    groups: dict[HandbookKey, list[Hit]] = {}
    for key, item, score in hits:
        groups.setdefault(HandbookKey(key), []).append(Hit(ChunkId(item), score))
    return {key: ranked(group)[:k] for key, group in groups.items()}


hits = st.lists(
    st.tuples(st.integers(0, 5), st.integers(0, 2**62), st.sampled_from([0.0, 0.5, 1.0])),
    unique_by=lambda hit: hit[1],
)


@given(hits=hits, k=st.integers(1, 4))
def test_agrees_with_the_definition_of_a_ranking(hits: list[tuple[int, int, float]], k: int) -> None:
    keys, items, scores = zip(*hits, strict=True) if hits else ((), (), ())
    found = best_per_handbook(
        np.array(keys, dtype=np.int64), np.array(items, dtype=np.int64), np.array(scores, dtype=np.float64), k
    )
    assert found == slow_twin(hits, k)
