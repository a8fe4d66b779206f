from __future__ import annotations

from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from edgerag.ingest.pdf_glyphs import Fragment, Rules
from edgerag.ingest.pdf_layout import Line, read_lines
from tests.unit.ingest.conftest import fragment, page_of

LEFT, RIGHT = "Left goes on about fever and more of it", "Right goes on about cough and more of it"


def said(lines: list[Line]) -> list[str]:
    return [" | ".join(line.cells) if line.cells else line.text for line in lines]


def test_columns_are_read_one_after_the_other_and_are_regions_of_their_own() -> None:
    fragments = [
        fragment(f"{side} {n}", x, 100 + 12 * n) for n in range(4) for side, x in ((LEFT, 50), (RIGHT, 320))
    ]
    lines = read_lines(page_of(*fragments))
    assert said(lines) == [f"{LEFT} {n}" for n in range(4)] + [f"{RIGHT} {n}" for n in range(4)]
    assert len({line.region for line in lines[:4]}) == len({line.region for line in lines[4:]}) == 1
    assert lines[0].region != lines[4].region
    assert lines[0].left == 50


def test_cells_side_by_side_are_rows_of_one_table() -> None:
    rows = [("Weight", "Dose"), ("3 kg", "30 mg"), ("6 kg", "60 mg")]
    fragments = [
        fragment(cell, 60 + 200 * c, 100 + 14 * r, order=100 * (2 * r + c))
        for r, row in enumerate(rows)
        for c, cell in enumerate(row)
    ]
    lines = read_lines(page_of(*fragments))
    assert [line.cells for line in lines] == [list(row) for row in rows]
    assert {line.table for line in lines} == {1}


def test_text_in_a_box_is_read_where_the_box_stands() -> None:
    page = page_of(fragment("Before.", 60, 100), fragment("Danger", 70, 150), fragment("After.", 60, 200))
    page.rules = Rules(
        np.array([[135.0, 60.0, 260.0], [160.0, 60.0, 260.0]]),
        np.array([[60.0, 135.0, 160.0], [260.0, 135.0, 160.0]]),
    )
    lines = read_lines(page)
    assert said(lines) == ["Before.", "Danger", "After."]
    assert lines[1].region not in (lines[0].region, lines[2].region)


PIECES = st.builds(fragment, st.sampled_from(["w", "dose", "• a"]), st.integers(0, 500), st.integers(20, 800))


@given(st.lists(PIECES, max_size=20), st.booleans())
def test_every_fragment_is_read_once(pieces: list[Fragment], is_sideways: bool) -> None:
    fragments = [replace(piece, order=10 * n) for n, piece in enumerate(pieces)]
    if is_sideways and fragments:
        fragments[0] = replace(fragments[0], upright=False)
    read = [letter for text in said(read_lines(page_of(*fragments))) for letter in text if letter.isalpha()]
    assert sorted(read) == sorted(letter for each in fragments for letter in each.text if letter.isalpha())
