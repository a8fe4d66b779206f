from __future__ import annotations

import pytest

from edgerag.domain.ids import HandbookId
from edgerag.store.claims import ReadClaims
from edgerag.store.comparisons import KeptComparison
from edgerag.store.library import Library
from tests.claims import make_claim
from tests.synthetic import EMBEDDER, make_handbook, make_vectors

A, B, C = sorted(
    (make_handbook(title, ["Give quinine."]) for title in ("One", "Two", "Three")),
    key=lambda parsed: parsed.handbook.id,
)
BOTH = A.handbook.id, B.handbook.id
FOUND = KeptComparison(*BOTH, b"made", b"found")


@pytest.fixture
def held(library: Library) -> Library:
    """A library with three handbooks."""
    for parsed in (A, B, C):
        library.add(parsed, make_vectors(1), EMBEDDER)
    return library


def kept(library: Library) -> int:
    with library.reading() as db:
        return db.execute("select count(*) from compared_handbooks").get


def test_a_comparison_is_found_by_what_it_was_made_of_alone_and_the_newest_is_kept(held: Library) -> None:
    held.keep_comparisons([FOUND])
    assert held.find_comparison(*BOTH, b"made") == b"found"
    assert held.find_comparison(*BOTH, b"otherwise") is None
    assert held.find_comparison(A.handbook.id, C.handbook.id, b"made") is None
    held.keep_comparisons([KeptComparison(*BOTH, b"again", b"more")])
    assert held.find_comparison(*BOTH, b"made") is None
    assert held.find_comparison(*BOTH, b"again") == b"more"
    assert kept(held) == 1


@pytest.mark.parametrize("gone", BOTH)
def test_comparisons_go_with_either_handbook_and_none_is_kept_of_one_that_is_gone(
    held: Library, gone: HandbookId
) -> None:
    held.keep_comparisons([FOUND])
    held.remove(gone)
    assert kept(held) == 0
    held.keep_comparisons([FOUND])
    assert kept(held) == 0


@pytest.mark.parametrize("column", ["made_of", "found"])
def test_a_comparison_that_is_not_as_it_was_stored_is_not_found(held: Library, column: str) -> None:
    held.keep_comparisons([FOUND])
    with held.transaction() as db:
        db.execute(f"update compared_handbooks set {column} = ?", (b"damaged",))
    assert held.find_comparison(*BOTH, b"made") is None
    assert held.find_comparison(*BOTH, b"damaged") is None


def test_the_content_that_is_compared_changes_with_claims_and_vectors_of_that_handbook_alone(
    held: Library,
) -> None:
    a, b = BOTH
    before, other = held.compared_content(a), held.compared_content(b)
    held.keep_claims(a, ReadClaims((make_claim(),), 1))
    with_claims = held.compared_content(a)
    held.replace_vectors(a, make_vectors(1, seed=1), EMBEDDER)
    with_vectors = held.compared_content(a)
    assert len({before, with_claims, with_vectors}) == 3
    held.edit(a, "title", "Another")
    assert held.compared_content(a) == with_vectors
    assert held.compared_content(b) == other
