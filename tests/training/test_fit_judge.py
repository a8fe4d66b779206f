from __future__ import annotations

import tomllib

import msgspec
import numpy as np
import pytest

import fit_judge
from disagreements import FOLDS, Disagreement
from edgerag.compare.fitted import Model, probabilities
from judge_features import CLASSES, Measured

RNG = np.random.default_rng(3)
Y = np.arange(120, dtype=np.int64) % 4
X = 4 * np.eye(4)[Y] + RNG.normal(scale=0.3, size=(120, 4))
NAMES = ("one", "two", "three", "four")
PENALTY = 33.0


def test_classes_that_lie_apart_are_told_apart() -> None:
    p = fit_judge.fit(X, Y, np.ones(120), PENALTY).probabilities(X)
    np.testing.assert_allclose(p.sum(axis=1), 1)
    assert np.mean(p.argmax(axis=1) == Y) > 0.9


def test_no_row_is_scored_by_a_model_that_has_seen_it() -> None:
    folds = np.arange(120, dtype=np.int64) // 4 % FOLDS
    before = fit_judge.cross_validated(X, Y, np.ones(120), folds, PENALTY)
    turned = np.where(folds == 0, (Y + 1) % 4, Y)
    after = fit_judge.cross_validated(X, turned, np.ones(120), folds, PENALTY)
    np.testing.assert_array_equal(before[folds == 0], after[folds == 0])
    assert not np.allclose(before[folds == 1], after[folds == 1])


def test_printed_tables_are_what_the_judge_reads() -> None:
    fitted = fit_judge.fit(X, Y, np.ones(120), PENALTY)
    printed = tomllib.loads("\n".join(fit_judge.tables("similarity", NAMES, fitted)))["similarity"]
    read = msgspec.convert(printed, Model)
    said = probabilities(read, dict(zip(NAMES, X[0].tolist(), strict=True)))
    assert [said[name] for name in said] == pytest.approx(fitted.probabilities(X[:1])[0].tolist(), abs=1e-3)
    assert list(said) == list(CLASSES)


def test_a_feature_that_never_varies_is_no_feature() -> None:
    pair = Disagreement("1", "Which?", "a", "b", "CONSISTENT", "quotes", "g")
    rows = [Measured(pair, {"same": 1.0, "other": float(n)}) for n in range(3)]
    names, x = fit_judge.varying(("same", "other"), rows)
    assert names == ["other"]
    assert x.tolist() == [[0.0], [1.0], [2.0]]


def test_conflict_needs_the_two_conflicts_together_and_agreement_the_two_agreements() -> None:
    p = np.array([[0.2, 0.25, 0.3, 0.25], [0.1, 0.8, 0.05, 0.05], [0.4, 0.15, 0.4, 0.05]])
    assert fit_judge.decided(p).tolist() == [2, 1, -1]


def test_each_model_has_its_floors() -> None:
    agreement, conflict = fit_judge.floors_of("relation")
    assert (agreement, conflict) != fit_judge.floors_of("entailment")
    just = np.array([[agreement, 0, 1 - agreement, 0], [0, 1 - conflict, 0, conflict]])
    below = np.array([[agreement - 0.01, 0, 1.01 - agreement, 0], [0, 1.01 - conflict, 0, conflict - 0.01]])
    assert fit_judge.decided(just, "relation").tolist() == [0, 3]
    assert fit_judge.decided(below, "relation").tolist() == [-1, -1]


def test_summary_counts_what_is_right_left_open_and_wrong() -> None:
    said, y = np.array([0, -1, 3, 0]), np.array([0, 1, 2, 3])
    assert fit_judge.of_rows(said, y) == (
        "accuracy=0.250 open=0.250 conflict recall=0.500 false agreement=0.500 false alarm=0.000"
    )
