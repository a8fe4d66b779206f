"""What was understood of a question, in one line: "gonorrhoea · ceftriaxone · adult · dose"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from edgerag.domain.notices import Part, Sort
from edgerag.language.conditions import named
from edgerag.language.names import Family
from edgerag.language.questions import Asked, Entity
from edgerag.language.spelling import spelling
from edgerag.language.values import Kind, Value

_ORDER: Final = (
    Family.CONDITION,
    Family.DRUG,
    Family.DRUG_CLASS,
    Family.PROCEDURE,
    Family.TEST,
    Family.ANALYTE,
    Family.ROUTE,
    Family.PEOPLE,
)
_OF_PEOPLE: Final = frozenset({Kind.AGE, Kind.WEIGHT})
"""A question for one of these asks for a value too, and says which."""
_ASKED: Final = {
    Kind.DOSE: "dose",
    Kind.DURATION: "how long",
    Kind.TIMING: "when",
    Kind.FREQUENCY: "how often",
    Kind.COUNT: "how many",
    Kind.AGE: "at what age",
    Kind.WEIGHT: "at what weight",
    Kind.THRESHOLD: "at what value",
    Kind.STRENGTH: "strength",
    Kind.ROUTE: "route",
    Kind.DRUG: "which medicine",
    Kind.ACTION: "whether to",
}
_OPEN_DEED: Final = "what to do"
"""What is asked for where "nothing" is an answer too, but neither yes nor no."""


@dataclass(frozen=True, slots=True)
class Named:
    """A part of the line that stands in the question."""

    part: Part
    start: int
    end: int
    group: Family | Kind
    """What sort of name it is, or of value."""
    name: str
    """Its canonical name; of a value its words."""


def understood_line(parts: Iterable[Part]) -> str:
    """Name the illnesses, the medicines, the people and what is asked for; empty if there is none of it."""
    return " · ".join(part.words for part in parts)


def parts_of(asked: Asked) -> tuple[Part, ...]:
    """Give the parts of the line in their order, each once."""
    is_of_people = not _OF_PEOPLE.isdisjoint(asked.kinds)
    wanted = (_called(kind, asked) for kind in asked.kinds if kind is not Kind.THRESHOLD or not is_of_people)
    parts = (*(named.part for named in named_parts(asked)), *(Part(Sort.ASKED, words) for words in wanted))
    first: dict[str, Part] = {}
    for part in parts:
        first.setdefault(part.words, part)
    return tuple(first.values())


def _called(kind: Kind, asked: Asked) -> str:
    return _OPEN_DEED if kind is Kind.ACTION and asked.is_open_deed else _ASKED[kind]


def kinds_called(words: str) -> tuple[Kind, ...] | None:
    """Give the kind of answer that the line calls so; None if it calls none so."""
    if words == _OPEN_DEED:
        return (Kind.ACTION,)
    return next(((kind,) for kind, called in _ASKED.items() if called == words), None)


def asked_words() -> tuple[str, ...]:
    """Give what the line can say is asked for."""
    return tuple(_ASKED.values())


def said_of_people(text: str, value: Value) -> str:
    """Give an age or a weight in the words of its text: "34-year-old", "58 kg"."""
    return text[value.start : value.end].strip() + "-old" * text.startswith("-old", value.end)


def named_parts(asked: Asked) -> Iterator[Named]:
    """Yield what a question names and whom it is about, with the place, in the order of the line."""
    for entity in sorted(_longest(asked), key=lambda one: _ORDER.index(one.family)):
        sort = Sort.PEOPLE if entity.family is Family.PEOPLE else Sort.NAME
        part = Part(sort, _written(entity, asked.text))
        yield Named(part, entity.start, entity.end, entity.family, entity.name)
    for value in (*asked.ages, *asked.weights):
        words = said_of_people(asked.text, value)
        yield Named(Part(Sort.PEOPLE, words), value.start, value.end, value.kind, words)


def _longest(asked: Asked) -> Iterator[Entity]:
    """Yield what a question names and does not leave out; of names that overlap the longest."""
    ill = {mention.start for mention in named(asked.text)}
    meant = (
        entity
        for entity in asked.entities
        if (entity.family is not Family.CONDITION or entity.start in ill)
        and (entity.family is not Family.PEOPLE or entity.name not in asked.left_out)
    )
    taken = -1
    for entity in sorted(meant, key=lambda one: (one.start, -one.end, _ORDER.index(one.family))):
        if entity.start >= taken:
            taken = entity.end
            yield entity


def _written(entity: Entity, text: str) -> str:
    """Write a name as the question does; a medicine also by the name that it is known by here."""
    written = text[entity.start : entity.end]
    known = entity.name.replace("-", " ")
    is_same = spelling(known.replace(" ", "")) == spelling(written.replace("-", "").replace(" ", ""))
    if entity.family is not Family.DRUG or is_same:
        return written if written.isupper() else written.lower()
    return f"{written} ({known})"
