"""How credible a handbook is in a subject, by what was found right or wrong of it before.

Wu et al., "MultiRAG", III.D, equation 11, for source D and subject area a:

    Auth_hist(D, a) = (H Pr_h(D) + sum of the credits of D's statements on a) / (H + their number)
    Pr_h(D)         = 1/2, moved half the way to
                      (H / 2 + sum of the credits of its other statements) / (H + their number)

A statement that a person confirmed has credit 1, one that a person found wrong 0, one that many independent
sources bear out, or contradict, the share of the weight behind it.

Differs from the paper: a source's history is kept by subject, for a book on children may be right on
malaria and old on HIV; what is known of it elsewhere is where a subject begins. Nothing that no person and no
many sources bear out is counted.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from edgerag.domain.facts import NOTHING_KNOWN, Fact, Record
from edgerag.domain.ids import HandbookId

PRIOR_FACTS: Final = 10
"""H: as many facts weigh as much as knowing nothing. The paper begins with 50 entities, of whole data sets;
a clinic confirms a few in a month. Unfitted."""

ELSEWHERE: Final = 0.5
"""How far what is known of other subjects counts for one of which nothing is known. Unfitted."""


class Credibility:
    """The records of a library's handbooks."""

    def __init__(self, facts: Iterable[Fact]) -> None:
        """Count `facts`, each statement once."""
        self._overall: dict[HandbookId, Record] = {}
        self._by_area: dict[tuple[HandbookId, str], Record] = {}
        for fact in facts:
            book, area = fact.handbook, (fact.handbook, fact.area)
            self._overall[book] = self._overall.get(book, NOTHING_KNOWN).with_fact(fact)
            self._by_area[area] = self._by_area.get(area, NOTHING_KNOWN).with_fact(fact)

    def record(self, book: HandbookId) -> Record:
        """Give what is known of a handbook in all subjects."""
        return self._overall.get(book, NOTHING_KNOWN)

    def areas(self, book: HandbookId) -> dict[str, Record]:
        """Give what is known of a handbook by subject, in the order of the alphabet."""
        return {area: record for (one, area), record in sorted(self._by_area.items()) if one == book}

    def of(self, book: HandbookId, area: str | None = None) -> float:
        """Give equation 11 for one subject, or for all; 1/2 of a handbook of which nothing is known."""
        all_of_it = self.record(book)
        if area is None:
            return _updated(1 / 2, all_of_it.credit, all_of_it.n_facts)
        own = self._by_area.get((book, area), NOTHING_KNOWN)
        elsewhere = _updated(1 / 2, all_of_it.credit - own.credit, all_of_it.n_facts - own.n_facts)
        before = (1 - ELSEWHERE) / 2 + ELSEWHERE * elsewhere
        return _updated(before, own.credit, own.n_facts)


def _updated(before: float, credit: float, n_facts: int) -> float:
    return (PRIOR_FACTS * before + credit) / (PRIOR_FACTS + n_facts)
