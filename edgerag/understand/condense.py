"""A long case, cut down to what it asks: its questions, and in brackets whom they are about.

Retrieval compares a text with the whole of what is asked. A history of four hundred words is like everything
and near nothing, and each illness in it would be asked for. So only this is kept:

1. the sentences that ask;
2. the people, ages and weights of the rest;
3. the illnesses named most often in the rest, if the questions name none;
4. the medicines of the rest, if the questions ask how one is given and name none.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from edgerag.language import names
from edgerag.language.conditions import named
from edgerag.language.names import Family
from edgerag.language.negation import is_turned
from edgerag.language.reading import read
from edgerag.language.text import folded, lowered
from edgerag.language.values import Kind
from edgerag.understand.kinds import kinds_of
from edgerag.understand.saying import said_of_people

LONG_WORDS: Final = 100
"""Above this a question tells a story."""
MOST_ILLNESSES: Final = 2

_SENTENCE: Final = re.compile(r"[^.?!;]+(?:[.](?=\S)[^.?!;]+)*[.?!;]*")
_ASKS: Final = re.compile(
    r"\W*(?:(?:and|or|so|also|please)\W+)?(?:what|which|when|where|who|why|how|is|are|do|does|did|can|could|may|must"
    r"|will|would|should)\b",
    re.IGNORECASE,
)
_CLAUSE: Final = re.compile(r"[.?!;]+\s+|,\s+|\s(?:and|but)\s")
_ELSEWHERE: Final = re.compile(r"\b(?:denie[sd]|normal|ago|last|sister|brother)\b", re.IGNORECASE)
"""What a clause with one of these names is absent too, or past, or another person's."""
BY_AGE: Final = frozenset({"newborn", "infant", "child", "adolescent", "adult", "elderly"})
"""Where an age is given, it says more than these."""
_GIVEN: Final = frozenset({Kind.DOSE, Kind.FREQUENCY, Kind.DURATION, Kind.ROUTE, Kind.COUNT, Kind.STRENGTH})


def condensed(question: str) -> str:
    """Give a short question as it is, and of a long one what it asks and for whom."""
    if len(question.split()) <= LONG_WORDS:
        return question
    sentences = [sentence.strip() for sentence in _SENTENCE.findall(question) if sentence.strip()]
    asking = _asking(sentences)
    rest = " ".join(sentence for sentence in sentences if sentence not in asking)
    asked = " ".join(asking)
    whom = ", ".join(dict.fromkeys(_about(rest, asked)))
    return f"{asked} ({whom})" if whom else asked


def _asking(sentences: Sequence[str]) -> list[str]:
    """Give the sentences that ask, the last of them if they are too many; else the last sentence."""
    found = [sentence for sentence in sentences if sentence.endswith("?")]
    found = found or [sentence for sentence in sentences if _ASKS.match(sentence)] or [sentences[-1]]
    while len(found) > 1 and sum(len(sentence.split()) for sentence in found) > LONG_WORDS:
        del found[0]
    words = found[0].split()
    return found if len(words) <= LONG_WORDS else [" ".join(words[-LONG_WORDS:])]


def _about(rest: str, asked: str) -> Iterator[str]:
    """Yield whom and what a case is about, as far as its questions do not say it."""
    clauses = [
        clause for clause in _CLAUSE.split(rest) if not (is_turned(clause) or _ELSEWHERE.search(clause))
    ]
    said = ". ".join(clauses)
    ages = list(_measured(rest, Kind.AGE))
    known = names.names_of_people(asked) | (BY_AGE if ages else frozenset())
    yield from (m.name for m in names.populations(lowered(said), said) if m.name not in known)
    yield from ages
    yield from _measured(rest, Kind.WEIGHT)
    if not named(asked):
        yield from _illnesses(said)
    if _asks_how_given(asked):
        yield from (m.name.replace("-", " ") for m in names.drugs(lowered(said), said))


def _measured(text: str, kind: Kind) -> Iterator[str]:
    """Yield the ages or weights that a text gives."""
    for statement in read(text):
        for value in statement.values:
            if value.kind is kind:
                yield said_of_people(text, value)


def _asks_how_given(asked: str) -> bool:
    """Whether a question asks for the dose of a medicine without saying of which."""
    kinds, found = kinds_of(folded(asked)), names.find(asked)
    is_named = found[Family.DRUG] or found[Family.DRUG_CLASS] or Kind.DRUG in kinds
    return not is_named and not _GIVEN.isdisjoint(kinds)


def _illnesses(rest: str) -> list[str]:
    """Give the illnesses that a case names most often, in its words for them; of equals the last."""
    mentions = named(rest)
    counted = Counter(mention.name for mention in mentions)
    written = {mention.name: rest[mention.start : mention.end] for mention in mentions}
    last = {mention.name: mention.start for mention in mentions}
    often = sorted(counted, key=lambda name: (-counted[name], -last[name]))
    return [written[name] for name in often[:MOST_ILLNESSES]]
