"""Whether entities and relations are read right: compared with what a person marked in passages.

A mention is right if the person marked an entity of the same type there: the two overlap. A relation is right
if the person marked one of the same type, denied or not, between entities that its two are mentioned at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from edgerag.domain.entities import EntityId, EntityMention, EntityType, Extracted, RelationType
from edgerag.domain.handbooks import Chunk, Section
from edgerag.domain.ids import HandbookId, chunk_id, section_id
from edgerag.domain.own_names import NameSource, OwnName
from edgerag.errors import ConfigError
from edgerag.evaluate.metrics import share_measure
from edgerag.evaluate.results import Group, Measurements, Progress
from edgerag.extract.extract import extract

Count = tuple[int, int]
"""How many of how many are right."""


class MarkedEntity(msgspec.Struct, frozen=True):
    """An entity that a person marked."""

    type: EntityType
    start: int
    """Offset into the passage, as of `end`."""
    end: int


class MarkedRelation(msgspec.Struct, frozen=True):
    """A relation that a person marked between two of the entities, counted from 0."""

    source: int
    type: RelationType
    target: int
    denied: bool = False


class MarkedPassage(msgspec.Struct, frozen=True):
    """One line of `extract.SPLIT.jsonl`."""

    text: str
    entities: tuple[MarkedEntity, ...]
    relations: tuple[MarkedRelation, ...] = ()
    headings: tuple[str, ...] = ()
    """Above the passage, from the top of the tree down."""
    abbreviations: dict[str, str] = {}
    """What the handbook defines elsewhere."""

    def __post_init__(self) -> None:
        """Refuse what lies outside of the passage."""
        n_chars, places = len(self.text), range(len(self.entities))
        if not all(0 <= entity.start < entity.end <= n_chars for entity in self.entities):
            raise ValueError("an entity lies outside of the text")
        if not all(one.source in places and one.target in places for one in self.relations):
            raise ValueError("a relation is between entities that are not there")


def evaluate_extraction(passages: Sequence[MarkedPassage], progress: Progress) -> Measurements:
    """Read each passage as a handbook of its own, and compare.

    Raises:
        ConfigError: there is no passage.
    """
    if not passages:
        raise ConfigError("no passage is marked", hint="edgerag evaluate extract --help shows how")
    read: list[Extracted] = []
    for number, passage in enumerate(passages):
        progress("reading passages", number, len(passages))
        read.append(read_passage(passage))
    pairs = list(zip(passages, read, strict=True))
    measures = {
        "entity_precision": share_measure([_precise(passage, found) for passage, found in pairs]),
        "entity_recall": share_measure([_recalled(passage, found) for passage, found in pairs]),
        "relation_precision": share_measure([_related(passage, found) for passage, found in pairs]),
    }
    return Measurements(len(passages), measures, groups={"type": dict(_by_type(pairs))})


def read_passage(passage: MarkedPassage) -> Extracted:
    """Read a passage under its headings, as if it were all of a handbook."""
    book = HandbookId("passage")
    end = len(passage.text)
    heading = passage.headings[-1] if passage.headings else ""
    section = Section(section_id(book, 0), 0, None, 1, heading, passage.headings, 0, end, None, None)
    chunk = Chunk(chunk_id(book, 0), section.id, 0, "", 0, end, passage.text)
    own = [OwnName(name, meaning, NameSource.LIST) for name, meaning in passage.abbreviations.items()]
    return extract(passage.text, [section], [chunk], own)


def _precise(passage: MarkedPassage, found: Extracted, kind: EntityType | None = None) -> Count:
    mentions = [m for m in found.mentions if kind in {None, _type_of(m.entity)}]
    return sum(any(_is_at(m, gold) for gold in passage.entities) for m in mentions), len(mentions)


def _recalled(passage: MarkedPassage, found: Extracted, kind: EntityType | None = None) -> Count:
    marked = [gold for gold in passage.entities if kind in {None, gold.type}]
    return sum(any(_is_at(m, gold) for m in found.mentions) for gold in marked), len(marked)


def _related(passage: MarkedPassage, found: Extracted) -> Count:
    places = {
        mention.entity: {
            n for n, gold in enumerate(passage.entities) for m in found.mentions if _same(m, mention, gold)
        }
        for mention in found.mentions
    }
    n_right = sum(
        any(
            gold.type is one.type
            and gold.denied is one.is_denied
            and gold.source in places.get(one.source, ())
            and gold.target in places.get(one.target, ())
            for gold in passage.relations
        )
        for one in found.relations
    )
    return n_right, len(found.relations)


def _same(mention: EntityMention, wanted: EntityMention, gold: MarkedEntity) -> bool:
    return mention.entity == wanted.entity and _is_at(mention, gold)


def _is_at(mention: EntityMention, gold: MarkedEntity) -> bool:
    return _type_of(mention.entity) is gold.type and mention.start < gold.end and gold.start < mention.end


def _type_of(entity: EntityId) -> EntityType:
    return EntityType(entity.split(":", 1)[0])


def _by_type(pairs: Sequence[tuple[MarkedPassage, Extracted]]) -> Iterator[tuple[str, Group]]:
    """Give precision and recall of each type that was marked or read."""
    judges: dict[str, Callable[[MarkedPassage, Extracted, EntityType], Count]] = {
        "precision": _precise,
        "recall": _recalled,
    }
    for kind in EntityType:
        counts = {name: [judge(*pair, kind) for pair in pairs] for name, judge in judges.items()}
        n_marked = sum(whole for _, whole in counts["recall"])
        if n_marked or any(whole for _, whole in counts["precision"]):
            yield kind.value, Group(n_marked, {name: share_measure(c) for name, c in counts.items()})
