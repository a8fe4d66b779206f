from __future__ import annotations

from edgerag.domain.entities import EntityId, Relation, RelationType
from edgerag.domain.graphs import Said
from edgerag.domain.ids import ChunkId, HandbookId


def test_the_same_statement_of_two_handbooks_is_said_twice() -> None:
    relation = Relation(EntityId("a"), RelationType.TREATS, EntityId("b"), False, ChunkId(1), 0, 1, 0.5)
    said = {Said(HandbookId(book), relation) for book in ("one", "two", "two")}
    assert len(said) == 2
