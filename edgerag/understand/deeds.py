"""Which deed a question asks about: "apply" a "tourniquet", "stitch" a wound."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from edgerag.language import names
from edgerag.language.conditions import conditions
from edgerag.language.medicines import named_in
from edgerag.language.reading import terms
from edgerag.language.text import folded
from edgerag.language.values import Kind
from edgerag.understand.kinds import asks_from, asks_open_deed, whether_from

_PASSIVE: Final = re.compile(
    r"(?<![a-z-])(?P<noun>[a-z-]++)(?: of (?:(?:an?|the) )?[a-z-]++(?: [a-z-]++){0,2}?)?"
    r" (?:(?:always|ever|routinely|still|also) )?be (?P<verb>[a-z-]+)(?: (?:and|or) (?P<other>[a-z-]+))?"
    r"(?: (?:with|using) (?P<means>[a-z-]+))?(?: (?P<after>[a-z-]+))?"
)
_PLAIN: Final = terms("give given use apply recommend need do treat put make avoid ok okay right wise")
"""Deeds that say nothing without what they are done with."""
_ANYTHING: Final = terms("anything something")
_ANYBODY: Final = terms("women woman men man mother girl boy client")
_SURE: Final = 2
"""Where grammar does not tell the deed, so many words of the question tell that a statement speaks of it."""


@dataclass(frozen=True, slots=True)
class Deed:
    """What a question asks to do or not to do."""

    terms: frozenset[str]
    verbs: frozenset[str]
    """How it says that deed; empty if grammar does not tell."""
    n_least: int
    """How many of the terms a statement must share to speak of it."""


def deed_of(question: str, low: str, kinds: tuple[Kind, ...]) -> Deed:
    """Read the deed as far as grammar tells; else guess it, if the question asks for one."""
    told = _told(question, low)
    if told or Kind.ACTION not in kinds or asks_open_deed(low):
        return Deed(told, _verbs(low), 1)
    start = asks_from(low)
    guessed = _guessed(question[start:], low[start:])
    return Deed(guessed, _verbs(low), min(len(guessed), _SURE))


def terms_of_deed(clause: str) -> frozenset[str]:
    """Give what a clause that asks whether says besides medicines, people and their condition."""
    low = folded(clause)
    left_out = {(one.start, one.end) for one in (*names.drugs(low, clause), *names.populations(low, clause))}
    left_out |= {span for condition in conditions(clause) for span in condition.spans(clause)}
    return _said(low, left_out)


def _told(question: str, low: str) -> frozenset[str]:
    """Give the terms without which a statement does not speak of the deed; empty if grammar does not tell.

    A medicine that only sets the scene is none of them.
    """
    drugs = named_in(question[whether_from(low) :]) or named_in(question)
    if drugs or asks_open_deed(low):
        return drugs
    passive = _PASSIVE.search(low)
    if passive is None:
        return frozenset()
    noun, verb, other, means, after = (terms(word or "") for word in passive.groups())
    done = (verb | other | after) - _PLAIN
    if done and any(condition.fullmatch(passive["noun"]) for condition in conditions(question)):
        return means - _ANYTHING or done  # a wound is in everything that is said of wounds
    return means - _ANYTHING or (noun | verb | other | after) - _PLAIN


def _verbs(low: str) -> frozenset[str]:
    passive = _PASSIVE.search(low)
    return terms(f"{passive['verb']} {passive['other'] or ''}") if passive else frozenset()


def _guessed(question: str, low: str) -> frozenset[str]:
    """Give what the question says besides the people and their condition, or the condition if that is all."""
    people = {(person.start, person.end) for person in names.populations(low, question)}
    ills = {span for condition in conditions(question) for span in condition.spans(question)}
    return _said(low, people | ills) or _said(low, people)


def _said(low: str, left_out: Iterable[tuple[int, int]]) -> frozenset[str]:
    for start, end in sorted(left_out, reverse=True):
        low = f"{low[:start]} {low[end:]}"
    said = terms(low) - _PLAIN - _ANYBODY
    return frozenset(term for term in said if not names.is_asking_word(term))
