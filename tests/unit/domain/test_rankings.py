from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from edgerag.domain.ids import ChunkId
from edgerag.domain.rankings import Hit, ranked

HITS = st.lists(st.builds(Hit, st.integers(0, 9).map(ChunkId), st.floats(-1, 1)))


def test_ties_are_broken_by_chunk_id() -> None:
    assert ranked([Hit(ChunkId(2), 1.0), Hit(ChunkId(1), 1.0)]) == [
        Hit(ChunkId(1), 1.0),
        Hit(ChunkId(2), 1.0),
    ]


def test_a_chunk_that_occurs_twice_keeps_its_best_score() -> None:
    assert ranked([Hit(ChunkId(1), 0.2), Hit(ChunkId(1), 0.9)]) == [Hit(ChunkId(1), 0.9)]


@given(HITS)
def test_order_of_the_hits_does_not_matter(hits: list[Hit]) -> None:
    assert ranked(hits) == ranked(hits[::-1])
