"""How much of what the question is about a passage mentions.

Cosines and cross-encoders are forgiving: "treatment of Graves disease" and "treatment of Rotor syndrome"
look alike to them. Rare words do not forgive: a handbook that never says "Rotor" does not address it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from edgerag.index.queries import terms
from edgerag.language.questions import Alternative, Asked
from edgerag.language.words import content_concepts


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


TOGETHER = 2 / 3
"""Of the neighbours in a name so many stand together where it is named: "squamous cell carcinoma of the head
and neck" has its parts turned."""


def says_together(name: Sequence[str], text: str) -> bool:
    """Whether a text says a name, and not only its words.

    Args:
        name: The concepts of its words.
        text: A passage. What stands next to each other there, or next but one, in any order, is together.
    """
    said = content_concepts(text)
    if len(name) == 1:
        return name[0] in said
    near = {*pairwise(said), *zip(said, said[2:], strict=False)}
    pairs = list(pairwise(name))
    return sum((a, b) in near or (b, a) in near for a, b in pairs) >= TOGETHER * len(pairs)


def says_name(asked: Asked, text: str) -> bool:
    """Whether a passage says the name that alone is asked about, in any way."""
    is_otherwise = _says_one_of(asked.also_named, set(terms(text)))
    return is_otherwise or any(says_together(way, text) for way in asked.bare_name)


def terms_said(text: str, also: Sequence[Alternative]) -> set[str]:
    """Cut a passage into terms, and add the question's own for whatever the passage calls by another name."""
    said = set(terms(text))
    for one in also:
        if _says_one_of(one.names, said):
            said.update(terms(one.written))
    return said


def _says_one_of(names: Iterable[str], said: set[str]) -> bool:
    return any(said.issuperset(terms(name)) for name in names)
