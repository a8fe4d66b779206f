"""Whether a question says too little to be answered: "baby not well", "what to do", "what dose?".

It names no illness, no medicine and nothing else that the lexicon knows besides people, and has hardly a word
that says what it is about. A question word makes one such word enough less: "what next" asks for nothing. A
rare word says enough by itself: "Ebola treatment".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from edgerag.domain.letters import LETTERS
from edgerag.index.vocabulary import Vocabulary
from edgerag.language import names
from edgerag.language.conditions import named
from edgerag.language.names import Family
from edgerag.language.questions import Asked, Entity
from edgerag.language.words import STOP_WORDS

MOST_WORDS: Final = 2
"""So few words say little where nothing is asked for: "my patient is sick"."""
SHORT_LETTERS: Final = 3
"""Rare words up to this length are abbreviations: "pls"."""

_ASKS: Final = re.compile(r"\b(?:what|which|when|where|who|why|how)\b", re.IGNORECASE)
_ILL: Final = frozenset({"hiv", "tuberculosis", "allergic", "diabetic", "asthmatic", "epileptic"})
_ANYBODY: Final = frozenset(["woman", "women", "man", "men", "girl", "boy", "mother", "client"])


def is_vague(asked: Asked, vocabulary: Vocabulary) -> bool:
    """Whether a question asks for nothing in particular."""
    people = [(entity.start, entity.end) for entity in asked.entities if entity.family is Family.PEOPLE]
    if named(asked.text) or any(_tells(entity) for entity in asked.entities):
        return False
    most = 0 if asked.kinds else MOST_WORDS - bool(_ASKS.search(asked.text))
    said = telling_words(asked.text, people)
    return len(said) <= most and not has_rare(said, vocabulary)


def _tells(entity: Entity) -> bool:
    """Whether a name says what a question is about: whoever has an illness is more than anybody."""
    return entity.family is not Family.PEOPLE or entity.name in _ILL


def telling_words(text: str, besides: Sequence[tuple[int, int]] = ()) -> list[str]:
    """Give the words that say what a text is about, those at some places left out."""
    return [
        word[0]
        for word in LETTERS.finditer(text)
        if not any(start <= word.start() < end for start, end in besides) and _says_something(word[0].lower())
    ]


def has_rare(words: Sequence[str], vocabulary: Vocabulary) -> bool:
    """Whether one of some words is rare enough to say by itself what is meant."""
    return any(len(word) > SHORT_LETTERS and vocabulary.is_rare(word) for word in words)


def _says_something(word: str) -> bool:
    is_empty = (
        word in STOP_WORDS
        or word in _ANYBODY
        or names.is_stop_word(word)
        or names.is_asking_word(names.action(word))
    )
    return not is_empty
