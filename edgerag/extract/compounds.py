"""What a phrase of several words names by the word that it turns on: "liver function", "genital discharge".

1. A word that tells a type (`entities.phrase_heads`) is the phrase's last.
2. What stands before it belongs to it: entities, and adjectives by their ending. One is needed: a "test" may
   be any.
3. A remedy keeps its own name: "insulin infusion" speaks of insulin. An illness gives its name to what looks
   for it and to another illness ("TB screening"), and keeps it before all else: "malaria treatment" speaks of
   malaria. So does a word that names an entity by itself: "malaria anaemia" are two.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from edgerag.domain.entities import EntityType as T
from edgerag.language.entities import Named, phrase_heads, plain
from edgerag.language.matching import looked_up, words
from edgerag.language.spelling import spelling

MOST_BEFORE: Final = 3
"""Adjectives and entities."""
_WORD_BEFORE: Final = re.compile(r"(\S+)[ \n-]$")
_LONGEST_WORD: Final = 40
"""Characters that are looked at before a word."""
_ADJECTIVE_ENDS: Final = ("al", "ic", "ary", "ory", "ous", "ar", "oid")
_MAY_BE: Final = {
    T.BODY: frozenset(T),
    T.GENE: frozenset(T),
    T.CHEMICAL: frozenset({T.DISEASE, T.EXAMINATION}),
    T.EXAMINATION: frozenset({T.EXAMINATION}),
    T.DISEASE: frozenset({T.DISEASE, T.EXAMINATION}),
    T.SYMPTOM: frozenset({T.DISEASE, T.EXAMINATION}),
}
"""What a phrase may be that an entity of this type stands in."""


def compounds(text: str, named: Sequence[Named]) -> Iterator[Named]:
    """Find the phrases that name an entity, with those in them that are named already.

    Args:
        text: A statement.
        named: The entities found in it.
    """
    known = phrase_heads()
    if known.keys().isdisjoint(looked_up(text)):
        return
    ending = {entity.end: entity for entity in named}
    for word in words(text):
        kind, head = known.get(spelling(word[0]), (None, ""))
        if kind:
            is_named = word.end() in ending
            start = _start(text, word.start(), kind, ending, is_named=is_named)
            if start < word.start():
                before = text[start : word.start()].lower().split()
                yield Named(kind, " ".join((*before, head)), start, word.end())


def _start(text: str, start: int, kind: T, ending: Mapping[int, Named], *, is_named: bool) -> int:
    """Say where the phrase begins whose last word begins at `start`."""
    for _ in range(MOST_BEFORE):
        before = _WORD_BEFORE.search(text, max(0, start - _LONGEST_WORD), start)
        if before is None:
            break
        entity = ending.get(before.end(1))
        if entity is None and not _is_adjective(before[1].lower()):
            break
        if entity is not None and (
            kind not in _MAY_BE.get(entity.type, ()) or (is_named and entity.type is not T.BODY)
        ):
            break
        start = entity.start if entity is not None else before.start(1)
    return start


def _is_adjective(word: str) -> bool:
    return word.endswith(_ADJECTIVE_ENDS) and word.replace("-", "").isalpha() and word not in plain()
