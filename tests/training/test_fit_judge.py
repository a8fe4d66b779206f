from __future__ import annotations

import tomllib

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fit_judge
from disagreements import FOLDS
from edgerag.compare.fitted import Model, probabilities
from judge_features import CLASSES, CONFLICT

RNG = np.random.default_rng(3)
Y = np.arange(90, dtype=np.int64) % 3
X = np.eye(3)[Y] + RNG.normal(scale=0.3, size=(90, 3))
NAMES = ("one", "two", "three")


@settings(max_examples=50)
@given(st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 2)), min_size=1))
def test_every_label_of_every_set_weighs_the_same(rows: list[tuple[str, int]]) -> None:
    datasets, y = [dataset for dataset, _ in rows], np.array([label for _, label in rows], dtype=np.int64)
    weights = fit_judge.balanced(datasets, y)
    sums = {pair: sum(w for w, row in zip(weights, rows, strict=True) if row == pair) for pair in rows}
    assert list(sums.values()) == pytest.approx([len(rows) / len(sums)] * len(sums))


def test_classes_that_lie_apart_are_told_apart() -> None:
    p = fit_judge.fit(X, Y, np.ones(90)).probabilities(X)
    np.testing.assert_allclose(p.sum(axis=1), 1)
    assert np.mean(p.argmax(axis=1) == Y) > 0.9


def test_no_row_is_scored_by_a_model_that_has_seen_it() -> None:
    folds = np.arange(90, dtype=np.int64) // 3 % FOLDS
    before = fit_judge.cross_validated(X, Y, np.ones(90), folds)
    turned = np.where(folds == 0, (Y + 1) % 3, Y)
    after = fit_judge.cross_validated(X, turned, np.ones(90), folds)
    np.testing.assert_array_equal(before[folds == 0], after[folds == 0])
    assert not np.allclose(before[folds == 1], after[folds == 1])


def test_printed_tables_are_what_the_judge_reads() -> None:
    fitted = fit_judge.fit(X, Y, np.ones(90))
    printed = tomllib.loads("\n".join(fit_judge.tables("similarity", NAMES, fitted)))["similarity"]
    read = msgspec.convert(printed, Model)
    said = probabilities(read, dict(zip(NAMES, X[0].tolist(), strict=True)))
    assert [said[name] for name in said] == pytest.approx(fitted.probabilities(X[:1])[0].tolist(), abs=1e-3)
    assert list(said) == list(CLASSES)


def test_report_counts_conflict_against_agreement() -> None:
    p = np.array([[0.8, 0.1, 0.1], [0.1, 0.8, 0.1], [0.1, 0.1, 0.8]])
    y = np.array([0, 1, CONFLICT])
    assert fit_judge.of_rows(p, y) == "conflict macro-F1=1.000 AUC=1.000 labels macro-F1=1.000 accuracy=1.000"


def test_floors_that_nothing_reaches_leave_all_unsaid(capsys: pytest.CaptureFixture[str]) -> None:
    fit_judge.report_floors(np.full((2, 3), 1 / 3), np.array([0, CONFLICT]), np.zeros(2))
    assert "# said CONSISTENT: 0.000 of pairs, right nan of 0" in capsys.readouterr().out
