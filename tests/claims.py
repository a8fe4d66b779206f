"""Claims that state no more than a test says."""

from __future__ import annotations

from edgerag.language.claims import Claim
from edgerag.language.negation import Polarity
from edgerag.language.values import Value

NOTHING: frozenset[str] = frozenset()


def make_claim(
    *values: Value, start: int = 0, polarity: Polarity = Polarity.DO, terms: frozenset[str] = NOTHING
) -> Claim:
    """Make a claim of nine characters about nothing, for everybody."""
    return Claim(
        start=start,
        end=start + 9,
        values=values,
        drugs=NOTHING,
        routes=NOTHING,
        conditions=NOTHING,
        topics=NOTHING,
        section=0,
        heading=NOTHING,
        people=NOTHING,
        situation=frozenset(),
        polarity=polarity,
        is_order=True,
        terms=terms,
        ordered=NOTHING,
        is_in_case=False,
    )
