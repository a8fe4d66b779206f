from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jaxtyping import Float32

from edgerag.domain.handbooks import ParsedHandbook
from edgerag.domain.rankings import Hit, Ranking, ranked
from edgerag.index import vectors
from edgerag.index.sync import Indexes
from edgerag.store.library import Library
from tests.synthetic import EMBEDDER, make_handbook, make_vectors

CLINIC = make_handbook("Clinic", [f"page {n}" for n in range(40)])
HOSPITAL = make_handbook("Hospital", [f"ward {n}" for n in range(25)])


@pytest.fixture(params=["all are compared", "candidates are found by their signs"])
def filled(indexes: Indexes, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Indexes:
    if request.param == "candidates are found by their signs":
        monkeypatch.setattr(vectors, "SCANNED", 0)
    for seed, parsed in enumerate((CLINIC, HOSPITAL)):
        indexes.add(parsed, make_vectors(len(parsed.chunks), dimensions=64, seed=seed), EMBEDDER)
    return indexes


def slow_twin(
    parsed: ParsedHandbook,
    matrix: Float32[np.ndarray, "chunk dim"],
    query: Float32[np.ndarray, " dim"],
    k: int,
) -> Ranking:
    pairs = zip(parsed.chunks, matrix, strict=True)
    return ranked(Hit(chunk.id, float(row @ query)) for chunk, row in pairs)[:k]


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 1000), k=st.integers(1, 30))
def test_small_handbooks_are_ranked_exactly(filled: Indexes, library: Library, seed: int, k: int) -> None:
    query = make_vectors(1, dimensions=64, seed=seed)[0]
    found = filled.vectors.search(query, k)
    for parsed in (CLINIC, HOSPITAL):
        stored = library.vectors(parsed.handbook.id).astype(np.float32)
        expected = slow_twin(parsed, stored, query, k)
        assert [hit.chunk_id for hit in found[parsed.handbook.id]] == [hit.chunk_id for hit in expected]
        assert [hit.score for hit in found[parsed.handbook.id]] == pytest.approx(
            [hit.score for hit in expected], abs=1e-6
        )


def test_searches_only_the_handbooks_asked_for(filled: Indexes) -> None:
    query = make_vectors(1, dimensions=64)[0]
    everywhere = filled.vectors.search(query, 3)
    only = filled.vectors.search(query, 3, [HOSPITAL.handbook.id])
    assert only == {HOSPITAL.handbook.id: everywhere[HOSPITAL.handbook.id]}
    assert filled.vectors.search(query, 3, []) == {}


def test_an_empty_library_has_no_neighbours(indexes: Indexes) -> None:
    assert indexes.vectors.search(make_vectors(1)[0], 3) == {}


def test_a_removed_handbook_is_not_found(filled: Indexes) -> None:
    filled.remove(CLINIC.handbook.id)
    found = filled.vectors.search(make_vectors(1, dimensions=64)[0], 3)
    assert list(found) == [HOSPITAL.handbook.id]


def test_a_handbook_without_chunks_is_simply_silent(filled: Indexes) -> None:
    empty = make_handbook("Empty", [])
    filled.add(empty, make_vectors(0, dimensions=64), EMBEDDER)
    assert empty.handbook.id not in filled.vectors.search(make_vectors(1, dimensions=64)[0], 3)


def test_vectors_of_another_embedder_take_over_handbook_by_handbook(
    filled: Indexes, library: Library
) -> None:
    library.change_embedder("another", 24)
    query = make_vectors(1, dimensions=24)[0]
    assert filled.vectors.search(query, 3) == {}
    filled.replace_vectors(HOSPITAL.handbook.id, make_vectors(25, dimensions=24), "another")
    assert list(filled.vectors.search(query, 3)) == [HOSPITAL.handbook.id]
    filled.replace_vectors(CLINIC.handbook.id, make_vectors(40, dimensions=24), "another")
    assert filled.vectors.search(query, 1)[CLINIC.handbook.id][0].chunk_id == CLINIC.chunks[0].id
    assert filled.check() == ()


@pytest.mark.parametrize("k", [1, 5, 9])
def test_chunks_that_are_equally_near_come_in_the_order_of_their_ids(indexes: Indexes, k: int) -> None:
    ties = [2, 0, 3, 1, 1, 0, 2, 1, 0, 3]
    parsed = make_handbook("Ties", [f"page {n}" for n in range(len(ties))])
    indexes.add(parsed, np.eye(16, dtype=np.float32)[ties], EMBEDDER)
    query = np.array([0.9, 0.3, 0.3, 0.1, *[0] * 12], np.float32)
    pairs = zip(parsed.chunks, query[ties].tolist(), strict=True)
    nearest = sorted(pairs, key=lambda pair: (-pair[1], pair[0].id))[:k]
    found = indexes.vectors.search(query, k)[parsed.handbook.id]
    assert [hit.chunk_id for hit in found] == [chunk.id for chunk, _ in nearest]
