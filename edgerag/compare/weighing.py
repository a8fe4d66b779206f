"""The last word on what the typed comparison leaves open: the verdict, and how two texts relate as answers.

    p(label) = softmax over labels of (intercept + sum of weight * (feature - mean) / scale)

The features are the verdict of the layers before (one of five) and what the relation model says of both texts
as answers to the question, as log odds. That model has learnt from pairs of statements which were judged one
by one for nurses' questions; the layers before it look at what the texts share, and at what one means for the
other whatever is asked. Where figures compete, or one text alone forbids or states what is asked, the judge
takes no "same" from it.
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
RELATING: Final = ("differs_or_same", "differs_or_more", "more_or_same")
"""What the relation model adds."""


def feature_names() -> tuple[str, ...]:
    """Name what `features` gives."""
    return (*(f"said_{label.name.lower()}" for label in SAID), *RELATING)


def features(said: Label, answering: Answering) -> dict[str, float]:
    """Put a verdict and what the relation model says into numbers."""
    differs = float(np.logaddexp(answering.differs, answering.opposite))
    odds = (differs - answering.same, differs - answering.more, answering.more - answering.same)
    return dict(zip(feature_names(), (*(float(label is said) for label in SAID), *odds), strict=True))


def weighed(said: Label, answering: Answering) -> tuple[Label, float]:
    """Give the label that both bear out and its probability; NOT CHECKED and 0 below the floors.

    Args:
        said: the verdict of the layers before.
        answering: how the two texts relate as answers.
    """
    p, floors = probabilities(calibration().relation, features(said, answering)), calibration().floors
    conflict = sum(p[label] for label in CONFLICTS)
    if conflict >= floors["related_conflict"]:
        return max(CONFLICTS, key=lambda label: (p[label], label)), conflict
    if 1 - conflict >= floors["related_agreement"]:
        return max(p.keys() - CONFLICTS, key=lambda label: (p[label], label)), 1 - conflict
    return Label.NOT_CHECKED, 0.0


def read_as(text: str) -> str:
    """Write a text as the relation model reads it."""
    return " ".join(text.split())[:READ_CHARS]
