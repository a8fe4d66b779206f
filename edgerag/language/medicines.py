"""Which medicines a question names, and whether a text names one of them.

A table of doses is the likeliest answer to "what dose?", whatever medicine it is for: to a cross-encoder a
dose of one and a dose of another look alike. So what never names the medicine asked about, in any spelling
or as a member of the class asked about, is no answer. Schedules name a vaccine by its disease alone.
A class that is to be chosen from ("which antibiotic?") is not what the question is about, and one that is
called after what it is for ("antidepressants") is asked about with that condition: later it is "treatment".
"""

from __future__ import annotations

import re
from collections.abc import Set
from functools import lru_cache
from typing import Final

from edgerag.language import names
from edgerag.language.cues import Cue
from edgerag.language.lexicon import holds_classes
from edgerag.language.matching import Wording
from edgerag.language.names import Family
from edgerag.language.text import lowered

_REACH: Final = 90
"""Characters before a medicine in which it may be told that it did not help."""
_FAILED: Final = (
    r"not (?:\w+ )?(?:controlled|better|respond(?:ing)?|settled|relieved|improv(?:ed|ing)|stopped|working)"
    r"|no (?:response|better|improvement|relief|effect)|fail(?:s|ed|ing)?(?: to respond)?|uncontrolled"
)
_STILL: Final = r"still|go(?:es|ing)? on|continu(?:es|ing)|persists?|again|comes back"
_FAILED_BEFORE: Final = re.compile(
    rf"(?:\b(?:despite|in spite of)|\b(?:{_FAILED}) (?:by|with|on|to|after|from)"
    rf"|\b(?:{_STILL})\b[^.?!;:]{{0,40}}\bafter)\s(?:\w[\w/-]*\s){{0,4}}\Z"
)
_FAILED_BEHIND: Final = re.compile(
    r"\s(?:[\w/-]+\s){0,3}(?:(?:has |have )?fail(?:s|ed)"
    r"|(?:did|does|has|have)(?: not|n't) (?:help|work|stop|control)\w*"
    r"|is not enough|without (?:success|effect|response|relief))\b"
)
_AGAIN: Final = re.compile(r"\b(?:third|another|more|again|repeat(?:ed)?|once more)\b[^.?!;:]*\?")
"""Asks for more of the same."""
_JOINTS: Final = frozenset({"and", "plus", "with", "+", "/", "-", ""})
"""Between medicines that were given together."""
_AGAINST: Final = (" vaccine", " immunoglobulin", " immune globulin", " antitoxin")
"""Behind the illness against which a medicine is given."""
_ASKS_ELSE: Final = re.compile(
    r"\b(?:next|else|instead|add(?:ed)?|second[- ]line|what now)\b|\bwhat (?:do|should|can) i (?:do|give)\b"
    r"|\b(?:what|which)\b[^.?!;:]{0,30}\b(?:drugs?|medicines?|regimen|antibiotics?)\b"
)
"""Asks for something other than what did not help."""


@lru_cache(maxsize=256)
def asked_about(question: str) -> frozenset[str]:
    """Name the medicines that a question is about, without those that somebody takes beside them."""
    low, left_behind = lowered(question), tried(question)
    named = names.drugs(low, question)
    in_use = [one for one in named if one.name not in left_behind]
    others = [one for one in in_use if not Cue.TAKEN_BESIDE.precedes(low, one.start)]
    is_of_tried = not in_use and _ASKS_ELSE.search(low) is None
    return frozenset(one.name for one in others or in_use or (named if is_of_tried else []))


@lru_cache(maxsize=256)
def tried(question: str) -> frozenset[str]:
    """Name the medicines that a question says were given and did not help: "fits on after diazepam"."""
    low, found = lowered(question), set[str]()
    if _AGAIN.search(low):
        return frozenset()
    end = -1
    for one in sorted(names.drugs(low, question), key=lambda one: one.start):
        before = _FAILED_BEFORE.search(low, max(0, one.start - _REACH), one.start)
        is_joined = end >= 0 and low[end : one.start].strip() in _JOINTS
        if before or is_joined or _FAILED_BEHIND.match(low, one.end):
            found.add(one.name)
            end = one.end
    return frozenset(found)


@lru_cache(maxsize=256)
def medicines(question: str, *, or_classes: bool = False) -> Wording | None:
    """Give all spellings of the medicines that a question is about; None if it names none.

    Args:
        question: what is asked.
        or_classes: whether their narrowest classes are meant too: what is so of every NSAID is of ibuprofen.
    """
    return _spelt_or_of_class(_with_classes(asked_about(question), or_classes=or_classes), question)


@lru_cache(maxsize=256)
def named_medicines(question: str, *, or_classes: bool = False) -> Wording | None:
    """Give all spellings of the medicines in a question, also of those taken beside another."""
    return _spelt_or_of_class(_with_classes(named_in(question), or_classes=or_classes), question)


def _with_classes(drugs: frozenset[str], *, or_classes: bool) -> frozenset[str]:
    """Add to medicines the narrowest classes that they belong to; every vaccine is one by its name alone."""
    classes = ((drug, one) for drug in drugs for one in names.classes(drug) if or_classes)
    return drugs.union(one for drug, one in classes if one not in drug and not holds_classes(one))


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
    spellings |= {name.removesuffix(end) for name in spellings for end in _AGAINST if name.endswith(end)}
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
