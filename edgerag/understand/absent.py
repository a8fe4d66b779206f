"""Medicines and illnesses of a question that no handbook names: no answer can be about them.

A name is looked for under all names that the lexicon has for it, and a class of medicines under its members'.
What the lexicon does not know is no name here: that a plain word is nowhere says little.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import groupby
from operator import attrgetter

from edgerag.language import names
from edgerag.language.conditions import named
from edgerag.language.names import Family
from edgerag.language.text import lowered

IsNamed = Callable[[Collection[str]], bool]
"""Whether some handbook has one of these names."""

_span = attrgetter("start", "end")


def absent(question: str, is_named: IsNamed) -> tuple[str, ...]:
    """Give the medicines and illnesses, as the question writes them, that no handbook has by any name."""
    found = sorted((place, mention) for place, mention, known in _named(question) if not is_named(known))
    return tuple(dict.fromkeys(written for _, written in found))


def _named(question: str) -> Iterator[tuple[int, str, frozenset[str]]]:
    """Yield where something is named, how it is written, and all names for it."""
    for (start, end), parts in groupby(names.drugs(lowered(question), question), key=_span):
        drugs = [mention.name for mention in parts]
        for drug in drugs:
            written = question[start:end] if len(drugs) == 1 else drug.replace("-", " ")
            yield start, written, names.spellings(drug)
    for mention in names.find(question)[Family.DRUG_CLASS]:
        members = (names.spellings(member) for member in names.class_of(mention.name))
        yield mention.start, question[mention.start : mention.end], frozenset().union(*members)
    for (start, end), same in groupby(named(question), key=_span):
        words = (names.words_for(mention.name) for mention in same)
        yield start, question[start:end], frozenset().union(*words, {question[start:end]})
