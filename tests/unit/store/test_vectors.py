from __future__ import annotations

import apsw
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from edgerag.store import handbooks, vectors
from edgerag.store.handbooks import HandbookKey
from tests.synthetic import make_handbook, make_vectors


@pytest.fixture
def book(db: apsw.Connection) -> HandbookKey:
    vectors.set_embedder(db, "first", 16)
    return handbooks.insert(db, make_handbook("Clinic", ["Oxygen.", "Fluids."]))


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(n=st.integers(1, 9), seed=st.integers(0, 1000))
def test_half_the_bits_keep_every_dot_product_to_a_thousandth(
    db: apsw.Connection, book: HandbookKey, n: int, seed: int
) -> None:
    matrix = make_vectors(n, seed=seed)
    vectors.write(db, book, matrix, 1)
    read = vectors.read(db, book).astype(np.float32)
    assert np.abs(read @ read.T - matrix @ matrix.T).max() < 1e-3


@pytest.mark.parametrize("spoiled", [0.5, np.nan, np.inf])
def test_vectors_of_another_length_are_refused(
    db: apsw.Connection, book: HandbookKey, spoiled: float
) -> None:
    matrix = make_vectors(2)
    matrix[1] *= spoiled
    with pytest.raises(ValueError, match="length 1"):
        vectors.write(db, book, matrix, 1)
    assert vectors.read(db, book).shape == (0, 16)


def test_another_embedder_drops_the_vectors_of_the_first(db: apsw.Connection, book: HandbookKey) -> None:
    vectors.write(db, book, make_vectors(2), 3)
    assert (vectors.generations(db), vectors.missing(db)) == ({book: 3}, [])
    vectors.set_embedder(db, "second", 8)
    assert vectors.embedder(db) == ("second", 8)
    assert (vectors.generations(db), vectors.missing(db)) == ({}, [book])
    assert vectors.read(db, book).shape == (0, 8)


def test_new_library_has_no_embedder_and_no_vectors(db: apsw.Connection) -> None:
    assert vectors.embedder(db) == ("", 0)
    assert vectors.missing(db) == []
