"""Logistic regression with an L2 penalty, by Newton's method.

    minimise over w   sum over rows i of  v_i (-log p_i)  +  1/2 sum over j of  r_j w_j^2

where p_i is what the model gives the class of row i, v_i what the row weighs (`importance`) and r_j the
penalty of a weight (`ridge`). A step of Newton's method for the weights w of one class is

    w - H^-1 g,   g = X^T (v (p - y)) + r w,   H = X^T diag(v p (1 - p)) X + diag(r)

With several classes each is stepped in turn, which leaves out how they curve together; half a step makes up
for that.

Conditional logistic regression (McFadden) shares out what belongs to the rows of a group among them:

    P(row i | its group) = exp(x_i w) / sum over its group of exp(x w)

with y the shares that there should be, g = sum over groups of  v X^T (p - y)  + r w and
H = sum over groups of  v (X^T diag(p) X - (X^T p) (X^T p)^T)  + diag(r).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from jaxtyping import Float64, Int64

N_STEPS: Final = 50
"""Newton's method doubles the right digits with each step: ten are enough."""
N_HALF_STEPS: Final = 200
"""Half steps halve what is missing."""
LEAST_SPREAD: Final = 1e-9
"""Keeps a feature that never varies from being divided by 0."""


@dataclass(frozen=True, slots=True)
class Scaling:
    """How features are brought to a mean of 0 and a spread of 1."""

    means: Float64[np.ndarray, " feature"]
    scales: Float64[np.ndarray, " feature"]

    def __call__(self, x: Float64[np.ndarray, "row feature"]) -> Float64[np.ndarray, "row feature"]:
        """Scale rows."""
        return (x - self.means) / self.scales


def scaling_of(x: Float64[np.ndarray, "row feature"]) -> Scaling:
    """Measure how features lie."""
    return Scaling(x.mean(axis=0), x.std(axis=0) + LEAST_SPREAD)


def with_intercept(x: Float64[np.ndarray, "row feature"]) -> Float64[np.ndarray, "row column"]:
    """Put a column of ones first."""
    return np.hstack([np.ones((len(x), 1)), x])


def logistic(
    x: Float64[np.ndarray, "row column"],
    is_so: Float64[np.ndarray, " row"],
    importance: Float64[np.ndarray, " row"],
    ridge: Float64[np.ndarray, " column"],
) -> Float64[np.ndarray, " column"]:
    """Fit the weights of P(so) = 1 / (1 + exp(-x w))."""
    weights = np.zeros(x.shape[1])
    for _ in range(N_STEPS):
        p = 1 / (1 + np.exp(-x @ weights))
        weights -= newton_step(x, p, is_so, importance, ridge, weights)
    return weights


def multinomial(
    x: Float64[np.ndarray, "row column"],
    y: Int64[np.ndarray, " row"],
    importance: Float64[np.ndarray, " row"],
    ridge: Float64[np.ndarray, " column"],
    n_classes: int,
) -> Float64[np.ndarray, "class column"]:
    """Fit the weights of P(class) = exp(x w_class) / sum of exp(x w)."""
    targets = np.eye(n_classes)[y]
    weights = np.zeros((n_classes, x.shape[1]))
    for _ in range(N_HALF_STEPS):
        p = shares(x @ weights.T)
        for of in range(n_classes):
            step = newton_step(x, p[:, of], targets[:, of], importance, ridge, weights[of])
            weights[of] -= step / 2
    return weights


def conditional(
    groups: Sequence[Float64[np.ndarray, "row column"]],
    shared: Sequence[Float64[np.ndarray, " row"]],
    importance: Float64[np.ndarray, " group"],
    ridge: Float64[np.ndarray, " column"],
) -> Float64[np.ndarray, " column"]:
    """Fit the weights of P(row | its group) to what each row of a group should have, which adds up to 1."""
    weights = np.zeros(len(ridge))
    for _ in range(N_STEPS):
        gradient, curvature = ridge * weights, np.diag(ridge)
        for x, y, weight in zip(groups, shared, importance.tolist(), strict=True):
            p = shares((x @ weights)[None])[0]
            mean = p @ x
            gradient = gradient + weight * (x.T @ (p - y))
            curvature = curvature + weight * ((x * p[:, None]).T @ x - np.outer(mean, mean))
        weights -= np.linalg.solve(curvature, gradient)
    return weights


def newton_step(
    x: Float64[np.ndarray, "row column"],
    p: Float64[np.ndarray, " row"],
    target: Float64[np.ndarray, " row"],
    importance: Float64[np.ndarray, " row"],
    ridge: Float64[np.ndarray, " column"],
    weights: Float64[np.ndarray, " column"],
) -> Float64[np.ndarray, " column"]:
    """Give H^-1 g."""
    gradient = x.T @ (importance * (p - target)) + ridge * weights
    curvature = (x * (importance * p * (1 - p))[:, None]).T @ x + np.diag(ridge)
    return np.linalg.solve(curvature, gradient)


def shares(logits: Float64[np.ndarray, "row class"]) -> Float64[np.ndarray, "row class"]:
    """Give the probabilities of each row's logits."""
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    return raised / raised.sum(axis=1, keepdims=True)
