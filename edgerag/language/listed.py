"""Which words the lexicon knows, in whatever spelling, and which of them name an illness or a medicine."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from edgerag.domain.letters import LETTERS
from edgerag.language import lexicon, names
from edgerag.language.names import Family
from edgerag.language.quantities import UNITS
from edgerag.language.spelling import spelling
from edgerag.language.words import STOP_WORDS

Meaning = frozenset[tuple[Family, str]]
"""The illnesses and medicines that a word names; empty for every other word."""

_MATTERS: Final = (Family.DRUG, Family.DRUG_CLASS, Family.CONDITION)
"""To take one of these for another may hurt."""


def is_listed(word: str) -> bool:
    """Whether a word, or what it is the plural of, is part of a name, a unit or a word of no subject."""
    folded = spelling(word)
    return folded in _listed() or folded.removesuffix("s") in _listed()


@lru_cache(maxsize=1 << 12)
def meaning(word: str) -> Meaning:
    """Give the illnesses and medicines that a word names by itself."""
    found = names.find(word)
    return frozenset((family, mention.name) for family in _MATTERS for mention in found[family])


@cache
def names_that_matter() -> dict[str, str]:
    """Give all illnesses and medicines of one word in small letters, by the form of all their spellings."""
    medicines, others = lexicon.medicines(), lexicon.others()
    tables = (medicines.drugs, medicines.classes, others.conditions)
    written = {name for table in tables for names in table.values() for name in names}
    every = written.union(medicines.drugs, medicines.classes)
    return {spelling(name): name for name in sorted(every) if name.isalpha() and name.islower()}


@cache
def _listed() -> frozenset[str]:
    medicines, others = lexicon.medicines(), lexicon.others()
    english = {group: words for group, words in others.function_words.items() if group != "foreign"}
    tables: list[lexicon.Names] = [
        *(medicines.drugs, medicines.classes, medicines.combinations),
        *(others.routes, others.populations, others.analytes, others.procedures, others.tests),
        *(others.conditions, others.actions, english),
    ]
    written = (name for table in tables for canonical, names in table.items() for name in (canonical, *names))
    parts = (word for name in (*written, *UNITS, *STOP_WORDS) for word in LETTERS.findall(name))
    return frozenset(map(spelling, parts))
