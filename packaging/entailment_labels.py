"""Labelled pairs: what the first text means for the second, as the network numbers it."""

from __future__ import annotations

from dataclasses import dataclass

ENTAIL, NEUTRAL, CONTRADICT, NOT_ENTAIL = range(4)
"""`NOT_ENTAIL` is of sources that do not tell neutral from contradict; the network gives the first three."""


@dataclass(frozen=True)
class Pair:
    premise: str
    hypothesis: str
    label: int
    source: str
    row: int = -1
    """Which disagreement it is made of; -1 for none."""
    fold: int = -1
    """Who must not be trained on it; -1 is nobody."""
    way: int = 0
    """0 for a and b, 1 for b and a."""
