from __future__ import annotations

from itertools import count

import pytest

from edgerag.ingest.cell_tables import CellTable
from edgerag.ingest.table_tags import DEEPEST, TableTags, counted


def lines(*tables: CellTable | None) -> list[str]:
    return [block.text for table in tables if table for row in table.rows(count(1)) for block in row]


def taken(tables: TableTags, *pieces: str) -> list[str]:
    """Take tags and words, and give the lines of the tables that were closed."""
    closed: list[str] = []
    for piece in pieces:
        if piece.startswith("</"):
            closed += lines(tables.close(piece[2:]))
        elif piece.startswith("<"):
            tables.open(piece[1:], {})
        elif tables.is_in_cell:
            tables.say(piece)
    return closed


def test_cells_and_rows_that_are_not_closed_end_with_the_next() -> None:
    tags = ("<table", "<tr", "<td", "a", "<td", "b", "<tr", "<td", "c", "</td", "<td", "d", "</table")
    assert taken(TableTags(), *tags) == ["a | b", "c | d"]


def test_a_cell_needs_no_row_and_a_section_ends_one() -> None:
    tags = ("<table", "<td", "a", "<td", "b", "<tbody", "<td", "c", "<td", "d", "</table")
    assert taken(TableTags(), *tags) == ["a | b", "c | d"]


def test_a_table_within_a_cell_is_part_of_it_and_its_head_is_marked() -> None:
    inner = (
        "<table",
        "<thead",
        "<tr",
        "<td",
        "Who",
        "<td",
        "Where",
        "<tbody",
        "<tr",
        "<td",
        "adult",
        "<td",
        "arm",
    )
    tags = ("<table", "<tr", "<td", "Shock", "<td", *inner, "</table", "</table")
    assert taken(TableTags(), *tags) == ["Shock | Who: adult, Where: arm"]


def test_nothing_but_a_table_is_opened_outside_of_one() -> None:
    tables = TableTags()
    assert taken(tables, "<tr", "<td", "a", "</td", "</tr", "</table") == []
    assert not tables.is_in_table
    with pytest.raises(ValueError, match="no cell"):
        tables.say("a")


def test_rows_that_have_begun_are_counted_in_the_outermost_table() -> None:
    tables = TableTags()
    assert tables.n_rows == 0
    taken(tables, "<table", "<tr", "<td", "a", "<tr", "<td", "<table", "<tr", "<td", "b", "<tr")
    assert tables.n_rows == 2


def test_all_that_is_open_can_be_ended() -> None:
    tables = TableTags()
    taken(tables, "<table", "<tr", "<td", "a", "<td", "<table", "<tr", "<td", "b")
    assert lines(*tables.end()) == ["a | b"]
    assert not tables.is_in_table


def test_what_is_too_deep_is_text_of_its_cell_and_closes_nothing_else() -> None:
    tables = TableTags()
    around = ("<table", "<tr", "<td", "a", "<td")
    taken(tables, *around * DEEPEST)
    assert taken(tables, *("<table", "<tr", "<td", "b", "</tr", "</table") * 2) == []
    (line,) = taken(tables, *["</tr", "</table"] * DEEPEST)
    assert line.split() == ["a", "|", *"a" * (DEEPEST - 1), "b", "b"]


@pytest.mark.parametrize(
    ("said", "n"), [("3", 3), (" 2 ", 2), ("0", 0), ("-3", 1), ("x", 1), ("", 1), ("9" * 5000, 1_000_000)]
)
def test_an_attribute_counts_where_it_is_a_number(said: str, n: int) -> None:
    assert counted({"rowspan": said}, "rowspan") == n
    assert counted({}, "rowspan") == 1
