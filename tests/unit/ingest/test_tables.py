from __future__ import annotations

import pytest

from edgerag.errors import IngestError
from edgerag.ingest.doubts import Doubts
from edgerag.ingest.heads import Row
from edgerag.ingest.tables import MOST_COLUMNS, table_blocks


def read(*rows: str, name: str = "") -> tuple[list[tuple[str, str]], list[str]]:
    doubts = Doubts()
    numbered = [Row(n, tuple(row.split(","))) for n, row in enumerate(rows, start=1) if row]
    blocks = [(block.kind.value, block.text) for block in table_blocks(numbered, doubts, name)]
    return blocks, list(doubts.problems())


def test_a_table_keeps_its_title_and_head_and_names_each_value() -> None:
    assert read("Stock 2023", "Medicine,Dose", "zinc,20 mg", "iron,60 mg", name="Store") == (
        [
            ("heading", "Store"),
            ("paragraph", "Stock 2023"),
            ("record", "Row 2 | Medicine | Dose"),
            ("record", "Row 3 | Medicine: zinc | Dose: 20 mg"),
            ("record", "Row 4 | Medicine: iron | Dose: 60 mg"),
        ],
        [],
    )


def test_rows_of_one_medicine_stand_under_its_name() -> None:
    blocks, _ = read(
        "Medicine,Form,Strength",
        "zinc,tablet,20 mg",
        "zinc,syrup,10 mg/5 mL",
        "iron,tablet,60 mg",
        "iron,drops,25 mg/mL",
    )
    assert [text for kind, text in blocks if kind == "heading"] == ["zinc", "iron"]


def test_a_merged_cell_across_the_table_is_a_heading() -> None:
    rows = [
        Row(1, ("Medicine", "Form", "Dose")),
        Row(2, ("ANTIBIOTICS",) * 3, frozenset({1, 2})),
        Row(3, ("amoxicillin", "capsule", "500 mg")),
    ]
    blocks = list(table_blocks(rows, Doubts()))
    assert [(block.kind.value, block.text) for block in blocks][1] == ("heading", "ANTIBIOTICS")


def test_a_missing_head_and_uneven_rows_are_told() -> None:
    blocks, problems = read("zinc,tablet,20 mg", "iron,tablet,60 mg")
    assert blocks[0] == ("record", "Row 1 | column A: zinc | column B: tablet | column C: 20 mg")
    assert problems == ["no row names the columns: they are called column A, column B and so on"]
    _, problems = read("Medicine,Form,Dose", "zinc,tablet,20 mg,x", "iron,60 mg", ",drops,25 mg")
    assert [problem.partition(" h")[0] for problem in problems] == ["row 3", "row 2", "row 4"]


def test_a_head_that_comes_again_is_told_and_is_no_row() -> None:
    blocks, problems = read("Medicine,Dose", "zinc,20 mg", "Medicine,Dose", "iron,60 mg")
    assert [text for _, text in blocks][1:] == [
        "Row 2 | Medicine: zinc | Dose: 20 mg",
        "Row 4 | Medicine: iron | Dose: 60 mg",
    ]
    assert problems == ["row 3 has the names of the columns again: left out there"]


def test_what_cannot_be_told_about_the_head_is_said() -> None:
    _, problems = read("Medicine,Route", "zinc,mouth", "adrenaline,muscle")
    assert problems == ["row 1 is taken for the names of the columns: check that it is"]
    _, problems = read("Medicine,Dose,,Dose", "zinc,20 mg,x,10 mg", "iron,60 mg,y,30 mg")
    assert problems == [
        'more than one column is named "Dose": the later ones have their letter beside it',
        "without a name: column C",
    ]


def test_a_thousand_columns_are_read_and_a_flood_is_refused() -> None:
    blocks, problems = read(",".join(f"c{n}" for n in range(1000)), ",".join(str(n) for n in range(1000)))
    said = " | ".join(text for _, text in blocks)
    assert problems == []
    assert all(f"c{n}: {n}" in said for n in range(1, 1000))
    with pytest.raises(IngestError, match="more than 16,384 columns"):
        read("a,b", "1,2", "," * MOST_COLUMNS + "x")


def test_no_rows_are_no_blocks() -> None:
    assert read() == ([], [])
