"""Exact quantities: does a passage say "ibuprofen 400 mg", or "ibuprofen" and 400 mg of something else?

Single words cannot tell: "400" and "mg" are everywhere in a formulary, and cosines hardly see numbers.
Pairs of neighbouring terms of which one is a number can: ("ibuprofen", "400") and ("400", "mg").
"""

from __future__ import annotations

import re
from itertools import pairwise

from edgerag.index.terms import QUESTION_WORDS, normalise

Pair = tuple[str, str]

_TERM = re.compile(r"\d+(?:[.,:/]\d+)*|[^\W\d_]+")
"""A number, ratio or date, or a run of letters: "400mg" is two terms, "1:1000" is one."""
_GROUPING = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")


def number_pairs(text: str) -> frozenset[Pair]:
    """Give the pairs of neighbouring terms of a text of which at least one is a number."""
    terms = _TERM.findall(_GROUPING.sub("", normalise(text).casefold()))
    return frozenset(
        pair
        for pair in pairwise(terms)
        if (pair[0][0].isdigit() or pair[1][0].isdigit()) and QUESTION_WORDS.isdisjoint(pair)
    )


def share_of_pairs(wanted: frozenset[Pair], text: str) -> float:
    """Give the share of the wanted pairs that a text has, 0 to 1; 0 if none are wanted."""
    return len(wanted & number_pairs(text)) / len(wanted) if wanted else 0.0
