"""The name that a whole question asks about: Cushing disease, where its symptoms are asked and nothing else.

1. It is a sentence, and asks what it is, or by a word that frames any question ("symptoms", "treated"); for
   no dose, time or drug. Notes in haste ("croup barking cough") are words and no name.
2. What is left without stop words and such words stands together, with nothing between but a sign, a figure
   or "of", "and", "with", "the", "type".
3. It tells of no people, and of no case.
4. There are two words at least.

A handbook that has such words in many places and never together speaks of other things: of Cushing's syndrome
and of heart disease. What the lexicon knows may be called by any of its names.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from edgerag.language import names
from edgerag.language.cases import named_cases
from edgerag.language.entities import names_of, whole
from edgerag.language.text import folded
from edgerag.language.words import STOP_WORDS, WORD, content_concepts

_OPENERS: Final = frozenset(["what", "how", "who", "is", "are", "does", "do", "can"])
_WHAT_IS: Final = (["what", "is"], ["what", "are"])
_JOINT: Final = re.compile(r"(?:[\s,'’()/-]|\b(?:of|and|with|the|type|\d+)\b)*")


def bare_name(question: str) -> tuple[tuple[str, ...], ...]:
    """Give the ways to say the name, each as the concepts of its words without figures; maybe none."""
    if not _is_about_a_thing(question):
        return ()
    told = [word for word in WORD.finditer(question) if _tells(word[0].lower())]
    gaps = (question[one.end() : other.start()] for one, other in pairwise(told))
    if not told or not all(map(_JOINT.fullmatch, gaps)):
        return ()
    name = question[told[0].start() : told[-1].end()]
    known = whole(name)
    ways = dict.fromkeys(map(_concepts, (name, *(names_of(known) if known else ()))))
    return tuple(filter(None, ways)) if len(_concepts(name)) > 1 else ()


def _is_about_a_thing(question: str) -> bool:
    """Whether a question asks what can be asked about any thing, for nobody and no case."""
    low = folded(question)
    asked = WORD.findall(low)
    return (
        not _OPENERS.isdisjoint(asked[:1])
        and (asked[:2] in _WHAT_IS or any(map(names.frames_question, asked)))
        and not any(map(names.asks_detail, asked))
        and named_cases(question).keys() <= {"purpose"}
        and not names.populations(low, question)
    )


def _tells(word: str) -> bool:
    return not (word[0].isdigit() or word in STOP_WORDS or names.frames_question(word))


def _concepts(name: str) -> tuple[str, ...]:
    return tuple(concept for concept in content_concepts(name) if not concept[0].isdigit())
