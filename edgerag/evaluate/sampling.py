"""Some of the questions of a data set, where asking them all would take hours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def evenly(rows: Sequence[T], n: int | None) -> tuple[T, ...]:
    """Give `n` of the rows at even distances, for neighbours are often about one thing; all if None."""
    if n is None or n >= len(rows):
        return tuple(rows)
    return tuple(rows[place * len(rows) // n] for place in range(n))
