from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

from edgerag.audit.agreement import SILENT, agreement, fleiss_kappa, judged_pairs, write_sample
from edgerag.domain.reports import Label
from edgerag.errors import AuditError
from edgerag.evaluate.annotation import packet_id
from edgerag.evaluate.datasets.pairs import LabelledPair
from tests.unit.audit.reports import found

WORKED_EXAMPLE = np.array(
    [
        [0, 0, 0, 0, 14],
        [0, 2, 6, 4, 2],
        [0, 0, 3, 5, 6],
        [0, 3, 9, 2, 0],
        [2, 2, 8, 1, 1],
        [7, 7, 0, 0, 0],
        [3, 2, 6, 3, 0],
        [2, 5, 3, 2, 2],
        [6, 5, 2, 1, 0],
        [0, 2, 2, 3, 7],
    ]
)
"""Ten subjects, fourteen raters, five categories: the usual worked example, kappa 0.210."""


def test_fleiss_kappa_of_the_worked_example() -> None:
    assert fleiss_kappa(WORKED_EXAMPLE) == pytest.approx(0.210, abs=0.0005)


def test_fleiss_kappa_by_hand() -> None:
    # Two readers, two pairs, one alike: P = 1/2, p = (3/4, 1/4), chance = 5/8.
    assert fleiss_kappa(np.array([[2, 0], [1, 1]])) == pytest.approx((1 / 2 - 5 / 8) / (1 - 5 / 8))
    assert fleiss_kappa(np.array([[2, 0], [0, 2]])) == 1.0
    assert np.isnan(fleiss_kappa(np.array([[1, 0], [0, 1]])))
    assert np.isnan(fleiss_kappa(np.zeros((0, 5), dtype=np.int64)))


def test_every_judged_pair_is_offered_and_silence_has_a_word() -> None:
    pairs = list(judged_pairs(found()))
    assert [pair.label for pair in pairs].count(Label.ABSENT) == 2
    assert {pair.b for pair in pairs if pair.label is Label.ABSENT} | {SILENT} >= {SILENT}
    assert any(SILENT in (pair.a, pair.b) for pair in pairs)


def filled(packet: Path, copy: Path, wrong: int) -> Path:
    """Fill in a packet as the judge labelled it, but for the first `wrong` rows."""
    labels = {packet_id(pair): pair.label.value for pair in judged_pairs(found())}
    with packet.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    with copy.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        for n, row in enumerate(rows):
            label = labels[row["id"]]
            other = "COMPLEMENTARY" if n < wrong else label
            writer.writerow(row | {"label": other})
    return copy


def test_a_sample_has_each_label_and_readers_are_measured_against_it(tmp_path: Path) -> None:
    packet = tmp_path / "packet.csv"
    n = write_sample(packet, found(), 100)
    assert n == 5  # the two DIVERGENT pairs have the same words
    assert write_sample(tmp_path / "small.csv", found(), 4) == 4
    anna, ben = filled(packet, tmp_path / "anna.csv", 0), filled(packet, tmp_path / "ben.csv", 0)
    same = agreement([anna, ben], found())
    values = {name: measure.value for name, measure in same.measures.items()}
    assert values["judge_kappa"] == values["annotator_fleiss_kappa"] == 1.0
    assert values["judge_f1 [CONTRADICTORY]"] == values["judge_recall [DIVERGENT]"] == 1.0
    carl = filled(packet, tmp_path / "carl.csv", 2)
    apart = agreement([anna, carl], found())
    assert apart.n == n - 2
    assert apart.measures["annotator_fleiss_kappa"].value < 1.0


def test_the_structured_judge_is_measured_against_one_of_labels_on_the_same_pairs(tmp_path: Path) -> None:
    packet = tmp_path / "packet.csv"
    write_sample(packet, found(), 100)
    anna = filled(packet, tmp_path / "anna.csv", 0)
    asked: list[tuple[str, str]] = []

    def all_open(_question: str, a: str, b: str) -> Label:
        asked.append((a, b))
        return Label.NOT_CHECKED

    measures = agreement([anna], found(), all_open).measures
    n_silent = sum(SILENT in (pair.a, pair.b) for pair in unique_pairs())
    assert not any(SILENT in pair for pair in asked), "silence is no matter of structure"
    assert measures["label_only_accuracy"].value == pytest.approx(n_silent / 5)
    assert measures["accuracy_gained_by_structure"].value == pytest.approx(1 - n_silent / 5)


def unique_pairs() -> list[LabelledPair]:
    """The pairs of the audit, those with the same words once."""
    return [*{packet_id(pair): pair for pair in judged_pairs(found())}.values()]


def test_a_packet_of_another_audit_is_refused(tmp_path: Path) -> None:
    (tmp_path / "other.csv").write_text("id,label\nabc,CONSISTENT\n")
    with pytest.raises(AuditError, match="no pair of this audit is labelled"):
        agreement([tmp_path / "other.csv"], found())
    with pytest.raises(AuditError, match="no pair that was judged"):
        write_sample(tmp_path / "packet.csv", found()[2:], 10)
