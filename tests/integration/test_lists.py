"""A medicines list answers as a handbook does, with its row cited."""

from __future__ import annotations

import json
from pathlib import Path

from edgerag.samples import sample_files, sample_lists
from tests.integration.conftest import Run

ADRENALINE = "What dose of adrenaline should an adult with anaphylaxis receive?"


def test_a_row_of_a_medicines_list_is_quoted_beside_a_handbook(run_at: Run, empty_home: Path) -> None:
    workbook, text = sample_lists()
    handbook = sample_files()[2]
    assert run_at(empty_home, "add", workbook, text, handbook).returncode == 0
    report = json.loads(run_at(empty_home, "ask", "--extractive", "--json", ADRENALINE).stdout)
    quoted = {
        answer["handbook"]["file_name"]: [citation["quote"] for citation in answer["citations"]]
        for answer in report["answers"]
    }
    for file in (workbook, text):
        first = quoted[file.name][0]
        assert first.startswith("Row 4 | Group: Emergency | Medicine: adrenaline | ")
        assert "Adult dose: 0.5 mg" in first
        assert not any("hydrocortisone |" in quote for quote in quoted[file.name][:1])
    labels = {pair["label"] for pair in report["pairs"]}
    assert labels <= {"CONSISTENT", "COMPLEMENTARY"}
    shown = run_at(empty_home, "show", workbook.name, "--page", "1").stdout
    assert "Row 3 | Group | Medicine | Form" in shown


def test_what_is_doubtful_in_a_list_is_told_when_it_is_added(
    run_at: Run, empty_home: Path, tmp_path: Path
) -> None:
    path = tmp_path / "stock.csv"
    path.write_text("Medicine;Form;Dose\nzinc;tablet;0,5 mg\niron;tablet\n")
    shown = run_at(empty_home, "add", path)
    assert "row 3 has fewer values than columns" in shown.stderr
    assert 'column "Dose" has decimal commas ("0,5")' in shown.stderr
