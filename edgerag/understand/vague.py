"""Whether a question says too little to be answered: "baby not well", "what to do", "what dose?".

It names no illness, no medicine and nothing else that the lexicon knows besides people, and has hardly a word
that says what it is about. A question word makes one such word enough less: "what next" asks for nothing. A
rare word says enough by itself: "Ebola treatment".
"""

from __future__ import annotations

import re
from typing import Final

from edgerag.index.vocabulary import Vocabulary
from edgerag.language import names
from edgerag.language.conditions import named
from edgerag.language.names import Family
from edgerag.language.questions import Asked
from edgerag.language.words import STOP_WORDS

MOST_WORDS: Final = 2
"""So few words say little where nothing is asked for: "my patient is sick"."""
SHORT_LETTERS: Final = 3
"""Rare words up to this length are abbreviations: "pls"."""

_WORD: Final = re.compile(r"[^\W\d_]+")
_ASKS: Final = re.compile(r"\b(?:what|which|when|where|who|why|how)\b", re.IGNORECASE)
_ANYBODY: Final = frozenset(["woman", "women", "man", "men", "girl", "boy", "mother", "client"])


def is_vague(asked: Asked, vocabulary: Vocabulary) -> bool:
    """Whether a question asks for nothing in particular."""
    people = [(entity.start, entity.end) for entity in asked.entities if entity.family is Family.PEOPLE]
    if named(asked.text) or any(entity.family is not Family.PEOPLE for entity in asked.entities):
        return False
    most = 0 if asked.kinds else MOST_WORDS - bool(_ASKS.search(asked.text))
    said = [
        word[0]
        for word in _WORD.finditer(asked.text)
        if not any(start <= word.start() < end for start, end in people) and _says_something(word[0].lower())
    ]
    is_rare = any(len(word) > SHORT_LETTERS and vocabulary.is_rare(word) for word in said)
    return len(said) <= most and not is_rare


def _says_something(word: str) -> bool:
    is_empty = (
        word in STOP_WORDS
        or word in _ANYBODY
        or names.is_stop_word(word)
        or names.is_asking_word(names.action(word))
    )
    return not is_empty
