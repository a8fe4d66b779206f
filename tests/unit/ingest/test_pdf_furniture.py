from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from edgerag.ingest.pdf_furniture import REPEATS, remove_furniture
from edgerag.ingest.pdf_glyphs import GlyphPage
from tests.unit.ingest.conftest import fragment, page_of

TOP, MIDDLE, BOTTOM = 30.0, 400.0, 815.0


def texts(pages: list[GlyphPage]) -> list[str]:
    return [each.text for page in pages for each in page.fragments]


@given(n=st.integers(0, 8), first=st.integers(1, 300))
def test_a_header_goes_once_it_stands_on_enough_pages(n: int, first: int) -> None:
    pages = [
        page_of(fragment("Clinic Handbook", 60, TOP), fragment(f"Page {first + i}", 290, BOTTOM))
        for i in range(n)
    ]
    deleted = remove_furniture(pages)
    if n >= REPEATS:
        assert texts(pages) == []
        assert deleted == [("Clinic Handbook", f"Page {first + i}") for i in range(n)]
    else:
        assert (len(texts(pages)), deleted) == (2 * n, [()] * n)


def test_what_repeats_in_the_middle_of_the_page_is_text() -> None:
    pages = [page_of(fragment("Refer at once", 60, MIDDLE)) for _ in range(9)]
    remove_furniture(pages)
    assert texts(pages) == ["Refer at once"] * 9


def test_numbers_that_do_not_follow_the_pages_are_doses() -> None:
    pages = [page_of(fragment(dose, 60, TOP)) for dose in ("500", "10", "250", "5", "80")]
    assert remove_furniture(pages) == [()] * 5
    assert texts(pages) == ["500", "10", "250", "5", "80"]


def test_pages_in_roman_numbers_are_furniture() -> None:
    numbers = ["iii", "iv", "v", "vi"]
    pages = [page_of(fragment(number, 290, BOTTOM)) for number in numbers]
    assert remove_furniture(pages) == [(number,) for number in numbers]
    assert texts(pages) == []
