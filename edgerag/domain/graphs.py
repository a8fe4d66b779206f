"""The knowledge graph: what goes into it, and what is read out of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from edgerag.domain.entities import Entity, EntityId, EntityMention, Relation
from edgerag.domain.handbooks import Chunk, Handbook, Page, Section
from edgerag.domain.ids import HandbookId


@dataclass(frozen=True, slots=True)
class HandbookContent:
    """What one handbook gives to the graph."""

    handbook: Handbook
    pages: Sequence[Page]
    sections: Sequence[Section]
    chunks: Sequence[Chunk]
    mentions: Sequence[EntityMention]
    relations: Sequence[Relation]


@dataclass(frozen=True, slots=True)
class GraphContent:
    """All that the graph of a library is made of."""

    entities: Sequence[Entity]
    handbooks: Iterable[HandbookContent]
    """Read once, one after another."""


@dataclass(frozen=True, slots=True)
class Community:
    """Entities that have more to do with each other than with the rest."""

    id: int
    """0, 1, ... from the largest to the smallest."""
    name: str
    """Its most central entities."""
    members: tuple[EntityId, ...]
    """The most central first."""


@dataclass(frozen=True, slots=True)
class Said:
    """A relation, and the handbook that states it."""

    handbook: HandbookId
    relation: Relation


@dataclass(frozen=True, slots=True)
class Rows:
    """What a query gives."""

    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]
    is_cut: bool
    """There are more rows."""
