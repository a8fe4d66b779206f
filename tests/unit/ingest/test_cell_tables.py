from __future__ import annotations

from collections.abc import Sequence
from itertools import count

import pytest

from edgerag.errors import IngestError
from edgerag.ingest import grid
from edgerag.ingest.cell_tables import CellTable, FullCell
from edgerag.ingest.grid import GridCell

Content = str | CellTable


def cell(*contents: Content, down: int = 1, across: int = 1, is_head: bool = False) -> FullCell:
    return FullCell(GridCell("", down, across), list(filter(None, contents)), is_head=is_head)


def heads(*names: str) -> list[FullCell]:
    return [cell(name, is_head=True) for name in names]


def made(*rows: Sequence[Content | FullCell]) -> CellTable:
    read = CellTable()
    for row in rows:
        read.add([one if isinstance(one, FullCell) else cell(one) for one in row])
    return read


def lines(table: CellTable) -> list[str]:
    return [block.text for row in table.rows(count(1)) for block in row]


def test_a_table_in_a_cell_is_told_with_the_names_of_its_columns() -> None:
    inner = made(
        heads("Age", "Adult dose", "Child dose"),
        [cell("first hour", down=2), "1 L", "20 mL/kg"],
        ["2 L", "40 mL/kg"],
    )
    assert lines(made(["Case", "Fluid"], ["Shock", cell("Give:", inner, "and call.")])) == [
        "Case | Fluid",
        (
            "Shock | Give: Age: first hour, Adult dose: 1 L, Child dose: 20 mL/kg; "
            "Age: first hour, Adult dose: 2 L, Child dose: 40 mL/kg and call."
        ),
    ]


def test_names_that_no_file_marks_are_read_as_in_any_table() -> None:
    assert made(["Age", "Dose"], ["adult", "1 L"], ["child", "20 mL"]).told() == (
        "Age: adult, Dose: 1 L; Age: child, Dose: 20 mL"
    )


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ([["adult", "1 L"], ["child", "20 mL"]], "adult 1 L; child 20 mL"),
        ([["infants", "half a tablet"], ["1 to 5 years", "1 tablet"]],
         "infants half a tablet; 1 to 5 years 1 tablet"),
        ([["weigh"], ["refer"]], "weigh; refer"),
        ([heads("Age", "Dose")], "Age Dose"),
        ([heads("Dose"), ["1 L"]], "Dose; 1 L"),
    ],
)  # fmt: skip
def test_without_names_cells_follow_a_blank_and_rows_a_semicolon(
    rows: Sequence[Sequence[Content | FullCell]], told: str
) -> None:
    assert made(*rows).told() == told


def test_names_in_two_rows_a_corner_without_one_and_rows_across_are_told() -> None:
    inner = made(
        [cell("Doses", across=3, is_head=True)],
        [cell(is_head=False), cell("Dose", across=2, is_head=True)],
        [cell(), *heads("adult", "child")],
        ["quinine", "600 mg", ""],
        [cell("with food", across=3)],
        ["zinc", cell("20 mg", across=2)],
    )
    assert inner.told() == (
        "Doses; quinine, Dose adult: 600 mg, Dose child: –; with food; "
        "zinc, Dose adult: 20 mg, Dose child: 20 mg"
    )


def test_a_table_that_is_all_of_its_row_is_a_table_of_its_own() -> None:
    inner = made(["Age", "Dose"], ["5", "250 mg"])
    outer = made(["Doses of the ward"], [cell("Fever", inner)], ["End"])
    blocks = [block for row in outer.rows(count(1)) for block in row]
    assert [(block.table, block.text) for block in blocks] == [
        (1, "Doses of the ward"),
        (1, "Fever"),
        (2, "Age | Dose"),
        (2, "5 | 250 mg"),
        (1, "End"),
    ]


def test_a_column_that_holds_nothing_is_there_for_looks() -> None:
    inner = made(["Age", "Dose"], ["5", "250 mg"])
    assert lines(made(["", "Fever"], ["", inner])) == ["Fever", "Age | Dose", "5 | 250 mg"]


def test_a_cell_from_above_is_part_of_the_row() -> None:
    inner = made(["adult", "1 L"], ["child", "20 mL"])
    assert lines(made([cell("Shock", down=2), "now"], [inner])) == [
        "Shock | now",
        "Shock | adult 1 L; child 20 mL",
    ]


def test_a_table_that_stands_alone_in_one_that_does_not_is_text_of_its_row() -> None:
    innermost = made(["adult", "1 L"], ["child", "20 mL"])
    assert lines(made(["Shock", made(["Fluid"], [innermost])])) == ["Shock | Fluid; adult 1 L; child 20 mL"]


def test_tables_that_repeat_each_other_end_in_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grid, "MAX_TEXT_CHARS", 1000)
    table = made(["1 g"])
    for _ in range(8):
        table = made([cell(table, down=10), "x"], *[["x"]] * 10)
    with pytest.raises(IngestError, match="1,000 characters"):
        lines(table)
