"""What clinical text speaks of, in ten types: diseases, drugs, parts of the body ...

Three sources, in this order where they name the same words: `data/entities.toml`; medicines, tests and
procedures, as `names` reads them; the ending of a word ("-itis"). Of names that overlap, the one that begins
first counts, and of these the longest. What nobody listed has a type by the word that it turns on: `type_of`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import takewhile
from typing import Final

import msgspec

from edgerag.domain.entities import EntityType
from edgerag.language import lexicon, names
from edgerag.language.matching import Matcher, find_by, words
from edgerag.language.names import Family, find
from edgerag.language.spelling import spelling
from edgerag.language.text import lowered


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    names: dict[EntityType, str]
    """One entity a line: its canonical name and, after bars, its other names."""
    heads: dict[EntityType, list[str]]
    general: dict[EntityType, list[str]]
    """Heads that say so only after what is clinical."""
    endings: dict[EntityType, list[str]]
    other_trades: frozenset[str]
    """Words that end so and are no such thing."""
    plain: frozenset[str]
    """Adjectives that say nothing of a kind."""


@dataclass(frozen=True, slots=True)
class Named:
    """An entity that a text names, and where."""

    type: EntityType
    name: str
    """The canonical name."""
    start: int
    end: int


Place = tuple[int, int, Named | None]
"""Start and end in a text, and the entity that is named there; None if what stands there means none."""

_FEWEST_LETTERS: Final = 3
"""Before an ending."""
_WORDS_KEPT: Final = 1 << 16
_OF_PHRASE: Final = frozenset({"of", "for", "with", "in", "to", "by", "due"})


def named(text: str) -> tuple[Named, ...]:
    """Find the entities that a text names, in the order of the text; several drugs may share one place."""
    return tuple(apart(placed((*_listed(text), *_of_lexicon(text), *_by_ending(text)))))


def type_of(name: str) -> EntityType | None:
    """Say what a name of several words is, by the word that it turns on; None if that says nothing."""
    named = name.split()
    head = [*named[:1], *takewhile(lambda word: word not in _OF_PHRASE, named[1:])]
    ends = [found for found in words(" ".join(head)) if found[0][0].isalnum()]
    known = heads().get(spelling(ends[-1][0])) if ends else None
    return known[0] if known else None


def names_of(entity: Named) -> tuple[str, ...]:
    """Give every name that is listed for an entity, each once; its own alone if it is not listed."""
    return tuple(dict.fromkeys(_all_names().get((entity.type, entity.name), [entity.name])))


def whole(name: str) -> Named | None:
    """Give the entity that a text is nothing but a name of."""
    return next((one for one in named(name) if (one.start, one.end) == (0, len(name))), None)


def apart(places: Iterable[Place]) -> list[Named]:
    """Leave out what overlaps, but for several drugs at one place.

    The first counts, of these the longest, of these what comes first in `places`.
    """
    found: list[Named] = []
    last_start = last_end = 0
    for start, end, entity in sorted(places, key=lambda one: (one[0], -one[1])):
        several_at_once = (start, end) == (last_start, last_end) and _are_drugs(found, entity)
        if start >= last_end or several_at_once:
            found += [entity] if entity else []
            last_start, last_end = start, end
    return found


def placed(entities: Iterable[Named]) -> Iterator[Place]:
    """Say where each entity is named."""
    return ((one.start, one.end, one) for one in entities)


def _are_drugs(found: Sequence[Named], entity: Named | None) -> bool:
    """Whether a name stands for several drugs at once."""
    return bool(found) and entity is not None and found[-1].type is entity.type is EntityType.DRUG


def _listed(text: str) -> Iterator[Named]:
    for start, end, (kind, name) in _matcher().find(text):
        yield Named(kind, name, start, end)


_FAMILIES: Final = (
    (Family.DRUG_CLASS, EntityType.DRUG),
    (Family.TEST, EntityType.EXAMINATION),
    (Family.PROCEDURE, EntityType.TREATMENT),
)


def _of_lexicon(text: str) -> Iterator[Named]:
    for drug in names.drugs(lowered(text), text):
        yield Named(*_as_listed(EntityType.DRUG, drug.name), drug.start, drug.end)
    found = find(text)
    for family, kind in _FAMILIES:
        for mention in found[family]:
            yield Named(*_as_listed(kind, mention.name), mention.start, mention.end)


def _by_ending(text: str) -> Iterator[Named]:
    for start, end, kind in find_by(_type_by_ending, text):
        yield Named(kind, text[start:end].lower(), start, end)


@lru_cache(_WORDS_KEPT)
def _type_by_ending(word: str) -> EntityType | None:
    low = word.lower()
    if not (low.isascii() and low.isalpha()) or low in _table().other_trades:
        return None
    return next(
        (
            kind
            for ending, kind in _endings()
            if low.endswith(ending) and len(low) >= len(ending) + _FEWEST_LETTERS
        ),
        None,
    )


@cache
def _endings() -> tuple[tuple[str, EntityType], ...]:
    return tuple((ending, kind) for kind, endings in _table().endings.items() for ending in endings)


@cache
def _as_listed(kind: EntityType, name: str) -> tuple[EntityType, str]:
    """Give the type and the name that `entities.toml` has for what the lexicon calls `name`."""
    readable = _spaced(name)
    whole = (meaning for start, end, meaning in _matcher().find(readable) if end - start == len(readable))
    return next(whole, (kind, readable))


def _spaced(name: str) -> str:
    """Write a space for a hyphen of the lexicon's names; that of "x-ray" stands for none."""
    first, *others = name.split("-")
    spaced = first
    for part in others:
        before = spaced[-2:]
        spaced += f"{' ' if len(before) == 2 and before.isalnum() else '-'}{part}"
    return spaced


@cache
def _table() -> _Table:
    source = files("edgerag.language").joinpath("data", "entities.toml")
    return msgspec.toml.decode(source.read_bytes(), type=_Table)


def _lines() -> Iterator[tuple[EntityType, list[str]]]:
    """Read the listed entities: type and names, the canonical one first."""
    for kind, lines in _table().names.items():
        for line in lines.strip().splitlines():
            yield kind, line.split(" | ")


@cache
def _matcher() -> Matcher[tuple[EntityType, str]]:
    matcher: Matcher[tuple[EntityType, str]] = Matcher()
    for kind, listed in _lines():
        for name in listed:
            matcher.add(name, (kind, listed[0]))
    return matcher


@cache
def _all_names() -> dict[tuple[EntityType, str], list[str]]:
    """Give the names of each listed entity, of a medicine also those of the lexicon's other tables."""
    found = {(kind, listed[0]): list(listed) for kind, listed in _lines()}
    medicines, others = lexicon.medicines(), lexicon.others()
    tables = (
        (EntityType.DRUG, medicines.drugs),
        (EntityType.DRUG, medicines.classes),
        (EntityType.EXAMINATION, others.tests),
        (EntityType.TREATMENT, others.procedures),
    )
    for kind, table in tables:
        for key, more in table.items():
            found.setdefault(_as_listed(kind, key), []).extend((_spaced(key), *more))
    return found


@cache
def heads() -> Mapping[str, tuple[EntityType, str]]:
    """Give the words that a name may turn on, folded: what each of them says that it is, and its singular."""
    return _forms(_table().heads)


@cache
def phrase_heads() -> Mapping[str, tuple[EntityType, str]]:
    """Give those that a phrase of clinical words may turn on: `heads`, and words of every day."""
    return {**heads(), **_forms(_table().general)}


def plain() -> frozenset[str]:
    """Give the adjectives that say nothing of a kind: "initial treatment" is any."""
    return _table().plain


def _forms(table: Mapping[EntityType, Iterable[str]]) -> dict[str, tuple[EntityType, str]]:
    return {
        spelling(form): (kind, head)
        for kind, heads in table.items()
        for head in heads
        for form in (head, f"{head}s", f"{head}es")
    }
