from __future__ import annotations

import numpy as np

from edgerag.ingest.pdf_glyphs import Fragment, Rules
from edgerag.ingest.pdf_rules import ruled_items
from tests.unit.ingest.conftest import fragment

NO_RULES = Rules(np.zeros((0, 3)), np.zeros((0, 3)))


def boxes(*corners: tuple[float, float, float, float]) -> Rules:
    """Draw the four edges of each box (left, top, right, bottom)."""
    horizontal = [(y, left, right) for left, top, right, bottom in corners for y in (top, bottom)]
    vertical = [(x, top, bottom) for left, top, right, bottom in corners for x in (left, right)]
    return Rules(np.array(horizontal, float), np.array(vertical, float))


def cell(row: int, column: int) -> tuple[float, float, float, float]:
    return 60 + 100 * column, 100 + 20 * row, 160 + 100 * column, 120 + 20 * row


def in_cell(text: str, row: int, column: int) -> Fragment:
    return fragment(text, 64 + 100 * column, 114 + 20 * row)


def test_cells_that_touch_are_one_table_and_text_beside_it_is_free() -> None:
    texts = [["Drug", "Dose"], ["Amoxicillin", "500 mg"], ["Doxycycline", "100 mg"]]
    inside = [in_cell(text, r, c) for r, row in enumerate(texts) for c, text in enumerate(row)]
    below = fragment("Give with food.", 60, 190)
    free, table = ruled_items([*inside, below], boxes(*[cell(r, c) for r in range(3) for c in range(2)]))
    assert free.fragments == [below]
    assert table.rows is not None
    assert [[[f.text for f in one] for one in row] for row in table.rows] == [
        [[t] for t in row] for row in texts
    ]


def test_an_underline_is_no_table() -> None:
    heading = fragment("Fever", 60, 100)
    items = ruled_items([heading], Rules(np.array([[102.0, 60.0, 90.0]]), np.zeros((0, 3))))
    assert [(item.fragments, item.is_box, item.rows) for item in items] == [([heading], False, None)]


def test_boxes_apart_are_boxes_each_with_its_text() -> None:
    yes, no = fragment("yes", 64, 114), fragment("no", 304, 114)
    items = ruled_items([yes, no], boxes((60, 100, 160, 120), (300, 100, 400, 120)))
    assert [(item.is_box, [f.text for f in item.fragments]) for item in items] == [
        (True, ["yes"]),
        (True, ["no"]),
    ]


def test_a_box_with_an_open_side_holds_nothing() -> None:
    rules = boxes((60, 100, 160, 120))
    open_below = Rules(rules.horizontal[:1], rules.vertical)
    (item,) = ruled_items([fragment("yes", 64, 114)], open_below)
    assert not item.is_box


def test_a_title_above_an_inner_box_belongs_to_the_whole_outer_box() -> None:
    outer, inner = (60.0, 100.0, 260.0, 200.0), (120.0, 130.0, 200.0, 160.0)
    items = ruled_items([fragment("Title", 147, 114), fragment("yes", 150, 148)], boxes(outer, inner))
    places = {item.fragments[0].text: (item.x0, item.top, item.x1, item.bottom) for item in items}
    assert places == {"Title": outer, "yes": inner}


def test_without_rules_every_fragment_is_free_and_markers_are_joined() -> None:
    items = ruled_items([fragment("•", 60, 100), fragment("Keep warm", 75, 100)], NO_RULES)
    assert [f.text for item in items for f in item.fragments] == ["• Keep warm"]
