"""Exact quantities: does a passage say "ibuprofen 400 mg", or "ibuprofen" and 400 mg of something else?

Single words cannot tell: "400" and "mg" are everywhere in a formulary, and cosines hardly see numbers.
Pairs of neighbouring terms of which one is a number can: ("ibuprofen", "400") and ("400", "mg").
"""

from __future__ import annotations

import re

from edgerag.index.terms import normalise, number_pairs

Pair = tuple[str, str]

_TERM = re.compile(r"\d+(?:[.,:/]\d+)*|[^\W\d_]+")
"""A number, ratio or date, or a run of letters: "400mg" is two terms, "1:1000" is one."""
_GROUPING = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")


def quantities(text: str) -> frozenset[Pair]:
    """Give the pairs of neighbouring terms of a text of which at least one is a number."""
    return _pairs(_plain(text))


def share_of_pairs(wanted: frozenset[Pair], text: str) -> float:
    """Give the share of the wanted pairs that a text has, 0 to 1; 0 if none are wanted."""
    if not wanted:
        return 0.0
    plain = _plain(text)
    # Most texts lack one term of every pair, and to cut a text into terms takes longest.
    is_likely = any(first in plain and second in plain for first, second in wanted)
    return len(wanted & _pairs(plain)) / len(wanted) if is_likely else 0.0


def _plain(text: str) -> str:
    return _GROUPING.sub("", normalise(text).casefold())


def _pairs(plain: str) -> frozenset[Pair]:
    return frozenset(number_pairs(_TERM.findall(plain)))
