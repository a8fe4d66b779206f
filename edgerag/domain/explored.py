"""One entity as a person looks at it: what it is, what handbooks say of it, and where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from edgerag.domain.answers import Citation
from edgerag.domain.entities import Entity, RelationType
from edgerag.domain.handbooks import Handbook
from edgerag.domain.ids import HandbookId


@dataclass(frozen=True, slots=True)
class Statement:
    """Where a handbook relates two entities, in its own words."""

    handbook: Handbook
    citation: Citation
    confidence: float
    """That the words state this relation; 0 to 1."""

    @property
    def page(self) -> int | None:
        """The page to turn to; None where the format has no pages."""
        return self.citation.page

    @property
    def quote(self) -> str:
        """The words."""
        return self.citation.quote


@dataclass(frozen=True, slots=True)
class Related:
    """What handbooks say of the entity and one other."""

    type: RelationType
    is_source: bool
    """The entity does this to the other; else the other does it to the entity."""
    is_denied: bool
    other: Entity
    statements: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Explored:
    """All that is known of one entity."""

    entity: Entity
    handbooks: tuple[Handbook, ...]
    """Those that name it."""
    names: Mapping[HandbookId, tuple[str, ...]]
    """What each of them calls it."""
    n_mentions: Mapping[HandbookId, int]
    related: tuple[Related, ...]
    """By type, who does it to whom, and then what most handbooks say first."""
    community: str
    """Named by its most central entities; empty if the entity has no relations."""
    n_members: int
    farther: tuple[tuple[Entity, int], ...]
    """Entities that are more than one relation away, and how many."""
