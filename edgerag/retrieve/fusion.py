"""Fusion of the first-stage rankings by score: a convex combination of normalised scores.

Bruch, Gai and Ingber, "An Analysis of Fusion Functions for Hybrid Retrieval", ACM TOIS 42(1), 2023,
section 4 (normalisation with the theoretical minimum of each scoring function):

    f(q, d) = sum over signals s of  w_s phi_s(q, d),  the w_s adding up to 1
    phi_s(q, d) = (score_s(q, d) - m_s) / (max over d' of score_s(q, d') - m_s)

with m_s the lowest score that signal s can give. Scores say how much better one chunk is than the
next, which ranks do not: an exact drug name and dose stands far above everything else in the word
rankings, but reciprocal rank fusion gives it hardly more than the second-best chunk.

Differs from the paper: where the highest possible score is known, it stands in the place of the maximum, so
that a poor best match stays poor; m of the cosine is not -1 but about what unrelated texts have, because the
cosines of sentence embedders lie in a narrow band; scores below m count as m.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from edgerag.domain.ids import ChunkId


@dataclass(frozen=True, slots=True)
class Signal:
    """What one first-stage retriever says of the chunks of one question."""

    scores: Mapping[ChunkId, float]
    """A chunk that is missing has the lowest score."""
    lowest: float
    """m_s."""
    weight: float
    """w_s, before the weights are made to add up to 1."""
    highest: float | None = None
    """The highest score the signal can give, if that is known; None takes the best chunk's."""


def convex_combination(signals: Sequence[Signal]) -> dict[ChunkId, float]:
    """Combine signals into one score from 0 to 1 for every chunk that any of them knows.

    A signal in which no chunk is above the lowest score adds nothing; its weight is not redistributed,
    so that a question without any known word scores low everywhere.

    Raises:
        ValueError: a weight is negative, or none is positive.
    """
    total = sum(signal.weight for signal in signals)
    if total <= 0 or any(signal.weight < 0 for signal in signals):
        raise ValueError("weights must not be negative, and one must be positive")
    fused = {chunk: 0.0 for signal in signals for chunk in signal.scores}
    for signal in signals:
        highest = signal.highest
        if highest is None:
            highest = max(signal.scores.values(), default=signal.lowest)
        span = highest - signal.lowest
        if span <= 0:
            continue
        for chunk, score in signal.scores.items():
            fused[chunk] += signal.weight / total * min(max((score - signal.lowest) / span, 0.0), 1.0)
    return fused
