"""How alike two statements are, whatever they state: whether both speak of the same thing.

    likeness(a, b) = cosine of their passages + shared(a, b) / 2
    shared(a, b)   = sum of the rarities of the terms of both / sum of the rarities of the terms of either
    rarity(t)      = ln(statements / statements that have t)

The passages tell the subject, which a line such as "Give 0.5 mL" does not; the words tell which of a
passage's statements answer each other. Two statements that differ in a number alone come near to 1.5.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import fsum, log


class Rarity:
    """How rare each term is among the statements of a library, or among the headings over them."""

    def __init__(self, statements: Iterable[frozenset[str]]) -> None:
        counts: Counter[str] = Counter()
        n_statements = 0
        for terms in statements:
            counts.update(terms)
            n_statements += 1
        self._rarity = {term: log(n_statements / count) for term, count in counts.items()}

    def shared(self, a: frozenset[str], b: frozenset[str]) -> float:
        """Give the share of two statements' terms that both have, each counted by its rarity; 0 to 1."""
        either = self._sum(a | b)
        return self._sum(a & b) / either if either else 0.0

    def _sum(self, terms: frozenset[str]) -> float:
        return fsum(sorted(self._rarity[term] for term in terms))
