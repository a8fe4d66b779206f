"""Which medicines a question names, and whether a text names one of them.

A table of doses is the likeliest answer to "what dose?", whatever medicine it is for: to a cross-encoder a
dose of one and a dose of another look alike. So what never names the medicine asked about, in any spelling
or as a member of the class asked about, is no answer. Schedules name a vaccine by its disease alone.
A class that is to be chosen from ("which antibiotic?") is not what the question is about, and one that is
called after what it is for ("antidepressants") is asked about with that condition: later it is "treatment".
"""

from __future__ import annotations

from collections.abc import Set
from functools import lru_cache

from edgerag.language import names
from edgerag.language.cues import Cue
from edgerag.language.matching import Wording
from edgerag.language.names import Family
from edgerag.language.text import lowered


@lru_cache(maxsize=256)
def asked_about(question: str) -> frozenset[str]:
    """Name the medicines that a question is about, without those that somebody takes beside them."""
    low = lowered(question)
    named = names.drugs(low, question)
    others = [mention for mention in named if not Cue.TAKEN_BESIDE.precedes(low, mention.start)]
    return frozenset(mention.name for mention in others or named)


@lru_cache(maxsize=256)
def medicines(question: str) -> Wording | None:
    """Give all spellings of the medicines that a question is about; None if it names none."""
    return _spelt_or_of_class(asked_about(question), question)


@lru_cache(maxsize=256)
def named_medicines(question: str) -> Wording | None:
    """Give all spellings of the medicines in a question, also of those taken beside another."""
    return _spelt_or_of_class(named_in(question), question)


@lru_cache(maxsize=4096)
def named_in(text: str) -> frozenset[str]:
    """Name the medicines in a text."""
    return frozenset(mention.name for mention in names.drugs(lowered(text), text))


def last_named(text: str, medicines: Set[str]) -> int | None:
    """Say where in a text the last of some medicines is named; None if none is."""
    mentions = names.drugs(lowered(text), text) if medicines else []
    return next((one.start for one in reversed(mentions) if one.name in medicines), None)


def _spelt_or_of_class(drugs: frozenset[str], question: str) -> Wording | None:
    spellings = {spelling for name in drugs for spelling in names.spellings(name)}
    spellings |= {name.removesuffix(" vaccine") for name in spellings if name.endswith(" vaccine")}
    for member in _of_classes(question):
        spellings |= names.spellings(member)
    return _wording(frozenset(spellings)) if spellings else None


def _of_classes(question: str) -> frozenset[str]:
    """Name all that belongs to the classes that a question is about."""
    found = names.find(question)
    ills = {mention.start for mention in found[Family.CONDITION]}
    asked = (
        names.class_of(mention.name)
        for mention in found[Family.DRUG_CLASS]
        if mention.start not in ills and not _is_choosing(question, mention.start)
    )
    return frozenset().union(*asked)


def _is_choosing(question: str, position: int) -> bool:
    """Whether a class is to be chosen from: "which oral antibiotic"."""
    return Cue.CHOOSING.precedes(lowered(question), position, most=1, over=_is_word)


def _is_word(word: str) -> bool:
    return word.replace("-", "").isalnum()


@lru_cache(maxsize=512)
def _wording(spellings: frozenset[str]) -> Wording:
    return Wording(spellings)
