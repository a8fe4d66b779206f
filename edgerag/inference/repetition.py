"""Notices a language model that has fallen into a loop."""

from __future__ import annotations

from collections.abc import Sequence

LONGEST_PERIOD = 80
"""Tokens of the longest passage that is looked for: two or three sentences."""
LOOP_TOKENS = 48
"""A loop is this long at least, so that "yes, yes, yes" is none."""
LOOP_ROUNDS = 3
"""A loop says its passage this often at least."""


def has_loop(tokens: Sequence[int]) -> bool:
    """Whether a reply ends with the same tokens over and over: three rounds or more, 48 tokens or more."""
    return any(_ends_in_rounds(tokens, period) for period in range(1, LONGEST_PERIOD + 1))


def _ends_in_rounds(tokens: Sequence[int], period: int) -> bool:
    rounds = max(LOOP_ROUNDS, -(-LOOP_TOKENS // period))
    n = rounds * period
    if len(tokens) < n or tokens[-1] != tokens[-1 - period]:
        return False
    tail = tokens[len(tokens) - n :]
    return tail[period:] == tail[:-period]
