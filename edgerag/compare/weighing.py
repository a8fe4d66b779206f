"""The last word on a pair: the verdict, and how two texts relate as answers.

    p(label) = softmax over labels of (intercept + sum of weight * (feature - mean) / scale)

The features are the verdict of the layers before (one of five), the same again where the typed comparison
gave it, and what the relation model says of both texts as answers to the question, as log odds. That model
has learnt from pairs of statements which were judged one by one for nurses' questions; the layers before it
look at what the texts share, and at what one means for the other whatever is asked. Where it is not asked,
and what is not taken from it, is in `relating.py`.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from edgerag.compare.fitted import calibration, probabilities
from edgerag.compare.similarity import Answering
from edgerag.domain.reports import CONFLICTS, Label

READ_CHARS: Final = 320
"""So much of each text the relation model reads, as it was trained."""
SAID: Final = (
    Label.CONSISTENT, Label.COMPLEMENTARY, Label.DIVERGENT, Label.CONTRADICTORY, Label.NOT_CHECKED,
)  # fmt: skip
"""What the layers before may say."""
RELATING: Final = ("differs_or_same", "differs_or_more", "more_or_same", "opposite_or_differs")
"""What the relation model adds."""


def feature_names() -> tuple[str, ...]:
    """Name what `features` gives."""
    said = [label.name.lower() for label in SAID]
    return (*(f"said_{name}" for name in said), *(f"typed_{name}" for name in said[:-1]), *RELATING)


def features(said: Label, answering: Answering, *, is_typed: bool = False) -> dict[str, float]:
    """Put a verdict and what the relation model says into numbers."""
    differs = float(np.logaddexp(answering.differs, answering.opposite))
    odds = (
        differs - answering.same,
        differs - answering.more,
        answering.more - answering.same,
        answering.opposite - answering.differs,
    )
    is_said = [float(label is said) for label in SAID]
    is_so_typed = [is_typed * one for one in is_said[:-1]]
    return dict(zip(feature_names(), (*is_said, *is_so_typed, *odds), strict=True))


def weighed(said: Label, answering: Answering, *, is_typed: bool = False) -> tuple[Label, float]:
    """Give the label that both bear out and its probability; NOT CHECKED and 0 below the floors.

    Args:
        said: the verdict of the layers before.
        answering: how the two texts relate as answers.
        is_typed: whether the typed comparison gave that verdict.
    """
    measured = features(said, answering, is_typed=is_typed)
    p, floors = probabilities(calibration().relation, measured), calibration().floors
    conflict = sum(p[label] for label in CONFLICTS)
    if conflict >= floors["related_conflict"]:
        return max(CONFLICTS, key=lambda label: (p[label], label)), conflict
    if 1 - conflict >= floors["related_agreement"]:
        return max(p.keys() - CONFLICTS, key=lambda label: (p[label], label)), 1 - conflict
    return Label.NOT_CHECKED, 0.0


def conflict_share(answering: Answering) -> float:
    """Give the probability that two texts differ or are opposite, of texts that both answer."""
    differs = np.logaddexp(answering.differs, answering.opposite)
    return float(np.exp(differs - np.logaddexp(differs, np.logaddexp(answering.same, answering.more))))


def read_as(text: str) -> str:
    """Write a text as the relation model reads it."""
    return " ".join(text.split())[:READ_CHARS]
