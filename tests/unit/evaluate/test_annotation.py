from __future__ import annotations

import csv
from pathlib import Path

import pytest

from edgerag.domain.reports import Label
from edgerag.errors import ConfigError, EdgeRagError
from edgerag.evaluate.annotation import COLUMNS, measure_packets, write_packet
from edgerag.evaluate.datasets.pairs import LabelledPair

S, D, X = Label.CONSISTENT, Label.DIVERGENT, Label.CONTRADICTORY
PAIRS = [
    LabelledPair("How much?", f"{number} mg", f"=SUM({number})", S, source_dataset="it")
    for number in range(9)
]
SAID = [S] * 7 + [D, X]


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def fill(path: Path, copy: Path, labels: list[str]) -> Path:
    with copy.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        for row, label in zip(rows(path), labels, strict=True):
            writer.writerow(row | {"label": label})
    return copy


def test_packet_is_blind_and_holds_every_label(tmp_path: Path) -> None:
    path = tmp_path / "packet.csv"
    assert write_packet(path, PAIRS, SAID, 3) == 3
    written = rows(path)
    texts = {text for row in written for text in (row["answer_a"], row["answer_b"])}
    assert {"7 mg", "8 mg"} <= texts
    assert all(row["label"] == "" for row in written)
    assert not any(label.value in path.read_text("utf-8-sig") for label in (S, D, X))
    assert "CONTRADICTORY" in path.with_suffix(".rubric.txt").read_text("utf-8")


def test_packet_is_the_same_every_time_and_holds_no_formula(tmp_path: Path) -> None:
    for name in ("one", "two"):
        assert write_packet(tmp_path / f"{name}.csv", PAIRS, SAID, 100) == len(PAIRS)
    assert rows(tmp_path / "one.csv") == rows(tmp_path / "two.csv")
    assert not any(text.startswith("=") for row in rows(tmp_path / "one.csv") for text in row.values())


def test_readers_are_compared_with_each_other_and_then_with_the_judge(tmp_path: Path) -> None:
    path = tmp_path / "packet.csv"
    write_packet(path, PAIRS, SAID, 9)
    first = fill(path, tmp_path / "first.csv", ["consistent"] * 5 + ["DIVERGENT"] * 4)
    second = fill(path, tmp_path / "second.csv", ["CONSISTENT"] * 4 + ["DIVERGENT"] * 4 + [""])
    measured = measure_packets([first, second], PAIRS, SAID)
    values = {name: measure.value for name, measure in measured.measures.items()}
    assert values["annotator_agreement [first, second]"] == pytest.approx(7 / 8)
    assert values["annotator_kappa [first, second]"] == pytest.approx(0.75)
    assert measured.n == 7
    assert 0 <= values["judge_accuracy"] <= 1


def test_label_that_does_not_exist_is_named_with_its_row(tmp_path: Path) -> None:
    path = tmp_path / "packet.csv"
    write_packet(path, PAIRS, SAID, 2)
    wrong = fill(path, tmp_path / "wrong.csv", ["CONSISTENT", "same"])
    with pytest.raises(ConfigError, match="row 3: 'SAME' is no label"):
        measure_packets([wrong], PAIRS, SAID)


def test_folder_that_cannot_be_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "nowhere").write_bytes(b"no folder")
    with pytest.raises(EdgeRagError):
        write_packet(tmp_path / "nowhere" / "packet.csv", PAIRS, SAID, 2)


def test_a_packet_that_is_there_already_stays(tmp_path: Path) -> None:
    path = tmp_path / "packet.csv"
    path.write_text("what a reader filled in")
    with pytest.raises(EdgeRagError, match="is there already, and stays"):
        write_packet(path, PAIRS, SAID, 3)
    assert path.read_text() == "what a reader filled in"


def test_what_stands_where_the_rubric_would_stays_and_nothing_is_written(tmp_path: Path) -> None:
    notes = tmp_path / "packet.rubric.txt"
    notes.write_text("a reader's own notes")
    with pytest.raises(EdgeRagError, match=r"packet\.rubric\.txt is there already, and stays"):
        write_packet(tmp_path / "packet.csv", PAIRS, SAID, 3)
    assert [file.name for file in tmp_path.iterdir()] == ["packet.rubric.txt"]
    assert notes.read_text() == "a reader's own notes"
