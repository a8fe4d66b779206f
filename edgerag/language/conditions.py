"""Which conditions a question names, and whether a text names them too.

The question "For how many days is ciprofloxacin given for dysentery?" is answered wherever ciprofloxacin is
given for so many days, says a cross-encoder. So a text that has no word for the disease, the injury or the
test that was asked about is no answer. Words are taken widely: what belongs to a condition may stand for it.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from edgerag.language import names
from edgerag.language.text import lowered

_WITHOUT = re.compile(r"\b(?:no|not|non|without)\W+(?:\w+\W+)?$", re.IGNORECASE)
"""What stands after these is not what a question is about: "an adult without anaemia"."""


@lru_cache(maxsize=256)
def conditions(question: str) -> tuple[re.Pattern[str], ...]:
    """Give, for each condition that a question names, a pattern of all words for it.

    A medicine of which too much was taken is one. Of names inside each other the longest counts; a name of
    several conditions asks for any of them.
    """
    named: dict[tuple[int, int], list[str]] = {}
    for words in names.conditions().values():
        pattern = _pattern(tuple(words))
        for match in pattern.finditer(question):
            if not _WITHOUT.search(question, 0, match.start()):
                named.setdefault(match.span(), []).extend(words)
    for poison in names.poisons(lowered(question), question):
        named[poison.start, poison.end] = sorted(names.spellings(poison.name))
    return tuple(
        dict.fromkeys(_pattern(tuple(words)) for span, words in named.items() if not _is_inside(span, named))
    )


def _is_inside(span: tuple[int, int], others: dict[tuple[int, int], list[str]]) -> bool:
    return any(start <= span[0] and span[1] <= end and (start, end) != span for start, end in others)


@cache
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    """Find any of these words; one in capitals in capitals only."""
    return re.compile(rf"(?<![A-Za-z])(?:{'|'.join(_spelt(word) for word in words)})")


def _spelt(word: str) -> str:
    """Match a word over line ends, with any hyphen or none, and with any ending if it allows that."""
    stem = word.removesuffix("*")
    spelt = re.escape(stem).replace(r"\ ", r"\s+").replace(r"\-", r"[-‐‑–\s]?")
    spelt += r"\w*" if word.endswith("*") else r"(?![A-Za-z])"
    return spelt if any(char.isupper() for char in word) else f"(?i:{spelt})"
