"""The tables of the knowledge graph as text, which the graph database reads in one go.

Every string is quoted, whatever is in it, so that no name is ever part of a command.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Final, Self, TextIO

import msgspec

from edgerag.domain.entities import Entity, EntityId, Relation, RelationType
from edgerag.domain.graphs import GraphContent, HandbookContent
from edgerag.domain.handbooks import Page
from edgerag.domain.ids import ChunkId
from edgerag.index.communities import Weights, find_communities, strengths_within, weigh

Value = str | int | float | bool | None

NODES: Final = ("Handbook", "Section", "Chunk", "Entity", "Community")
EDGES: Final = ("MENTIONS", "IN_SECTION", "IN_HANDBOOK", "MEMBER_OF")


def table_of(kind: RelationType) -> str:
    """Name the table of one type of relation: "LOCATION_OF"."""
    return kind.name


class Tables:
    """One text file for each table, nodes before edges."""

    def __init__(self, folder: Path) -> None:
        names = (*NODES, *EDGES, *map(table_of, RelationType))
        self.files = {name: folder / f"{name}.csv" for name in names}
        self.n_rows: Counter[str] = Counter(dict.fromkeys(names, 0))
        self._closing = ExitStack()
        self._open: dict[str, TextIO] = {}

    def __enter__(self) -> Self:
        for name, path in self.files.items():
            file = path.open("w", encoding="utf-8", newline="")
            self._open[name] = self._closing.enter_context(file)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._closing.close()

    @property
    def n_bytes(self) -> int:
        """How large all of them are."""
        return sum(path.stat().st_size for path in self.files.values())

    def fill(self, content: GraphContent) -> None:
        """Write all rows."""
        names = {entity.id: entity.name for entity in content.entities}
        self._add_entities(content.entities)
        weights: Weights = {}
        for one in content.handbooks:
            self._add_handbook(one)
            chunks = {chunk.id for chunk in one.chunks}
            self._add_mentions(one, chunks, names.keys())
            relations = [
                relation
                for relation in one.relations
                if {relation.source, relation.target} <= names.keys() and relation.chunk in chunks
            ]
            self._add_relations(one, relations)
            weigh(weights, relations)
        self._add_communities(weights, names)

    def _add_entities(self, entities: Sequence[Entity]) -> None:
        for one in entities:
            self._write("Entity", one.id, one.type.value, one.name, msgspec.json.encode(one.names).decode())

    def _add_handbook(self, one: HandbookContent) -> None:
        """Write a handbook, its sections and its chunks, and what is in what."""
        book = one.handbook
        self._write("Handbook", book.id, book.metadata.title.value, book.metadata.edition.value)
        for section in one.sections:
            path = " > ".join(section.path)
            self._write("Section", section.id, section.heading, path, section.first_page)
            self._write("IN_HANDBOOK", section.id, book.id)
        sections = {section.id for section in one.sections}
        for chunk in one.chunks:
            self._write("Chunk", chunk.id, chunk.ordinal, chunk.start, chunk.end)
            if chunk.section_id in sections:
                self._write("IN_SECTION", chunk.id, chunk.section_id)

    def _add_mentions(
        self, one: HandbookContent, chunks: Iterable[ChunkId], entities: Iterable[EntityId]
    ) -> None:
        """Write how often each chunk names each entity; what is damaged in the library is not there."""
        times = Counter((mention.chunk, mention.entity) for mention in one.mentions)
        known_chunks, known_entities = set(chunks), set(entities)
        for (chunk, entity), n_times in times.items():
            if chunk in known_chunks and entity in known_entities:
                self._write("MENTIONS", chunk, entity, n_times)

    def _add_relations(self, one: HandbookContent, relations: Iterable[Relation]) -> None:
        starts = [page.start for page in one.pages]
        for said in relations:
            self._write(
                table_of(said.type),
                said.source,
                said.target,
                one.handbook.id,
                _page_at(one.pages, starts, said.start),
                said.chunk,
                said.start,
                said.end,
                said.is_denied,
                said.confidence,
            )

    def _add_communities(self, weights: Weights, names: dict[EntityId, str]) -> None:
        communities = find_communities(weights, names)
        number_of: dict[str, int] = {entity: one.id for one in communities for entity in one.members}
        strengths = strengths_within(weights, number_of)
        for one in communities:
            self._write("Community", one.id, one.name, len(one.members))
            for entity in one.members:
                self._write("MEMBER_OF", entity, one.id, strengths[entity])

    def _write(self, table: str, *values: Value) -> None:
        self._open[table].write(",".join(map(_field, values)) + "\n")
        self.n_rows[table] += 1


def _field(value: Value) -> str:
    if value is None:
        return ""
    return '"' + value.replace('"', '""') + '"' if isinstance(value, str) else str(value)


def _page_at(pages: Sequence[Page], starts: Sequence[int], offset: int) -> int | None:
    """Give the page to turn to for a place in the handbook text; None where the format has no pages."""
    at = bisect_right(starts, offset) - 1
    return pages[at].number if at >= 0 else None
