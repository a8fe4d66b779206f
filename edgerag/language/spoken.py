"""How nurses write in haste and patients speak: "preg, waters broke" is pregnant with ruptured membranes.

Handbooks call it by its name, and a cross-encoder that was trained on the web's questions hardly knows that
the two are one. `data/spoken.toml` lists what means the same; a sign stands for no illness that may cause it.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

import msgspec

from edgerag.language.clipped import clipped
from edgerag.language.matching import Matcher
from edgerag.language.questions import Alternative
from edgerag.language.spelling import spelling
from edgerag.language.words import folded_words


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    short: dict[str, str]
    spoken: dict[str, list[str]]


_WORD: Final = re.compile(r"(?<![\w'’/-])[a-z]\w*(?![\w'’/-])")
_LETTERS: Final = re.compile(r"(?<![\w'’/-])[A-Za-z]{3,}(?![\w'’/-])")
_SUGAR: Final = re.compile(
    r"(?<!blood )\bsugar(?=\s+(?:(?:is|was|of|at|only|now)\s+){0,2}\d+(?:\.\d)?\b"
    r"(?!\s*(?:g|kg|mg|tea|table|spoon)))"
)
"""A level of sugar that is measured in somebody: "sugar 2.1"."""
_GESTATION: Final = re.compile(
    r"\b(?:at|@)\s+(?:1[2-9]|[23]\d|4[0-2])(?:\s*-\s*\d\d)?(?:\s*/\s*40\b|[\s-]*weeks?\b)"
    r"(?!\s+(?:of|old|after|post|on|into|treatment|follow|visit|later))"
)
"""How far a pregnancy is: "at 34 weeks"."""
_YOUNG: Final = re.compile(
    r"\b(?:bab(?:y|ies)|infants?|newborns?|neonat\w+|child(?:ren)?|pregnan\w+|gestation\w*|treatment|months?)\b"
)
"""Who or what else may be so many weeks old, or what tells already that somebody is pregnant."""


@lru_cache(maxsize=1024)
def written_out(text: str) -> str:
    """Write out the short forms of a question or a passage: "preg", "wks", "azithro"."""
    short = _table().short
    written = _WORD.sub(lambda word: short.get(word[0], word[0]), text)
    return _SUGAR.sub("blood sugar", _LETTERS.sub(lambda word: _in_full(word[0]), written))


def _in_full(word: str) -> str:
    """Write out a medicine by the beginning of whose name it is called."""
    return clipped().get(spelling(word), word)


def by_name(text: str) -> tuple[str, tuple[Alternative, ...]]:
    """Call what is said in lay words by its name: "waters broke 2 hours ago" is "rupture of membranes 2 ...".

    Returns:
        The text, and for each name that was put into it what was said, which a handbook may say too.
    """
    said: dict[str, Alternative] = {}
    named, taken = text, len(text)
    for start, end, name in sorted(_matcher().find(text), key=lambda one: (-one[1], one[0])):
        if end > taken:
            continue
        taken = start
        around = named[:start], named[end:]
        named = ("" if _is_beside(name, *around) else name).join(around)
        said.setdefault(name, Alternative(name, (text[start:end],)))
    named = " ".join(named.split()) if said else text
    return _with_pregnancy(named), tuple(reversed(said.values()))


def _is_beside(name: str, before: str, after: str) -> bool:
    """Whether a name stands right before or behind a place already: "waters broke (rupture of membranes)"."""
    words = folded_words(name)
    return folded_words(before)[-len(words) :] == words or folded_words(after)[: len(words)] == words


def _with_pregnancy(text: str) -> str:
    week = _GESTATION.search(text)
    if week is None or _YOUNG.search(text.lower()):
        return text
    return f"{text[: week.end()]} pregnant{text[week.end() :]}"


@cache
def _matcher() -> Matcher[str]:
    matcher: Matcher[str] = Matcher()
    for name, ways in _table().spoken.items():
        for way in ways:
            matcher.add(way, name)
    return matcher


@cache
def _table() -> _Table:
    content = files("edgerag.language").joinpath("data", "spoken.toml").read_bytes()
    return msgspec.toml.decode(content, type=_Table)
