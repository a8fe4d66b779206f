"""Libraries that speak of exactly the entities that a test says."""

from __future__ import annotations

from collections.abc import Sequence

from edgerag.domain.answers import Citation
from edgerag.domain.entities import (
    Entity,
    EntityId,
    EntityMention,
    EntityType,
    Extracted,
    Relation,
    RelationType,
    entity_id,
)
from edgerag.domain.explored import Statement
from edgerag.domain.graphs import GraphContent, HandbookContent
from edgerag.domain.handbooks import Handbook, ParsedHandbook
from edgerag.domain.ids import SectionId

Triple = tuple[str, RelationType, str]


def make_entity(name: str, *names: str, kind: EntityType = EntityType.DISEASE) -> Entity:
    return Entity(entity_id(kind, name), kind, name, tuple(sorted(names)))


def make_statement(book: Handbook, page: int, quote: str, confidence: float) -> Statement:
    citation = Citation(SectionId(page), "Care", page, page, quote, 0, len(quote))
    return Statement(book, citation, confidence)


def id_of(name: str, kind: EntityType = EntityType.DISEASE) -> EntityId:
    return entity_id(kind, name)


def make_extracted(
    parsed: ParsedHandbook, triples: Sequence[Triple], entities: Sequence[Entity] = ()
) -> Extracted:
    """Let the chunks of a handbook state `triples` in turn, each chunk as a whole."""
    named = {name for source, _, target in triples for name in (source, target)}
    given = {entity.name: entity for entity in entities}
    everything = {**{name: make_entity(name) for name in sorted(named)}, **given}
    relations, mentions = [], []
    for number, (source, kind, target) in enumerate(triples):
        chunk = parsed.chunks[number % len(parsed.chunks)]
        ends = (everything[source].id, everything[target].id)
        relations.append(Relation(ends[0], kind, ends[1], False, chunk.id, chunk.start, chunk.end, 0.5))
        mentions += [EntityMention(end, chunk.id, chunk.start, chunk.end) for end in ends]
    return Extracted(
        tuple(everything.values()), tuple(dict.fromkeys(mentions)), tuple(dict.fromkeys(relations))
    )


def make_content(books: Sequence[tuple[ParsedHandbook, Extracted]]) -> GraphContent:
    entities = {entity.id: entity for _, extracted in books for entity in extracted.entities}
    return GraphContent(
        [*entities.values()],
        [
            HandbookContent(p.handbook, p.pages, p.sections, p.chunks, e.mentions, e.relations)
            for p, e in books
        ],
    )
