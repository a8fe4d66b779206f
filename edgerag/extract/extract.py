"""From a parsed handbook to the entities it names and how it relates them, and to what it claims."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from edgerag.domain.entities import (
    Entity,
    EntityMention,
    EntityType,
    Extracted,
    entity_id,
)
from edgerag.domain.handbooks import Chunk, Section
from edgerag.domain.ids import ChunkId
from edgerag.domain.own_names import OwnName
from edgerag.extract.claims import claims_of
from edgerag.extract.naming import Naming, surface
from edgerag.extract.relations import relations
from edgerag.extract.statements import Read, Reader
from edgerag.language.claims import Claim


def extract(
    text: str, sections: Iterable[Section], chunks: Sequence[Chunk], own_names: Sequence[OwnName]
) -> Extracted:
    """Read a handbook for its entities and their relations, without any model, in time that grows with it.

    Args:
        text: the handbook text.
        sections: of the handbook.
        chunks: of the handbook.
        own_names: what the handbook itself calls things.
    """
    reader = Reader(text, chunks, Naming(own_names))
    return _extracted([one for section in sections for one in reader.read(section)], chunks)


def extract_with_claims(
    text: str, sections: Iterable[Section], chunks: Sequence[Chunk], own_names: Sequence[OwnName]
) -> tuple[Extracted, tuple[Claim, ...]]:
    """Read a handbook as `extract` and `claims_of` do, section by section: so a text is searched once."""
    reader = Reader(text, chunks, Naming(own_names))
    statements: list[Read] = []
    claims: list[Claim] = []
    for section in sections:
        statements += reader.read(section)
        claims += claims_of(text, [section])
    return _extracted(statements, chunks), tuple(claims)


def _extracted(statements: Sequence[Read], chunks: Sequence[Chunk]) -> Extracted:
    spans = {chunk.id: (chunk.start, chunk.end) for chunk in chunks}
    mentions = dict.fromkeys(mention for one in statements for mention in _mentions(one, spans))
    return Extracted(_entities(statements), tuple(mentions), tuple(relations(statements)))


def _mentions(one: Read, spans: Mapping[ChunkId, tuple[int, int]]) -> Iterator[EntityMention]:
    """Give a statement's mentions in each chunk that holds them; of a heading, in the chunk that it heads."""
    for named in one.named:
        start, end = one.start + named.start, one.start + named.end
        whole = [c for c in one.chunks if spans[c][0] <= start and end <= spans[c][1]]
        for chunk in whole or one.chunks[:1]:
            yield EntityMention(entity_id(named.type, named.name), chunk, start, end)


def _entities(statements: Iterable[Read]) -> tuple[Entity, ...]:
    """List each entity once, by its id, with the names that the handbook has for it.

    A heading without a text of its own is in no passage; what it names is listed for what stands below it.
    """
    names: dict[tuple[EntityType, str], set[str]] = {}
    for one in statements:
        for text, entities in ((one.text, one.named), *((line.text, line.named) for line in one.above)):
            for named in entities:
                written = surface(text[named.start : named.end])
                names.setdefault((named.type, named.name), set()).add(written)
    found = (
        Entity(entity_id(kind, name), kind, name, tuple(sorted(used - {name})))
        for (kind, name), used in names.items()
    )
    return tuple(sorted(found, key=lambda entity: entity.id))
