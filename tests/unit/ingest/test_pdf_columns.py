from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from edgerag.ingest.pdf_columns import (
    MIN_GUTTER,
    bands_of,
    baselines,
    columns_of,
    groups_of,
    is_one_line,
    is_table,
    row_starts,
)
from edgerag.ingest.pdf_items import Item, item_of
from tests.unit.ingest.conftest import fragment

PROSE = "Left column goes on about fever and its"
ITEMS = st.lists(
    st.builds(
        lambda x, y, n: item_of([fragment("w" * n, 40 * x, 12 * y)]),
        st.integers(0, 12),
        st.integers(0, 20),
        st.integers(1, 30),
    ),
    max_size=25,
)


def grid(*rows: tuple[str, ...], gap: float = 200, top: float = 100) -> list[Item]:
    """Set rows of cells, `gap` apart, painted one after the other."""
    return [
        item_of([fragment(cell, 60 + gap * c, top + 14 * r, order=100 * (10 * r + c))])
        for r, row in enumerate(rows)
        for c, cell in enumerate(row)
    ]


def ids(groups: list[list[Item]]) -> list[int]:
    return sorted(id(item) for group in groups for item in group)


@given(ITEMS)
def test_every_item_is_in_one_band_one_line_one_column_and_one_group(items: list[Item]) -> None:
    expected = sorted(map(id, items))
    bands = bands_of(items)
    assert ids(bands) == expected
    assert ids(columns_of(items)) == expected
    assert ids([line for band in bands for line in baselines(band)]) == expected
    assert ids([band for group in groups_of(bands) for band in group]) == expected


@given(ITEMS)
def test_columns_stand_left_to_right_with_a_gutter_between(items: list[Item]) -> None:
    columns = columns_of(items)
    for left, right in pairwise(columns):
        assert min(item.x0 for item in right) - max(item.x1 for item in left) >= MIN_GUTTER


def test_a_line_across_the_gutter_ends_the_columns() -> None:
    above = grid((PROSE, PROSE), (PROSE, PROSE), gap=260)
    across = item_of([fragment("x" * 90, 60, 140)])
    below = grid((PROSE, PROSE), (PROSE, PROSE), gap=260, top=170)
    groups = groups_of(bands_of([*above, across, *below]))
    assert [sum(map(len, group)) for group in groups] == [4, 1, 4]


def test_short_entries_side_by_side_are_a_table_and_prose_is_not() -> None:
    doses = grid(("Weight", "Dose"), ("3 kg", "30 mg"), ("6 kg", "60 mg"))
    assert is_table(bands_of(doses), columns_of(doses))
    prose = grid(*[(PROSE, PROSE)] * 4, gap=260)
    assert not is_table(bands_of(prose), columns_of(prose))
    bullets = grid(*[("• warm", "• cool")] * 4)
    assert not is_table(bands_of(bullets), columns_of(bullets))


def test_a_line_without_a_first_cell_continues_the_row_above() -> None:
    items = grid(("Adult", "1 g"), ("Child", "250 mg"))
    more = item_of([fragment("with food", 260, 140)])
    lines = [*baselines(items), [more]]
    column_of = {id(item): int(item.x0 > 200) for line in lines for item in line}
    assert row_starts(lines, column_of) == [True, True, False]


def test_one_line_is_one_line() -> None:
    assert is_one_line(bands_of(grid(("Adult", "1 g"))))
    assert not is_one_line(bands_of(grid(("Adult",), ("Child",))))
