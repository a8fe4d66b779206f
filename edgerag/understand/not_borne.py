"""Which medicines a question says somebody cannot take: "allergic to penicillin", "penicillin gives a rash".

What may be given instead is none of them, and least of all the class that is asked for.
"""

from __future__ import annotations

import re
from typing import Final

from edgerag.language import names
from edgerag.language.clauses import cut
from edgerag.language.cues import Cue
from edgerag.language.names import Family, Mention

_OF: Final = frozenset({"a", "an", "any", "from", "of", "the", "to", "with"})
"""Between "allergic" and the medicine."""
_MOST_OF: Final = 2
_CANNOT: Final = re.compile(
    r"\b(?:cannot|can ?not|can't|does not|doesn't|unable to) (?:take|tolerate) (?:the )?$"
)
_NEAR: Final = 30
"""Characters behind the medicine in which its harm is told."""
_HARMS: Final = re.compile(r"^\W*(?:gives?|gave|causes?|caused)\b.*\b(?:rash|hives|swelling|reactions?)\b")


def not_borne(question: str, low: str) -> frozenset[str]:
    """Name them, those of a class one by one.

    Args:
        question: as it was typed.
        low: the same, folded.
    """
    found = names.find(question)
    said = (
        _members(mention, family)
        for family in (Family.DRUG, Family.DRUG_CLASS)
        for mention in found[family]
        if _is_not_borne(mention, low)
    )
    return frozenset().union(*said)


def _members(mention: Mention, family: Family) -> frozenset[str]:
    return names.class_of(mention.name) if family is Family.DRUG_CLASS else frozenset({mention.name})


def _is_not_borne(mention: Mention, low: str) -> bool:
    after = cut(low[mention.end :], ".;:,?|")[0]
    return (
        Cue.NOT_BORNE.precedes(low, mention.start, most=_MOST_OF, over=_OF.__contains__)
        or Cue.NOT_BORNE.follows(low, mention.end)
        or _CANNOT.search(low, 0, mention.start) is not None
        or _HARMS.search(after[:_NEAR]) is not None
    )
