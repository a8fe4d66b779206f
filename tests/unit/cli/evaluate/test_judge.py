from __future__ import annotations

import csv
from pathlib import Path

import pytest

from tests.unit.cli.conftest import Invoke
from tests.unit.cli.evaluate.conftest import PAIRS


@pytest.mark.usefixtures("models")
def test_a_packet_goes_to_readers_without_labels_and_comes_back_to_be_scored(
    invoke: Invoke, pairs: Path, tmp_path: Path
) -> None:
    packet = tmp_path / "anna.csv"
    made = invoke("evaluate", "judge", "--data", pairs, "--annotate", 4, "--packet", packet)
    assert made.stdout.splitlines()[-1] == f"pairs for human readers: {packet}"
    with packet.open(newline="", encoding="utf-8-sig") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 4
    labels = {str(pair["label"]) for pair in PAIRS}
    assert not labels & {cell for row in rows for cell in row.values()}
    gold = {pair["question"]: str(pair["label"]) for pair in PAIRS}
    for row in rows:
        row["label"] = gold[row["question"]]
    with packet.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)
    scored = invoke("evaluate", "judge", "--data", pairs, "--score", packet)
    assert "pairs for human readers" not in scored.stdout
    assert "n = 4" in scored.stdout.splitlines()[0]
    assert "judge_accuracy\t1.000" in scored.stdout
