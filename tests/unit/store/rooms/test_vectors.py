from __future__ import annotations

import numpy as np
import pytest

from edgerag.errors import StoreError
from edgerag.store.library import Library
from tests.synthetic import EMBEDDER, make_vectors
from tests.unit.store.shelved import CLINIC, HOSPITAL, add


def test_vectors_of_two_models_never_mix(library: Library) -> None:
    add(library, CLINIC)
    with pytest.raises(StoreError, match=EMBEDDER):
        library.add(HOSPITAL, make_vectors(1, dimensions=8), "another")
    assert library.embedder == EMBEDDER


def test_another_embedder_serves_handbook_by_handbook(library: Library) -> None:
    add(library, CLINIC)
    add(library, HOSPITAL)
    library.change_embedder("another", 8)
    assert library.waiting_for_vectors() == (CLINIC.handbook.id, HOSPITAL.handbook.id)
    fresh = make_vectors(3, dimensions=8, seed=1)
    library.replace_vectors(CLINIC.handbook.id, fresh, "another")
    assert library.waiting_for_vectors() == (HOSPITAL.handbook.id,)
    np.testing.assert_allclose(library.vectors(CLINIC.handbook.id), fresh, atol=1e-3)
    with pytest.raises(StoreError):
        library.replace_vectors(HOSPITAL.handbook.id, make_vectors(1), EMBEDDER)


def test_stored_vectors_keep_their_cosines(library: Library) -> None:
    vectors = make_vectors(3, dimensions=384)
    library.add(CLINIC, vectors, EMBEDDER)
    stored = library.vectors(CLINIC.handbook.id).astype(np.float32)
    np.testing.assert_allclose(stored @ vectors.T, vectors @ vectors.T, atol=1e-3)
