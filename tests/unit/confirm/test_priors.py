from __future__ import annotations

from dataclasses import replace

import pytest

from edgerag.confirm.priors import PRIORS, prior
from edgerag.domain.collections import COLLECTIONS
from edgerag.domain.handbooks import Origin, Stated
from tests.answers import make_handbook


def test_every_collection_that_the_program_knows_has_a_prior_within_half_a_step() -> None:
    assert set(PRIORS) == set(COLLECTIONS)
    assert max(map(abs, PRIORS.values())) <= 0.5


@pytest.mark.parametrize(
    ("title", "collection", "origin", "expected"),
    [
        ("TB Guidelines", "guideline", Origin.DOCUMENT, PRIORS["guideline"]),
        ("TB", "guideline", Origin.DOCUMENT, None),
        ("TB", "Guideline ", Origin.PERSON, PRIORS["guideline"]),
        ("TB Guidelines", "patient education", Origin.PERSON, PRIORS["patient education"]),
        ("TB Guidelines", "district", Origin.PERSON, None),
        ("TB Guidelines", "", Origin.DEFAULT, None),
    ],
)
def test_a_collection_in_doubt_or_of_a_keepers_own_has_no_prior(
    title: str, collection: str, origin: Origin, expected: float | None
) -> None:
    book = make_handbook(title)
    known = replace(book.metadata, collection=Stated(collection, origin))
    assert prior(replace(book, metadata=known)) == expected
