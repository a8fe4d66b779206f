from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.domain.ids import ChunkId
from edgerag.retrieve.fusion import Signal, convex_combination


def scores(values: dict[int, float]) -> dict[ChunkId, float]:
    return {ChunkId(chunk): score for chunk, score in values.items()}


def test_adds_normalised_scores_by_weight() -> None:
    dense = Signal(scores({1: 0.9, 2: 0.7}), lowest=0.5, weight=3.0)
    words = Signal(scores({2: 8.0, 3: 2.0}), lowest=0.0, weight=1.0)
    fused = convex_combination([dense, words])
    assert fused == pytest.approx({1: 0.75, 2: 0.75 * 0.5 + 0.25, 3: 0.25 * 0.25})


def test_keeps_how_far_ahead_a_chunk_is() -> None:
    """By rank the two would tie: each is first in one list and second in the other."""
    dense = Signal(scores({1: 0.80, 2: 0.79}), lowest=0.5, weight=1.0)
    words = Signal(scores({2: 30.0, 1: 3.0}), lowest=0.0, weight=0.25)
    fused = convex_combination([dense, words])
    assert fused[ChunkId(2)] > fused[ChunkId(1)]


def test_a_score_below_the_lowest_counts_as_the_lowest() -> None:
    signal = Signal(scores({1: 0.9, 2: 0.1}), lowest=0.5, weight=1.0)
    assert convex_combination([signal]) == pytest.approx({1: 1.0, 2: 0.0})


def test_a_known_highest_score_keeps_a_poor_best_match_poor() -> None:
    signal = Signal(scores({1: 0.25, 2: 0.0}), lowest=0.0, weight=1.0, highest=1.0)
    assert convex_combination([signal]) == pytest.approx({1: 0.25, 2: 0.0})


def test_a_signal_that_found_nothing_adds_nothing() -> None:
    dense = Signal(scores({1: 0.9}), lowest=0.5, weight=1.0)
    nothing = Signal({}, lowest=0.0, weight=1.0)
    assert convex_combination([dense, nothing]) == pytest.approx({1: 0.5})


def test_no_signals_with_chunks_give_no_chunks() -> None:
    assert convex_combination([Signal({}, lowest=0.0, weight=1.0)]) == {}


@pytest.mark.parametrize("weights", [(0.0, 0.0), (1.0, -0.5)])
def test_refuses_weights_that_are_no_weights(weights: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match="weights"):
        convex_combination([Signal(scores({1: 1.0}), 0.0, weight) for weight in weights])


rankings = st.dictionaries(
    st.integers(0, 20).map(ChunkId), st.integers(-50, 500).map(lambda tenths: tenths / 10), max_size=10
)
signals = st.builds(Signal, rankings, st.floats(-1, 1), st.floats(0.1, 5))


@given(st.lists(signals, min_size=1, max_size=4))
def test_scores_lie_between_0_and_1(given_signals: list[Signal]) -> None:
    assert all(-1e-9 <= score <= 1 + 1e-9 for score in convex_combination(given_signals).values())


@given(st.lists(signals, min_size=1, max_size=4))
def test_order_of_signals_does_not_matter(given_signals: list[Signal]) -> None:
    forward, backward = convex_combination(given_signals), convex_combination(given_signals[::-1])
    assert forward == pytest.approx(backward)


@given(rankings.filter(bool), st.floats(0.1, 10))
def test_the_unit_of_a_score_does_not_matter(ranking: dict[ChunkId, float], factor: float) -> None:
    scaled = {chunk: score * factor for chunk, score in ranking.items()}
    plain = convex_combination([Signal(ranking, 0.0, 1.0)])
    assert convex_combination([Signal(scaled, 0.0, 1.0)]) == pytest.approx(plain)


@given(rankings.filter(bool))
def test_one_signal_keeps_its_order(ranking: dict[ChunkId, float]) -> None:
    fused = convex_combination([Signal(ranking, 0.0, 1.0)])
    for a in ranking:
        for b in ranking:
            assert not (ranking[a] > ranking[b] and fused[a] < fused[b])
