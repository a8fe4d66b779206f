"""The fitted models of the judge, whose coefficients are in `judge.toml`.

Each is a multinomial logistic regression over scaled features, so that every coefficient can be read:

    p(label) = exp(z_label) / sum of exp(z),  z_label = intercept + sum of weight * (feature - mean) / scale
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec
import numpy as np

from edgerag.domain.reports import Label


class Model(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One regression."""

    means: dict[str, float]
    scales: dict[str, float]
    weights: dict[str, dict[str, float]]
    """By label, then by feature; the intercept is one of them."""


class Calibration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`judge.toml`."""

    typed: dict[str, float]
    """Share of right labels by outcome of the typed comparison."""
    floors: dict[str, float]
    """Below these nothing is said."""
    similarity: Model
    entailment: Model
    """The same features, and those of an entailment model."""
    relation: Model
    """What the layers before say, and how the texts relate as answers (`weighing.py`)."""


@cache
def calibration() -> Calibration:
    """Read the coefficients that belong to this program."""
    source = files("edgerag.compare").joinpath("judge.toml")
    return msgspec.toml.decode(source.read_bytes(), type=Calibration)


def probabilities(model: Model, measured: Mapping[str, float]) -> dict[Label, float]:
    """Give a model's probability of each label that it knows."""
    scaled = {name: (measured[name] - mean) / model.scales[name] for name, mean in model.means.items()}
    logits = [
        weights["intercept"] + sum(weights[name] * value for name, value in scaled.items())
        for weights in model.weights.values()
    ]
    shares = np.exp(np.array(logits) - max(logits))
    shares /= shares.sum()
    return {Label(name): float(share) for name, share in zip(model.weights, shares, strict=True)}
