from __future__ import annotations

from edgerag.domain.ids import HandbookId
from edgerag.store.comparisons import KeptComparison
from edgerag.store.library import Library
from tests.unit.store.shelved import CLINIC, HOSPITAL, add


def test_comparisons_are_kept_of_handbooks_that_are_both_there(library: Library) -> None:
    add(library, CLINIC)
    add(library, HOSPITAL)
    a, b = sorted((CLINIC.handbook.id, HOSPITAL.handbook.id))
    library.keep_comparisons(
        [KeptComparison(HandbookId("gone"), b, b"m", b"f"), KeptComparison(a, b, b"m", b"f")]
    )
    with library.reading() as db:
        assert db.execute("select count(*) from compared_handbooks").get == 1
    assert library.find_comparison(a, b, b"m") == b"f"
