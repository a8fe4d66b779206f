"""What handbooks speak of: entities, where they are mentioned, and how one statement relates two of them.

Graph-guided retrieval, section 4.2.1: ten types of entity, eight types of relation. An entity is one meaning
over all handbooks: "adrenaline" and "epinephrine" are two names of one.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NewType

from edgerag.domain.ids import ChunkId

READER: Final = 2
"""Grows when entities and relations are read otherwise, so that libraries read their handbooks anew."""

EntityId = NewType("EntityId", str)
"""The type and the canonical name, "disease:malaria": the same on every machine."""


class EntityType(StrEnum):
    """What an entity is."""

    BODY = "body"
    GENE = "gene"
    SYMPTOM = "symptom"
    INSTRUMENT = "instrument"
    EXAMINATION = "examination"
    CHEMICAL = "chemical"
    DISEASE = "disease"
    DRUG = "drug"
    SUPPLEMENT = "supplement"
    TREATMENT = "treatment"


class RelationType(StrEnum):
    """What an entity is or does to another."""

    CAUSES = "causes"
    TREATS = "treats"
    AFFECTS = "affects"
    USES = "uses"
    PREVENTS = "prevents"
    LOCATION_OF = "location of"
    ASSOCIATED_WITH = "associated with"
    PART_OF = "part of"


@dataclass(frozen=True, slots=True)
class Entity:
    """One meaning, over all handbooks."""

    id: EntityId
    type: EntityType
    name: str
    """The canonical name."""
    names: tuple[str, ...]
    """Every other name that some handbook uses for it, in alphabetical order."""


@dataclass(frozen=True, slots=True)
class EntityMention:
    """Where a chunk names an entity."""

    entity: EntityId
    chunk: ChunkId
    start: int
    """Offset into the handbook text, as of `end`."""
    end: int


@dataclass(frozen=True, slots=True)
class Relation:
    """What one statement of a handbook says of two entities."""

    source: EntityId
    type: RelationType
    target: EntityId
    is_denied: bool
    """A TREATS that is denied is a contraindication."""
    chunk: ChunkId
    start: int
    """Of the statement; offset into the handbook text, as of `end`."""
    end: int
    confidence: float
    """0 to 1."""


@dataclass(frozen=True, slots=True)
class Extracted:
    """All that was read of one handbook's entities."""

    entities: tuple[Entity, ...]
    mentions: tuple[EntityMention, ...]
    relations: tuple[Relation, ...]


def entity_id(kind: EntityType, name: str) -> EntityId:
    """Name an entity by its type and its canonical name."""
    return EntityId(f"{kind}:{name}")
