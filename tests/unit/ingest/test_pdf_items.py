from __future__ import annotations

import pytest

from edgerag.ingest.pdf_items import item_of, join_markers
from tests.unit.ingest.conftest import fragment


@pytest.mark.parametrize("marker", ["•", "-", "1.", "(a)", "iv)", "2.1"])
def test_a_marker_joins_the_text_after_its_tab(marker: str) -> None:
    bullet, text = fragment(marker, 60, 100, order=3), fragment("Keep warm", 90, 100.5, order=5)
    (joined,) = join_markers([bullet, text])
    assert (joined.text, joined.x0, joined.x1, joined.order) == (f"{marker} Keep warm", 60, text.x1, 3)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (fragment("Adult", 60, 100), fragment("1 g", 90, 100)),
        (fragment("•", 60, 100), fragment("Keep warm", 90, 112)),
        (fragment("•", 60, 100), fragment("next column", 300, 100)),
        (fragment("•", 300, 100), fragment("left column", 60, 100)),
        (fragment("1.", 60, 100), fragment("2.", 80, 100)),
    ],
    ids=["a word is no marker", "another line", "too far", "before it", "two markers"],
)
def test_what_does_not_belong_together_stays_apart(first: object, second: object) -> None:
    assert join_markers([first, second]) == [first, second]  # type: ignore[list-item]


def test_an_item_surrounds_all_its_fragments() -> None:
    item = item_of([fragment("high", 60, 100, size=20), fragment("low", 120, 104)])
    assert (item.x0, item.x1, item.top, item.bottom) == (60, 135, 84, 106)
