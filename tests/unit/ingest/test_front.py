from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.domain.pages import paginate
from edgerag.ingest.front import FRONT_CHARS, FRONT_PAGES, front_of, opening
from edgerag.ingest.records import record_lines

CELLS = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=12)


def front(name: str, *texts: str) -> str:
    pages = paginate(texts, [None] * len(texts), [""] * len(texts))
    return front_of(Path(name), pages)


def test_the_front_of_a_book_is_its_first_pages() -> None:
    texts = [f"page {number}" for number in range(FRONT_PAGES + 2)]
    assert front("book.pdf", *texts) == "\n".join(texts[:FRONT_PAGES])
    assert len(front("book.pdf", "x" * 2 * FRONT_CHARS)) == FRONT_CHARS
    assert opening(()) == front_of(Path("book.pdf"), ()) == ""


@pytest.mark.parametrize("name", ["list.csv", "list.tsv", "list.xlsx"])
def test_the_front_of_a_list_is_what_stands_above_its_rows(name: str) -> None:
    text = "Prices, May 2023\nRow 2 | Medicine | Price\nRow 3 | Medicine: zinc | Price: 2000"
    assert front(name, text) == "Prices, May 2023"


def test_the_front_of_a_workbook_has_the_name_and_the_title_of_every_sheet_and_no_group_of_rows() -> None:
    text = (
        "Prices 2022\nRow 1 | Year | Price\n"
        "2019\nRow 2 | Year: 2019 | Price: 3\nRow 3 | Year: 2019 | Price: 4\n"
        "Prices 2023\nof May\nRow 3 | Year | Price\n2018\nRow 4 | Year: 2018 | Price: 5"
    )
    assert front("prices.xlsx", text) == "Prices 2022\nPrices 2023\nof May"


def test_a_group_above_the_first_row_of_a_list_without_a_head_is_no_title() -> None:
    text = "2019\nRow 1 | column A: 2019 | column B: x\nRow 2 | column A: 2019 | column B: y"
    assert front("list.csv", text) == ""


@pytest.mark.parametrize(
    ("name", "place", "item"), [("list.json", "#/", "#/items/0"), ("list.xml", "/list", "/list/item[1]")]
)
def test_of_nested_data_the_whole_says_when_it_was_made_and_its_parts_do_not(
    name: str, place: str, item: str
) -> None:
    told = "published: 2019-05 | last updated: 2020 | version: 2 | date: 2020-06-01"
    text = f"{place} | title: Prices | {told} | expiry: 2021 | dose: 2000\nitems\n{item} | published: 2022"
    assert front(name, text).split("\n") == told.split(" | ")


@given(st.lists(st.lists(st.tuples(CELLS, CELLS), min_size=1, max_size=4), min_size=1, max_size=6))
def test_no_cell_of_a_row_is_in_the_front_of_a_list(rows: list[list[tuple[str, str]]]) -> None:
    lines = [line for at, row in enumerate(rows) for line in record_lines(f"Row {at + 1}", row)]
    assert front("list.csv", "\n".join(["Prices", *lines])) == "Prices"
