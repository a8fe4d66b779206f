"""What was understood of a question, in one line: "gonorrhoea · ceftriaxone · adult · dose"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

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
    Kind.ACTION: "what to do",
}


def understood_line(asked: Asked) -> str:
    """Name the illnesses, the medicines, the people and what is asked for; empty if there is none of it."""
    return " · ".join(dict.fromkeys(_parts(asked)))


def said_of_people(text: str, value: Value) -> str:
    """Give an age or a weight in the words of its text: "34-year-old", "58 kg"."""
    return text[value.start : value.end].strip() + "-old" * text.startswith("-old", value.end)


def _parts(asked: Asked) -> Iterator[str]:
    named_here = list(_longest(asked))
    for family in _ORDER:
        yield from (_written(entity, asked.text) for entity in named_here if entity.family is family)
    for value in (*asked.ages, *asked.weights):
        yield said_of_people(asked.text, value)
    is_of_people = not _OF_PEOPLE.isdisjoint(asked.kinds)
    yield from (_ASKED[kind] for kind in asked.kinds if kind is not Kind.THRESHOLD or not is_of_people)


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
