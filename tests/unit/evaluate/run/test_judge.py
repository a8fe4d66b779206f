from __future__ import annotations

import csv
from pathlib import Path

import pytest

from edgerag.domain.reports import Label
from edgerag.evaluate.bench import Bench
from edgerag.evaluate.datasets.pairs import LabelledPair
from edgerag.evaluate.run.judge import measure_judge, measure_readers
from edgerag.evaluate.run.labelled import Labelled
from edgerag.evaluate.run.source import Source

LABELLED = Labelled(
    [
        LabelledPair("How much adrenaline?", "Give 1 mg IM.", "Give 1 mg IM.", Label.CONSISTENT),
        LabelledPair("How much adrenaline?", "Give 1 mg IM.", "Give 0.5 mg IM.", Label.DIVERGENT),
    ],
    {"texts": "by hand"},
)


@pytest.mark.usefixtures("models")
def test_what_readers_fill_in_is_measured_against_the_judge(tmp_path: Path, bench: Bench) -> None:
    packet = tmp_path / "anna.csv"
    judged = measure_judge(Source(tmp_path), LABELLED, bench, packet=packet, n_packet=2)
    assert (judged.n, judged.versions["texts"]) == (2, "by hand")
    with packet.open(newline="", encoding="utf-8-sig") as file:
        rows = list(csv.DictReader(file))
    with packet.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        for row in rows:
            label = Label.DIVERGENT if "0.5 mg" in "".join(row.values()) else Label.CONSISTENT
            writer.writerow(row | {"label": label.value})
    read = measure_readers(Source(tmp_path), LABELLED, [packet], bench)
    assert (read.n, read.measures["judge_accuracy"].value) == (2, 1.0)
