"""Deeds that need no medicine: what a text tells to do with a patient or a wound, or not to do.

A deed is a verb of the cue DEEDS with the words next to it that say what it is done to:

    ordered   it opens its clause ("Suture lacerations"), alone or after a case ("if deep, suture it"), or
              stands after what orders ("the wound should be sutured")
    banned    it stands right after what forbids ("do not close", "avoid suturing"), or before it at the end
              of a short clause ("suturing is not recommended")

"Suture" and "close" are one verb, as in `names.action`.
"""

from __future__ import annotations

import string
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from edgerag.language import names
from edgerag.language.clauses import cut
from edgerag.language.cues import Cue, says
from edgerag.language.negation import bans_in
from edgerag.language.text import folded

_STOPS: Final = ".;:|()"
_SIGNS: Final = f"{string.punctuation}•–—−»"
_MOST_WORDS: Final = 30
"""A clause of more is a damaged table."""
_NO_IMPERATIVE: Final = ("ing", "ed", "tion")
_OF_PLACE: Final = frozenset({"around", "at", "in", "into", "on", "once", "over", "to", "twice", "under"})
_NEAREST: Final = 2
"""Words: "the open wound"."""
_BEFORE_BAN: Final = 4
"""Words of a clause that what forbids may end: "suturing of wounds is not recommended"."""


@dataclass(frozen=True, slots=True)
class Deed:
    """What is to be done with something, or not."""

    verb: str
    objects: frozenset[str]
    cases: frozenset[str]
    """The illnesses and injuries that its text names: a ban is for these."""
    is_banned: bool


def deeds(text: str) -> Iterator[Deed]:
    """Yield the deeds that a statement orders or bans, in its order."""
    low = folded(text)
    if not says(low, Cue.DEEDS):
        return
    cases = frozenset(mention.name for mention in names.conditions(text))
    bans = bans_in(text)
    place = 0
    for clause in cut(low, _STOPS):
        end = place + len(clause)
        inside = [(start - place, stop - place) for start, stop in bans if place <= start and stop <= end]
        if len(clause.split()) <= _MOST_WORDS:
            yield from _of_clause(clause, inside, cases)
        place = end + 1


def _of_clause(clause: str, bans: Sequence[tuple[int, int]], cases: frozenset[str]) -> Iterator[Deed]:
    if not bans:
        yield from _ordered(clause, cases)
        return
    for start, end in bans:
        words = _words(clause[end:])
        verb = next((word for word in words[:1] if _is_deed(word)), "")
        if not verb and not words and len(before := _words(clause[:start])) <= _BEFORE_BAN:
            verb = next((word for word in before[:1] if _is_deed(word)), "")
        if verb and not _is_of_place(clause, verb):
            yield Deed(names.action(verb), _objects(clause, verb), cases, is_banned=True)


def _ordered(clause: str, cases: frozenset[str]) -> Iterator[Deed]:
    """Yield what a clause without a ban orders: after its case, if it has one."""
    *before, last = cut(clause, ",")
    part = last if before and Cue.IN_CASE.opens(before[0].lstrip(_SIGNS + " ")) else clause
    words = _words(part)
    verb = words[0] if words and _is_deed(words[0]) and not words[0].endswith(_NO_IMPERATIVE) else ""
    if not verb and says(part, Cue.HAS_TO):
        met = Cue.HAS_TO.search(part)
        after = _words(part[met.end() :]) if met else []
        verb = after[0] if after and _is_deed(after[0]) else ""
    if verb and not _is_of_place(part, verb):
        yield Deed(names.action(verb), _objects(part, verb), cases, is_banned=False)


def _is_of_place(clause: str, verb: str) -> bool:
    """Whether a verb says where, how or how often, and of what was said before: "apply to the face"."""
    words = [word.strip(_SIGNS) for word in clause.partition(verb)[2].split()]
    return bool(words) and (words[0] in _OF_PLACE or words[0].endswith("ly"))


def _is_deed(word: str) -> bool:
    met = Cue.DEEDS.search(word)
    return met is not None and met.span() == (0, len(word))


def _words(text: str) -> list[str]:
    """Give the words of a text that say something, and not when or how surely it is done."""
    every = (word.strip(_SIGNS).replace("-", "") for word in text.split())
    return [word for word in every if word.isalpha() and not _is_idle(word)]


def _is_idle(word: str) -> bool:
    return not _is_deed(word) and (names.is_stop_word(word) or word.endswith("ly"))


def _objects(clause: str, verb: str) -> frozenset[str]:
    """Name what a deed is done to: what follows its verb at once, or stands right before it."""
    before, _, after = clause.partition(verb)
    near = _words(after)[:_NEAREST] or _words(before)[-_NEAREST:]
    return frozenset(names.action(word) for word in near) - {names.action(verb)}
