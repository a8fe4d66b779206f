"""From a name to all that handbooks say of what it names: the knowledge graph for people."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from rapidfuzz import process
from rapidfuzz.distance import OSA

from edgerag.domain.answers import Citation
from edgerag.domain.entities import Entity, EntityId, RelationType, entity_id
from edgerag.domain.explored import Explored, Related, Statement
from edgerag.domain.graphs import Said
from edgerag.domain.handbooks import Handbook, Page, Section
from edgerag.domain.ids import HandbookId
from edgerag.domain.pages import locate
from edgerag.errors import EntityNotFoundError
from edgerag.index.graph import Graph
from edgerag.language.entities import named
from edgerag.store.library import Library
from edgerag.store.salvage import Salvage

MOST_OFFERED: Final = 5
LEAST_LIKENESS: Final = 0.7
"""Of a name to what was typed, 1 for the same: two slips in seven letters."""
NOBODY_READ: Final = "no handbook has been read for entities"

_ORDER: Final = {kind: place for place, kind in enumerate(RelationType)}


def find_entity(entities: Sequence[Entity], typed: str) -> Entity:
    """Find what is called, in any handbook, as was typed; its id names it too.

    Raises:
        EntityNotFoundError: nothing is called that, or several things are; the hint says what is.
    """
    wanted = _folded(typed)
    found = [entity for entity in entities if wanted in _called(entity)]
    if len(found) == 1:
        return found[0]
    if found:
        ids = ", ".join(f'"{entity.id}"' for entity in found)
        raise EntityNotFoundError(f"several things are called {typed!r}", hint=f"use one of {ids}")
    if not entities:
        raise EntityNotFoundError(NOBODY_READ, hint="edgerag doctor --repair reads them, if there are any")
    near = similar_names(entities, typed)
    hint = f"did you mean {' or '.join(near)}?" if near else "try another name for it"
    raise EntityNotFoundError(f"no handbook speaks of {typed!r}", hint=hint)


def entities_in(text: str, entities: Iterable[Entity]) -> tuple[Entity, ...]:
    """Give those of a library's entities that a text names, in the order of the text."""
    known = {entity.id: entity for entity in entities}
    ids = dict.fromkeys(entity_id(one.type, one.name) for one in named(text))
    return tuple(known[one] for one in ids if one in known)


def similar_names(entities: Iterable[Entity], typed: str) -> list[str]:
    """Give the names that are written about as what was typed, the nearest first."""
    names = {_folded(name): name for entity in entities for name in (*entity.names, entity.name)}
    near = process.extract(
        _folded(typed),
        names.keys(),
        scorer=OSA.normalized_similarity,
        limit=MOST_OFFERED,
        score_cutoff=LEAST_LIKENESS,
    )
    return [names[folded] for folded, _, _ in near]


@dataclass(frozen=True, slots=True)
class _Quoting:
    """What quotations of a handbook are cut from."""

    pages: Sequence[Page]
    sections: Sequence[Section]

    def statement(self, said: Said, book: Handbook) -> Statement | None:
        """Quote a statement, of one over a page's end the longer part; None if its pages are damaged."""
        start = said.relation.start
        parts = locate(self.pages, start, said.relation.end)
        longest = max(parts, key=lambda part: len(part.text.strip()), default=None)
        above = [section for section in self.sections if section.start <= start]
        if longest is None or not longest.text.strip() or not above:
            return None
        section = above[-1]
        citation = Citation(
            section.id,
            " > ".join(section.path),
            longest.page.number,
            longest.page.ordinal,
            longest.text,
            longest.start,
            longest.end,
        )
        return Statement(book, citation, said.relation.confidence)


def explore(entity: Entity, graph: Graph, library: Library, *, hops: int = 1) -> Explored:
    """Gather what handbooks say of an entity, each statement in the words of its page.

    Args:
        entity: one of the library's.
        graph: the library's.
        library: where the words are; what is damaged there is not shown.
        hops: how far to look for other entities.

    Raises:
        GraphError: the graph cannot be read.
        StoreError: the library cannot be read.
    """
    readable = Salvage.of(library)
    books = {book.id: book for book in readable.handbooks()}
    entities = {one.id: one for one in readable.entities()}
    n_mentions = graph.mentions(entity.id)
    speaking = tuple(book for name, book in books.items() if name in n_mentions)
    community = graph.community(entity.id)
    far = graph.neighbourhood(entity.id, hops)
    return Explored(
        entity,
        speaking,
        {book.id: _names_in(readable, book.id, entity.id) for book in speaking},
        n_mentions,
        _related(entity.id, graph.said_of(entity.id), entities, books, readable),
        community.name if community else "",
        len(community.members) if community else 0,
        tuple(_farther(far, entities)),
    )


def _related(
    entity: EntityId,
    said: Iterable[Said],
    entities: Mapping[EntityId, Entity],
    books: Mapping[HandbookId, Handbook],
    library: Library,
) -> tuple[Related, ...]:
    """Gather all statements that say the same of the same two entities."""
    alike: dict[tuple[RelationType, bool, bool, EntityId], list[Statement]] = defaultdict(list)
    quoting = cache(lambda book: _Quoting(library.pages(book), library.sections(book)))
    for one in said:
        relation = one.relation
        is_source = relation.source == entity
        other = relation.target if is_source else relation.source
        if one.handbook not in books or other not in entities:
            continue
        statement = quoting(one.handbook).statement(one, books[one.handbook])
        if statement is not None:
            alike[relation.type, is_source, relation.is_denied, other].append(statement)
    found = [
        Related(kind, is_source, is_denied, entities[other], tuple(statements))
        for (kind, is_source, is_denied, other), statements in alike.items()
    ]
    return tuple(sorted(found, key=_place))


def _place(related: Related) -> tuple[int, bool, bool, int, float, str]:
    n_handbooks = len({statement.handbook.id for statement in related.statements})
    surest = max(statement.confidence for statement in related.statements)
    return (
        _ORDER[related.type],
        not related.is_source,
        related.is_denied,
        -n_handbooks,
        -surest,
        related.other.id,
    )


def _names_in(library: Library, book: HandbookId, entity: EntityId) -> tuple[str, ...]:
    """Give what a handbook calls an entity."""
    called = next((one for one in library.entities(book) if one.id == entity), None)
    return (called.name, *called.names) if called else ()


def _farther(
    far: Mapping[EntityId, int], entities: Mapping[EntityId, Entity]
) -> Iterator[tuple[Entity, int]]:
    for entity, n_hops in sorted(far.items(), key=lambda one: (one[1], one[0])):
        if n_hops > 1 and entity in entities:
            yield entities[entity], n_hops


def _called(entity: Entity) -> set[str]:
    return {_folded(name) for name in (entity.id, entity.name, *entity.names)}


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())
