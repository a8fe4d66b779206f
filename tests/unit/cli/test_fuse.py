from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from edgerag.errors import IngestError
from tests.unit.cli.conftest import Invoke

A = 'medicine,dose,price\nAmoxicillin,500 mg,"1,50"\nZinc,20 mg,0.1\n'
B = "Medicine;Dose;Price\namoxicillin;500mg;1.5\nZinc;10 mg;=1+1\n"
C = '{"medicine": "Zinc", "dose": "20 mg"}\n'


@pytest.fixture
def tables(tmp_path: Path) -> list[str]:
    paths = []
    for name, text in (("a.csv", A), ("b.csv", B), ("c.jsonl", C)):
        (tmp_path / name).write_text(text, encoding="utf-8")
        paths.append(str(tmp_path / name))
    return paths


def test_one_line_for_each_thing_and_attribute_with_what_speaks_against_it(
    invoke: Invoke, tables: list[str]
) -> None:
    shown = invoke("fuse", *tables)
    header, *rows = (line.split("\t") for line in shown.stdout.splitlines())
    by_attribute = {(row[0], row[1]): dict(zip(header, row, strict=True)) for row in rows}
    dose = by_attribute["Zinc", "dose"]
    assert dose["value"] == "20 mg"
    assert dose["for"] == "a.csv row 3, c.jsonl row 1"
    assert dose["against"] == "10 mg: b.csv row 3"
    assert by_attribute["Amoxicillin", "price"]["agreement"] == "1.00"
    assert "tables: 3; things, by 'medicine': 2" in shown.stderr


def test_no_value_is_given_where_two_tables_merely_contradict_each_other(
    invoke: Invoke, tables: list[str]
) -> None:
    header, *rows = (line.split("\t") for line in invoke("fuse", *tables[:2]).stdout.splitlines())
    (dose,) = (dict(zip(header, row, strict=True)) for row in rows if row[:2] == ["Zinc", "dose"])
    assert dose["value"] == "-"
    assert set(dose["against"].split("; ")) == {"20 mg: a.csv row 3", "10 mg: b.csv row 3"}


def test_json_holds_every_claim(invoke: Invoke, tables: list[str]) -> None:
    fused = json.loads(invoke("fuse", *tables, "--json").stdout)
    (dose,) = (one for one in fused if (one["entity"], one["attribute"]) == ("Zinc", "dose"))
    assert [value["text"] for value in dose["values"]] == ["20 mg", "10 mg"]
    assert [value["trusted"] for value in dose["values"]] == [True, False]


def test_csv_holds_no_formula(invoke: Invoke, tables: list[str]) -> None:
    rows = list(csv.reader(io.StringIO(invoke("fuse", tables[1], "--csv").stdout)))
    assert any("'=1+1" in row for row in rows)
    assert not any(cell.startswith("=") for row in rows for cell in row)


def test_tables_of_one_family_have_one_voice(invoke: Invoke, tables: list[str]) -> None:
    fused = json.loads(invoke("fuse", *tables, "--family", "a.csv,c.jsonl", "--json").stdout)
    assert {one["n_families"] for one in fused if one["entity"] == "Zinc"} <= {1, 2}
    shown = invoke("fuse", *tables, "--family", "a.csv,x.csv")
    assert shown.exit_code == 2
    assert "x.csv" in shown.stderr


def test_table_that_contradicts_itself_is_named(invoke: Invoke, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("name,dose\nZinc,20 mg\nZinc,10 mg\n")
    assert "a.csv contradicts itself on dose of Zinc" in invoke("fuse", str(path)).stderr


def test_table_of_several_columns_that_contradicts_itself_is_told_and_loses_no_row(
    invoke: Invoke, tmp_path: Path
) -> None:
    path = tmp_path / "a.csv"
    path.write_text("name,form,dose\nZinc,tablet,20 mg\nZinc,tablet,10 mg\n")
    shown = invoke("fuse", str(path))
    assert "a.csv contradicts itself on dose of Zinc" in shown.stderr
    assert "contradicts itself on form" not in shown.stderr
    (dose,) = (line for line in shown.stdout.splitlines() if line.startswith("Zinc\tdose"))
    assert "a.csv row 2" in dose
    assert "a.csv row 3" in dose


def test_each_column_says_on_how_many_things_the_tables_differ(invoke: Invoke, tables: list[str]) -> None:
    said = invoke("fuse", *tables[:2]).stderr
    assert "on which the tables differ: 2\n" in said
    assert "  dose: 1 of 2 that several tables state" in said
    assert "  price: 1 of 2 that several tables state" in said


def test_bad_table_is_refused_with_what_to_do(invoke: Invoke, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("name,dose\nZinc,20,mg\n")
    with pytest.raises(IngestError, match="3 cells under 2 columns"):
        invoke("fuse", str(path))


def test_two_forms_at_once_are_refused(invoke: Invoke, tables: list[str]) -> None:
    assert invoke("fuse", *tables, "--json", "--csv").exit_code == 2
