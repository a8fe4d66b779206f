from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from edgerag.ingest.blocks import Block, BlockKind
from edgerag.ingest.paging import LONGEST_PAGE_CHARS, PAGE_CHARS, split_pages, unwrap

LONG = "Give oxygen to every patient with signs of shock and call"
BLOCKS = st.builds(
    Block,
    st.sampled_from([BlockKind.HEADING, BlockKind.PARAGRAPH]),
    st.integers(0, 5000).map("x".__mul__),
    st.integers(1, 4),
)


@example([Block(BlockKind.PARAGRAPH, "x" * 5000)] * 4, None)
@given(st.lists(BLOCKS, max_size=30), st.none() | st.integers(1, 99))
def test_no_block_is_lost_and_no_stretch_grows_without_end(blocks: list[Block], number: int | None) -> None:
    pages = split_pages(blocks, number)
    assert [block for page in pages for block in page.blocks] == blocks
    assert {page.number for page in pages} == {number}
    for page in pages:
        assert sum(len(block.text) + 1 for block in page.blocks[:-1]) <= LONGEST_PAGE_CHARS


def test_a_high_heading_begins_a_stretch_and_a_low_one_does_not() -> None:
    full = Block(BlockKind.PARAGRAPH, "x" * PAGE_CHARS)
    for level, n_pages in ((1, 2), (2, 2), (3, 1)):
        assert len(split_pages([full, Block(BlockKind.HEADING, "Fever", level)])) == n_pages
    assert len(split_pages([Block(BlockKind.PARAGRAPH, "short"), Block(BlockKind.HEADING, "Fever", 1)])) == 1


@pytest.mark.parametrize(
    ("lines", "joined"),
    [
        ([LONG, "For help."], [f"{LONG} For help."]),
        ([LONG + ".", "For help."], [LONG + ".", "For help."]),
        (["Give", "oxygen"], ["Give oxygen"]),
        (["Drugs", "Oxygen"], ["Drugs", "Oxygen"]),
        ([LONG, "- oxygen", "b) fluids", "12. refer"], [LONG, "- oxygen", "b) fluids", "12. refer"]),
        (["- oxygen", "by mask", "", "  "], ["- oxygen by mask"]),
    ],
)
def test_lines_are_joined_where_a_sentence_goes_on(lines: list[str], joined: list[str]) -> None:
    assert unwrap(lines) == joined


@given(st.lists(st.text(st.sampled_from("aB.- 1"), max_size=70)))
def test_joining_lines_loses_no_word(lines: list[str]) -> None:
    assert " ".join(unwrap(lines)).split() == " ".join(lines).split()
