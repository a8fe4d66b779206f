from __future__ import annotations

import csv
import io
import json

from edgerag.present.audit_tables import (
    CELLS,
    PAIRS,
    as_csv,
    as_json_lines,
    cell_rows,
    csv_opening,
    lines_opening,
    pair_rows,
)
from tests.unit.audit.reports import TERMS, found


def test_every_cell_is_a_row_and_failed_ones_say_why() -> None:
    rows = [dict(zip(CELLS, row, strict=True)) for row in cell_rows(found(), TERMS.handbooks)]
    assert len(rows) == 9
    assert rows[0]["quotation"] == "Give 1 mg."
    assert (rows[0]["page"], rows[0]["status"], rows[0]["labels"]) == (16, "answered", "topic: dose")
    assert {row["status"] for row in rows[6:]} == {"failed"}
    assert rows[8]["note"] == "the worker ended"


def test_every_pair_is_a_row_and_a_failed_question_has_none() -> None:
    rows = [dict(zip(PAIRS, row, strict=True)) for row in pair_rows(found(), TERMS.handbooks)]
    assert len(rows) == 6
    assert (rows[0]["a"], rows[0]["b"], rows[0]["label"]) == ("Alpha (2013)", "Beta (2013)", "CONTRADICTORY")


def test_both_forms_hold_the_same() -> None:
    rows = [*cell_rows(found(), TERMS.handbooks)]
    table = b"".join(as_csv(CELLS, rows)).decode("utf-8-sig")
    read = list(csv.DictReader(io.StringIO(table, newline="")))
    lines = [json.loads(line) for line in as_json_lines(CELLS, rows)]
    as_text = [{name: "" if cell is None else str(cell) for name, cell in line.items()} for line in lines]
    assert read == as_text


def test_a_spreadsheet_takes_nothing_for_a_formula() -> None:
    (_, row) = as_csv(["a", "b"], [("=1+1", "-2 mg")])
    assert row == b"'=1+1,'-2 mg\r\n"


def test_every_table_begins_with_its_columns() -> None:
    rows = [*pair_rows(found(), TERMS.handbooks)]
    assert b"".join(as_csv(PAIRS, rows)).startswith(csv_opening(PAIRS))
    assert b"".join(as_json_lines(PAIRS, rows)).startswith(lines_opening(PAIRS))
