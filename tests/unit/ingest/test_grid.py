from __future__ import annotations

import pytest

from edgerag.errors import IngestError
from edgerag.ingest import grid as module
from edgerag.ingest.grid import EMPTY, WIDEST, Grid, GridCell
from edgerag.language.tables import tables_in


def lines(*rows: list[str | GridCell]) -> list[str]:
    grid = Grid()
    for row in rows:
        grid.add([cell if isinstance(cell, GridCell) else GridCell(cell) for cell in row])
    return grid.lines()


@pytest.mark.parametrize(
    ("row", "written"),
    [
        (["zinc", "", "20 mg"], "zinc | – | 20 mg"),
        (["zinc", "20 mg", ""], "zinc | 20 mg | –"),
        (["", "1 g", "20 mg"], "– | 1 g | 20 mg"),
        (["zinc", "", ""], "zinc"),
        (["", "", "20 mg"], "– | – | 20 mg"),
        (["zinc", "20 mg"], "zinc | 20 mg | –"),
        (["", "", ""], ""),
    ],
)
def test_an_empty_cell_keeps_its_column(row: list[str | GridCell], written: str) -> None:
    assert lines(["Medicine", "Adult dose", "Child dose"], row)[1] == written


def test_a_childs_dose_is_read_under_its_own_head() -> None:
    text = "\n".join(
        lines(
            ["Medicine", "Adult dose", "Child dose"],
            ["paracetamol", "1 g", "15 mg/kg"],
            ["zinc", "", "20 mg"],
        )
    )
    (table,) = tables_in(text)
    assert table.names == ("Medicine", "Adult dose", "Child dose")
    told = {name: cell.of(text) for name, cell in zip(table.names, table.rows[-1].cells, strict=True)}
    assert told == {"Medicine": "zinc", "Adult dose": EMPTY, "Child dose": "20 mg"}


def test_a_column_for_looks_is_none() -> None:
    assert lines(["Age", "", "Dose"], ["5", "", "250 mg"]) == ["Age | Dose", "5 | 250 mg"]


def test_a_row_beside_the_names_of_columns_has_no_dashes_for_nobody_knows_what_names_its_cells() -> None:
    assert lines(
        ["Medicine", "Codes", "", "Adult dose", "Frequency"],
        ["ceftriaxone", "C V", "1 g", "12 hourly", ""],
        ["chloramphenicol", "B V", "500 mg", "", ""],
        ["aspirin", "C", "", "600 mg", ""],
    ) == [
        "Medicine | Codes | Adult dose | Frequency",
        "ceftriaxone | C V | 1 g | 12 hourly",
        "chloramphenicol | B V | 500 mg",
        "aspirin | C | 600 mg | –",
    ]


def test_a_title_across_a_table_names_no_columns() -> None:
    assert lines(["Worms", ""], ["Medicine", "Dose"], ["mebendazole", ""], ["", "500 mg"]) == [
        "Worms",
        "Medicine | Dose",
        "mebendazole",
        "– | 500 mg",
    ]


def test_a_merged_cell_is_said_in_every_row_and_column_that_it_spans() -> None:
    assert lines(
        [GridCell("Medicine", n_down=2), GridCell("Dose", n_across=2)],
        ["Adult", "Child"],
        [GridCell("quinine", n_down=2), "600 mg", "10 mg/kg"],
        [GridCell("twice a day", n_across=2)],
    ) == [
        "Medicine | Dose | Dose",
        "Medicine | Adult | Child",
        "quinine | 600 mg | 10 mg/kg",
        "quinine | twice a day | twice a day",
    ]


@pytest.mark.parametrize("n_across", [2, 3, 10_000])
def test_a_cell_that_is_all_of_its_row_is_said_once(n_across: int) -> None:
    assert lines(["Age", "Dose"], [GridCell("Fever", n_across=n_across)], ["5", "250 mg"]) == [
        "Age | Dose",
        "Fever",
        "5 | 250 mg",
    ]


def test_a_row_in_which_nothing_begins_is_left_out() -> None:
    assert lines([GridCell("A", n_down=3), "1"], [], [""]) == ["A | 1", "", ""]


def test_merged_cells_end_with_their_section_and_their_table() -> None:
    grid = Grid()
    grid.add([GridCell("Age", n_down=10_000), GridCell("Dose")])
    grid.end_section()
    grid.add([GridCell("5"), GridCell("250 mg")])
    assert grid.lines() == ["Age | Dose", "5 | 250 mg"]


def test_spans_of_thousands_cost_little() -> None:
    grid = Grid()
    for n in range(300):
        grid.add([GridCell(f"a{n}", 1_000_000, 1_000_000), GridCell(f"b{n}", 1_000_000)])
    written = grid.lines()
    assert len(written) == 300
    assert max(line.count("|") for line in written) < 2 * WIDEST + 600


def test_merged_cells_with_more_text_than_any_table_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_TEXT_CHARS", 1_000)
    with pytest.raises(IngestError, match="characters of text"):
        lines([GridCell("x" * 300, n_down=9), "y"], ["y"], ["y"], ["y"])


def test_a_head_without_a_name_for_its_first_column_keeps_every_column() -> None:
    assert lines(["", "Adult", "Child"], ["lorazepam", "", "0.1 mg/kg"], ["diazepam", "10 mg", ""]) == [
        "– | Adult | Child",
        "lorazepam | – | 0.1 mg/kg",
        "diazepam | 10 mg | –",
    ]


def test_a_head_of_two_rows_keeps_every_column() -> None:
    assert lines(
        ["", GridCell("Dose", n_across=2)], ["Medicine", "Adult", "Child"], ["lorazepam", "", "0.1 mg/kg"]
    ) == ["– | Dose | Dose", "Medicine | Adult | Child", "lorazepam | – | 0.1 mg/kg"]


def test_a_last_column_without_a_name_keeps_every_column() -> None:
    assert lines(
        ["Medicine", "Adult", "Child", ""],
        ["diazepam", "10 mg", "0.3 mg/kg", ""],
        ["lorazepam", "", "0.1 mg/kg", "not with opioids"],
    )[1:] == ["diazepam | 10 mg | 0.3 mg/kg | –", "lorazepam | – | 0.1 mg/kg | not with opioids"]


def test_a_row_with_a_gap_is_never_moved_under_other_names() -> None:
    assert lines(["Medicine", "Adult", "Child", ""], ["lorazepam", "", "0.1 mg/kg", "slowly"])[1] == (
        "lorazepam | – | 0.1 mg/kg | slowly"
    )


def test_a_bar_within_a_cell_begins_no_other() -> None:
    assert lines(["Medicine", "Adult"], ["co-amoxiclav | Augmentin", "625 mg"])[1] == (
        "co-amoxiclav ¦ Augmentin | 625 mg"
    )


def test_a_rows_cells_are_counted_in_columns_that_hold_something() -> None:
    grid = Grid()
    first, spacer, wide, last = GridCell(n_down=2), GridCell(), GridCell(n_across=3), GridCell()
    grid.add([first, spacer, last])
    grid.add([GridCell()])
    grid.add([wide])
    assert grid.widths({first, wide}) == [1, 1, 1]
    assert grid.widths({first, last}) == [2, 1, 1]
    assert grid.widths(set()) == [0, 0, 0]
