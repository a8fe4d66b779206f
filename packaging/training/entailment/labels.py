"""Labelled pairs: what the first text means for the second, as the network numbers it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class Meaning(IntEnum):
    """What a premise means for a hypothesis; the network gives the first three."""

    ENTAIL = 0
    NEUTRAL = 1
    CONTRADICT = 2
    NOT_ENTAIL = 3
    """Of sources that do not tell neutral from contradict."""


Made = tuple[str, str, Meaning]
"""A premise, a hypothesis and what the one means for the other."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two texts to learn from."""

    premise: str
    hypothesis: str
    label: Meaning
    source: str
    row: int = -1
    """Which disagreement it is made of; -1 for none."""
    fold: int = -1
    """Who must not be trained on it; -1 is nobody."""
    way: int = 0
    """0 for a and b, 1 for b and a."""
