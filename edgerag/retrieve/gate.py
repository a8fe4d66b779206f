"""The length gate: a handbook that a generator can read at once is given to it whole.

HERO-QA, layer 0, and the fallback of layer 5. There the limit is 80,000 characters for a 32B model on a
server;
here it is what the context window and a person's patience allow.
"""

from __future__ import annotations

CHARS_PER_TOKEN = 3
"""Fewer than English prose has (4 to 4.5), because numbers, units and drug names take more tokens."""
FALLBACK_STRETCH = 2
"""When evidence is weak, a handbook this many times longer than the limit is still worth reading whole."""


def fits(n_chars: int, tokens: int, *, weak_evidence: bool) -> bool:
    """Say whether a handbook of `n_chars` characters may be given whole, if `tokens` are allowed for that."""
    limit = tokens * (FALLBACK_STRETCH if weak_evidence else 1)
    return n_chars <= limit * CHARS_PER_TOKEN
