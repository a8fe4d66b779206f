from __future__ import annotations

from edgerag.domain.ids import HandbookId, chunk_id, handbook_id, section_id


def test_ids_depend_on_content_and_place_alone() -> None:
    book = handbook_id("ab" * 32)
    assert book == HandbookId("abababababababab")
    assert chunk_id(book, 3) == chunk_id(book, 3)
    assert len({chunk_id(book, 3), chunk_id(book, 4), section_id(book, 3)}) == 3


def test_numeric_ids_fit_a_signed_64_bit_column() -> None:
    book = handbook_id("ff" * 32)
    assert all(0 <= chunk_id(book, ordinal) < 2**63 for ordinal in range(1000))
