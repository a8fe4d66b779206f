"""How far a training has come, and how fast it learns there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

LEAST_SCALE: Final = 0.01
"""The rate never falls below this part of its peak, set by hand."""


@dataclass(slots=True)
class Clock:
    """How much of the budget is used: of seconds trained or, if `pairs` is given, of pairs seen."""

    seconds: float
    pairs: int
    used_s: float = 0.0
    seen: int = 0

    @property
    def part(self) -> float:
        """The part of the budget that is used, 0 to 1."""
        return min(self.seen / self.pairs if self.pairs else self.used_s / self.seconds, 1.0)


@dataclass(frozen=True, slots=True)
class Rates:
    """The highest learning rates, and in which part of the budget they are reached."""

    body: float
    """Of what the base has learnt before."""
    head: float
    """Of the new layers."""
    warmup: float

    def scale(self, part: float) -> float:
        """Give the part of the peak at a part of the budget: up in a line, then down to the end."""
        risen = part / self.warmup if part < self.warmup else (1 - part) / (1 - self.warmup)
        return max(risen, LEAST_SCALE)
