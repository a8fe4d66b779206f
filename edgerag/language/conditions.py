"""Which conditions a question names, and whether a text names them too.

The question "For how many days is ciprofloxacin given for dysentery?" is answered wherever ciprofloxacin is
given for so many days, says a cross-encoder. So a text that has no word for the disease, the injury or the
test that was asked about is no answer. Words are taken widely: what belongs to a condition may stand for it.
"""

from __future__ import annotations

import string
from functools import lru_cache

from edgerag.language import names
from edgerag.language.cues import Cue
from edgerag.language.matching import Wording
from edgerag.language.names import Mention
from edgerag.language.text import lowered


@lru_cache(maxsize=256)
def conditions(question: str) -> tuple[Wording, ...]:
    """Give all words for each condition that a question names.

    A medicine of which too much was taken is one. Of names inside each other the longest counts; a name of
    several conditions asks for any of them.
    """
    words: dict[tuple[int, int], set[str]] = {}
    for mention in named(question):
        words.setdefault((mention.start, mention.end), set()).update(names.words_for(mention.name))
    for poison in names.poisons(lowered(question), question):
        words[poison.start, poison.end] = set(names.spellings(poison.name))
    return tuple(_wording(asked) for asked in dict.fromkeys(map(frozenset, words.values())))


def named(question: str) -> list[Mention]:
    """Find the conditions that a question is about, not those that it says somebody is without."""
    return [mention for mention in names.conditions(question) if not _is_absent(mention, question)]


def _is_absent(mention: Mention, question: str) -> bool:
    """Whether it is named to say that somebody is without it: "an adult without anaemia"."""
    low = lowered(question)
    return Cue.WITHOUT.precedes(low, mention.start, most=1, over=str.isalnum, signs=string.punctuation)


@lru_cache(maxsize=512)
def _wording(words: frozenset[str]) -> Wording:
    return Wording(words)
