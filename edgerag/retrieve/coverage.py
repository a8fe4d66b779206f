"""How much of what the question is about a passage mentions.

Cosines and cross-encoders are forgiving: "treatment of Graves disease" and "treatment of Rotor syndrome"
look alike to them. Rare words do not forgive: a handbook that never says "Rotor" does not address it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from edgerag.index.queries import terms
from edgerag.language.questions import Alternative


def coverage(term_weights: Mapping[str, float], terms: Iterable[str]) -> float:
    """Share of the question's term weight that `terms` contain, 0 to 1; 0 if the question has no term.

    Args:
        term_weights: The inverse document frequency of each of the question's terms.
        terms: The passage's terms, cut in the same way.
    """
    total = sum(term_weights.values())
    if total <= 0:
        return 0.0
    present = term_weights.keys() & set(terms)
    return sum(term_weights[term] for term in sorted(present)) / total


def terms_said(text: str, also: Sequence[Alternative]) -> set[str]:
    """Cut a passage into terms, and add the question's own for whatever the passage calls by another name."""
    said = set(terms(text))
    for one in also:
        if any(said.issuperset(terms(name)) for name in one.names):
            said.update(terms(one.written))
    return said
