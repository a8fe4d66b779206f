"""Whether a question goes on from the one before it, and what it asks then: "and if she is pregnant?".

A question goes on from the one before only if it cannot stand alone:

1. it asks, and has no word that says of what: "and what dose?", "is it safe in pregnancy?";
2. or it asks nothing, but begins as what goes on does: "what about amoxicillin?", "and if she is pregnant?".

A circumstance with a topic of its own may be another patient's, unless a pronoun says whose: "and if a child
swallows kerosene?". What could stand alone and begins like that is in doubt, and what is in doubt is read
alone: nobody's illness is carried into another one's question.

Read together, they are one text. A question that asks gets the names and people of the one before, in
brackets. One that does not is put into the one before: in place of the name that it replaces, else in
brackets. Whom it speaks of replaces only whom nobody can be at the same time: children adults, but pregnant
no adult.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Final

from edgerag.domain.notices import Part, Sort
from edgerag.index.vocabulary import Vocabulary
from edgerag.language import names
from edgerag.language.names import Family
from edgerag.language.text import folded
from edgerag.language.values import Kind
from edgerag.understand.condense import BY_AGE
from edgerag.understand.kinds import kinds_of
from edgerag.understand.saying import Named, named_parts, parts_of, understood_line
from edgerag.understand.understand import understand
from edgerag.understand.vague import MOST_WORDS, has_rare, telling_words

_OPENER: Final = re.compile(
    r"\W*(?:(?:and|but|or|so|then|also)\b\W*)*"
    r"(?:(?:what|how) about\b\W*|what (?=(?:if|when)\b)|(?:the )?same (?:for|in)\b\W*)?",
    re.IGNORECASE,
)
_AUXILIARY: Final = (
    r"(?:is|are|was|were|do|does|did|can|could|may|must|might|will|would|shall|should|has|have)\b"
)
_CIRCUMSTANCE: Final = re.compile(
    rf"(?:if|unless|when|while|once|after|before|during)\b(?! (?:{_AUXILIARY}|to\b|how\b|what\b|which\b))",
    re.IGNORECASE,
)
_ASKS: Final = re.compile(
    rf"\b(?:what|which|when|where|who|whom|why|how)\b|(?:^|,\s*){_AUXILIARY}", re.IGNORECASE
)
_PRONOUN: Final = re.compile(
    r"\b(?:she|he|it|they|her|him|his|hers|its|their|them|this|that|these|those)\b", re.IGNORECASE
)
_DRUGS: Final = frozenset({Family.DRUG, Family.DRUG_CLASS})
_OF_PEOPLE: Final = frozenset({Family.PEOPLE, Kind.AGE, Kind.WEIGHT})
_NO_TOPIC: Final = frozenset({Family.PEOPLE, Family.ROUTE})
"""Whom something is given to, and on which way, does not say what."""
_ARTICLE: Final = re.compile(r"\ban? $", re.IGNORECASE)
_ENDS: Final = " ?.!,;"


class Standing(Enum):
    """How a question stands to the one before it."""

    ALONE = auto()
    IN_DOUBT = auto()
    """It can be read alone, and may be meant to go on."""
    GOES_ON = auto()


@dataclass(frozen=True, slots=True)
class Together:
    """A question read with the one before it."""

    text: str
    carried: str
    """What it has from the one before: "gonorrhoea · adult · dose"; empty if nothing of it is known."""


def standing(question: str, vocabulary: Vocabulary) -> Standing:
    """Say how a question stands to one that was asked before it, by its own words alone."""
    rest = _rest(question)
    is_opened, refers = rest != question.strip(_ENDS), _refers_back(rest)
    asks, names_topic = _asks(rest), _names_topic(rest)
    is_linked, is_circumstance = is_opened or refers, _CIRCUMSTANCE.match(rest) is not None
    if is_circumstance and refers and not asks:
        return Standing.GOES_ON
    if names_topic:
        goes_on = is_opened and not (asks or is_circumstance)
        return _either(goes_on, is_in_doubt=is_linked)
    said = telling_words(rest, [(part.start, part.end) for part in named_parts(understand(rest))])
    if has_rare(said, vocabulary):
        return Standing.IN_DOUBT if is_linked else Standing.ALONE
    says_little = len(said) <= (MOST_WORDS if is_linked else 0)
    return _either(says_little and (is_linked or asks), is_in_doubt=True)


def together(question: str, before: str) -> Together:
    """Read a question as one that goes on from the one before it."""
    rest, before = _rest(question), before.strip(_ENDS)
    return _asked_of(rest, before) if _asks(rest) else _put_into(rest, before)


def _either(goes_on: bool, *, is_in_doubt: bool) -> Standing:  # noqa: FBT001  # the one thing it is about
    if goes_on:
        return Standing.GOES_ON
    return Standing.IN_DOUBT if is_in_doubt else Standing.ALONE


def _rest(question: str) -> str:
    """Leave out the words that only say that it goes on."""
    opener = _OPENER.match(question)
    return question[opener.end() if opener else 0 :].strip(_ENDS)


def _asks(rest: str) -> bool:
    """Whether it asks something itself, and does not only change the case."""
    circumstance = _CIRCUMSTANCE.match(rest)
    body = rest[circumstance.end() :] if circumstance else rest
    return bool(_ASKS.search(body) or kinds_of(folded(body)))


def _names_topic(text: str) -> bool:
    return any(part.group not in _NO_TOPIC | _OF_PEOPLE for part in named_parts(understand(text)))


def _refers_back(rest: str) -> bool:
    """Whether it has a pronoun for which nothing before stands in the question itself."""
    pronoun = _PRONOUN.search(rest)
    if pronoun is None:
        return False
    earlier = rest[: pronoun.start()]
    return not (telling_words(earlier) or any(named_parts(understand(earlier))))


def _asked_of(rest: str, before: str) -> Together:
    """Ask what a question asks, of what and of whom the one before named."""
    own, theirs = _names(rest), _names(before)
    left_out = understand(rest).left_out
    said = {part.name for part in own} | left_out
    kept = [part for part in theirs if part.name not in said and not any(_replaces(one, part) for one in own)]
    if not _names_topic(before):
        return Together(f"{_capital(rest)} ({before})?", understood_line(parts_of(understand(before))))
    carried = {part.name: _words(part, before) for part in kept}
    brackets = f" ({', '.join(carried.values())})" if carried else ""
    return Together(f"{_capital(rest)}{brackets}?", " · ".join(carried.values()))


def _put_into(rest: str, before: str) -> Together:
    """Ask what the one before asked, with what the question changes in it."""
    own, theirs = _names(rest), _names(before)
    is_circumstance = _CIRCUMSTANCE.match(rest) is not None
    left_out = understand(rest).left_out
    changes = {(part.start, part.end): "" for part in theirs if part.name in left_out}
    placed = []
    for one in own:
        instead_of = [part for part in theirs if _replaces(one, part, is_circumstance=is_circumstance)]
        places = {(part.start, part.end) for part in instead_of}
        if len({part.name for part in instead_of}) == 1 and places.isdisjoint(changes):
            changes |= dict.fromkeys(places, rest[one.start : one.end])
            placed.append((one.start, one.end))
    stays = [part for part in theirs if (part.start, part.end) not in changes]
    wanted = (part.words for part in parts_of(understand(before)) if part.sort is Sort.ASKED)
    carried = dict.fromkeys([*(_words(part, before) for part in stays), *wanted])
    text = _changed(before, changes)
    is_placed = not (telling_words(rest, placed) or _has_number(rest, placed))
    return Together(f"{text}?" if is_placed and placed else f"{text} ({rest})?", " · ".join(carried))


def _names(text: str) -> list[Named]:
    """Give what a text names, in its order; words of one sort without another between are one name."""
    found: list[Named] = []
    for part in sorted(named_parts(understand(text)), key=lambda part: part.start):
        last = found[-1] if found else None
        is_one = last is not None and last.group == part.group and part.group not in _OF_PEOPLE
        if last is not None and is_one and not text[last.end : part.start].strip(" -"):
            words = text[last.start : part.end]
            found[-1] = replace(last, part=Part(Sort.NAME, words), end=part.end, name=words)
        else:
            found.append(part)
    return found


def _replaces(one: Named, other: Named, *, is_circumstance: bool = False) -> bool:
    """Whether a name takes the place of another; in a circumstance only people do, all else is added."""
    if one.group in _OF_PEOPLE and other.group in _OF_PEOPLE:
        if _is_age(one) and _is_age(other):
            return True
        is_weight = one.group is Kind.WEIGHT and other.group is Kind.WEIGHT
        return is_weight or names.exclusive(frozenset({one.name}), frozenset({other.name}))
    is_same_sort = one.group == other.group or {one.group, other.group} <= _DRUGS
    return is_same_sort and not is_circumstance


def _is_age(part: Named) -> bool:
    return part.group is Kind.AGE or (part.group is Family.PEOPLE and part.name in BY_AGE)


def _words(part: Named, text: str) -> str:
    """Give a name as its text writes it; an age or a weight with what belongs to it."""
    return part.part.words if isinstance(part.group, Kind) else text[part.start : part.end]


def _has_number(text: str, besides: Sequence[tuple[int, int]]) -> bool:
    return any(
        character.isdigit() and not any(start <= at < end for start, end in besides)
        for at, character in enumerate(text)
    )


def _changed(text: str, changes: dict[tuple[int, int], str]) -> str:
    """Write words at other places than their own, without the article of those that stood there."""
    for (start, end), words in sorted(changes.items(), reverse=True):
        text = (_ARTICLE.sub("", text[:start]) if words else text[:start]) + words + text[end:]
    return " ".join(text.split())


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
