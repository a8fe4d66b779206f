"""Which medicines a question names, and whether a text names one of them.

A table of doses is the likeliest answer to "what dose?", whatever medicine it is for: to a cross-encoder a
dose of one and a dose of another look alike. So what never names the medicine asked about, in any spelling
or as a member of the class asked about, is no answer. Schedules name a vaccine by its disease alone.
A class that is to be chosen from ("which antibiotic?") is not what the question is about.
"""

from __future__ import annotations

import re
from functools import lru_cache

from edgerag.language import names
from edgerag.language.text import lowered

_BESIDE = re.compile(r"\b(?:with|on|taking|takes|receiving|receives)\s+$")
"""A medicine after these is taken beside the one that is asked about."""


@lru_cache(maxsize=256)
def asked_about(question: str) -> frozenset[str]:
    """Name the medicines that a question is about, without those that somebody takes beside them."""
    low = lowered(question)
    named = names.drugs(low, question)
    others = [mention for mention in named if not _BESIDE.search(low, 0, mention.start)]
    return frozenset(mention.name for mention in others or named)


@lru_cache(maxsize=256)
def medicines(question: str) -> re.Pattern[str] | None:
    """Give a pattern of all spellings of the medicines that a question is about; None if it names none."""
    return _spelt_or_of_class(asked_about(question), question)


@lru_cache(maxsize=256)
def named_medicines(question: str) -> re.Pattern[str] | None:
    """Give a pattern of all spellings of the medicines in a question, also of those taken beside another."""
    return _spelt_or_of_class(named_in(question), question)


def _spelt_or_of_class(drugs: frozenset[str], question: str) -> re.Pattern[str] | None:
    spellings = {spelling for name in drugs for spelling in names.spellings(name)}
    spellings |= {name.removesuffix(" vaccine") for name in spellings if name.endswith(" vaccine")}
    for name, members in names.drug_classes(question).items():
        if not re.search(rf"(?i)\b(?:which|what) (?:[\w-]+ )?{name}", question):
            spellings |= {spelling for member in members for spelling in names.spellings(member)}
    return _pattern(frozenset(spellings)) if spellings else None


@lru_cache(maxsize=4096)
def named_in(text: str) -> frozenset[str]:
    """Name the medicines in a text."""
    return frozenset(mention.name for mention in names.drugs(lowered(text), text))


@lru_cache(maxsize=512)
def _pattern(spellings: frozenset[str]) -> re.Pattern[str]:
    """Find any of these, also in the plural; one in capitals in capitals only; a digit may follow."""
    ordered = sorted(spellings, key=lambda name: (-len(name), name))
    exact = [_spelt(name) for name in ordered if any(char.isupper() for char in name)]
    anyhow = [_spelt(name) for name in ordered if name.islower()]
    written = "|".join([f"(?i:{'|'.join(anyhow)})"] * bool(anyhow) + exact)
    return re.compile(rf"(?<![A-Za-z0-9])(?:{written})s?(?![A-Za-z])")


def _spelt(name: str) -> str:
    """Match a name over line ends, and with any hyphen or none."""
    return re.escape(name).replace(r"\ ", r"\s+").replace(r"\-", r"[-‐‑–\s]?")
