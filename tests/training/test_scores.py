from __future__ import annotations

import numpy as np
import pytest

from disagreements import Disagreement
from entailment.labels import Meaning, Pair
from entailment.scores import accuracy, labels_of, of_disagreement, report_disagreement, temperature_of

SURE = {"CONSISTENT": [0.8, 0.1, 0.1], "COMPLEMENTARY": [0.1, 0.8, 0.1], "CONTRADICTORY": [0.1, 0.1, 0.8]}


def rows(*labels: str) -> list[Disagreement]:
    return [Disagreement(str(n), "?", "a", "b", label, "HealthVer", n) for n, label in enumerate(labels)]


def said(*labels: str) -> np.ndarray:
    return np.array([[SURE[label]] * 2 for label in labels], dtype=np.float32)


def test_accuracy_is_of_the_most_probable_label() -> None:
    pairs = [Pair("a", "b", Meaning.ENTAIL, ""), Pair("a", "b", Meaning.NEUTRAL, "")]
    p = np.array([[0.6, 0.3, 0.1], [0.6, 0.3, 0.1]], dtype=np.float32)
    assert accuracy(p, labels_of(pairs)) == 0.5


def test_model_that_is_right_scores_one_everywhere() -> None:
    labels = ("CONSISTENT", "COMPLEMENTARY", "CONTRADICTORY")
    measured = of_disagreement(rows(*labels), said(*labels))
    assert measured == "2 | macro-F1 1.000 | AUC 1.000 | labels macro-F1 1.000"


def test_open_pairs_do_not_count_for_conflict() -> None:
    gold, guess = (
        ("CONSISTENT", "COMPLEMENTARY", "CONTRADICTORY"),
        ("CONSISTENT", "CONTRADICTORY", "CONTRADICTORY"),
    )
    assert "2 | macro-F1 1.000 | AUC 1.000" in of_disagreement(rows(*gold), said(*guess))
    assert of_disagreement(rows("COMPLEMENTARY"), said("COMPLEMENTARY")) == ""


def test_sources_without_pairs_are_not_reported(capsys: pytest.CaptureFixture[str]) -> None:
    report_disagreement("now", rows("CONSISTENT", "CONTRADICTORY"), said("CONSISTENT", "CONTRADICTORY"))
    assert [line.split(" | ")[1] for line in capsys.readouterr().out.splitlines()] == ["HealthVer", "all"]


def test_model_that_is_too_sure_is_cooled() -> None:
    labels = np.array([0, 0, 0, 1, 1])
    sure = np.tile(np.array([[0.98, 0.01, 0.01]], dtype=np.float32), (5, 1))
    assert temperature_of(sure, labels) > 2
    tenths = np.tile(np.array([[0.6, 0.3, 0.1]], dtype=np.float32), (10, 1))
    assert temperature_of(tenths, np.array([0] * 6 + [1] * 3 + [2])) == pytest.approx(1.0)
