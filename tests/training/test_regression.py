"""The fits are at the least of what they minimise, and agree with each other."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regression import conditional, logistic, multinomial, newton_step, scaling_of, shares, with_intercept

SEEDS = st.integers(0, 1000).map(np.random.default_rng)


@settings(max_examples=20)
@given(SEEDS)
def test_fit_is_where_newton_stands_still(rng: np.random.Generator) -> None:
    x = with_intercept(rng.normal(size=(80, 3)))
    y = (x[:, 1] + rng.normal(size=80) > 0).astype(np.float64)
    importance, ridge = rng.uniform(0.5, 2, 80), np.array([0.0, 1.0, 1.0, 1.0])
    weights = logistic(x, y, importance, ridge)
    p = 1 / (1 + np.exp(-x @ weights))
    assert np.abs(newton_step(x, p, y, importance, ridge, weights)).max() < 1e-9


@settings(max_examples=10)
@given(SEEDS)
def test_two_classes_are_the_logistic_case_with_the_penalty_shared(rng: np.random.Generator) -> None:
    x = with_intercept(rng.normal(size=(60, 2)))
    y = (x[:, 1] + rng.normal(size=60) > 0).astype(np.int64)
    importance = np.ones(60)
    both = multinomial(x, y, importance, np.array([2.0, 2.0, 2.0]), 2)
    one = logistic(x, y.astype(np.float64), importance, np.array([1.0, 1.0, 1.0]))
    np.testing.assert_allclose(both[1] - both[0], one, atol=1e-6)


def test_intercept_alone_gives_the_share_of_each_class() -> None:
    y = np.array([0, 0, 1, 2, 2, 2, 2, 2])
    weights = multinomial(np.ones((8, 1)), y, np.ones(8), np.array([1e-6]), 3)
    np.testing.assert_allclose(shares(weights.T)[0], [2 / 8, 1 / 8, 5 / 8], atol=1e-4)


def test_row_that_weighs_twice_is_a_row_that_stands_twice() -> None:
    x = with_intercept(np.array([[0.0], [1.0], [2.0], [3.0]]))
    y, ridge = np.array([0.0, 1.0, 0.0, 1.0]), np.array([0.0, 1.0])
    twice = logistic(x[[0, 1, 2, 3, 3]], y[[0, 1, 2, 3, 3]], np.ones(5), ridge)
    np.testing.assert_allclose(logistic(x, y, np.array([1.0, 1.0, 1.0, 2.0]), ridge), twice)


def test_scaling_leaves_a_feature_that_never_varies_finite() -> None:
    x = np.array([[1.0, 5.0], [3.0, 5.0]])
    np.testing.assert_allclose(scaling_of(x)(x), [[-1.0, 0.0], [1.0, 0.0]], atol=1e-6)


def test_shares_of_large_logits_are_finite() -> None:
    assert shares(np.array([[1000.0, 0.0]]))[0].tolist() == pytest.approx([1.0, 0.0])


@settings(max_examples=10)
@given(SEEDS)
def test_shared_out_between_two_rows_is_the_logistic_case_of_their_difference(
    rng: np.random.Generator,
) -> None:
    pairs = [rng.normal(size=(2, 3)) for _ in range(40)]
    shared = [np.array([share, 1 - share]) for share in rng.uniform(size=40)]
    importance, ridge = rng.uniform(0.5, 2, 40), np.ones(3)
    differences = np.array([one - other for one, other in pairs])
    alone = logistic(differences, np.array([one[0] for one in shared]), importance, ridge)
    np.testing.assert_allclose(conditional(pairs, shared, importance, ridge), alone, atol=1e-9)
