"""The checks of what keeps and finds text: SQLite with sqlite-vec, Tantivy, and Kùzu."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from edgerag.domain.handbooks import ParsedHandbook
from edgerag.errors import SelfTestError
from edgerag.ingest.assemble import assemble
from edgerag.selftest.outcomes import Passed, Task, version_of
from edgerag.store.library import Library

TEXT = """\
1. Fever

Give paracetamol and let the patient drink.

2. Snake bite

Never apply a tourniquet.

3. Burns

Cool the burn with running water.
"""
WORD = "tourniquet"
DIMENSIONS = 16


def check_vectors(task: Task) -> Passed:
    """Store chunks whose vectors stand at right angles, and look for the one that points one way."""
    from edgerag.index.vectors import VectorIndex

    with _small_library(Path(task.scratch)) as (library, parsed):
        index = VectorIndex(library)
        with library.transaction() as db:
            index.catch_up(db)
        wanted = next(chunk for chunk in parsed.chunks if WORD in chunk.text)
        found = index.search(_directions(len(parsed.chunks))[wanted.ordinal], 1)[parsed.handbook.id]
        if [hit.chunk_id for hit in found] != [wanted.id]:
            raise SelfTestError("the nearest vector was not found")
        with library.reading() as db:
            sqlite, vec = db.execute("select sqlite_version(), vec_version()").get
            if db.pragma("integrity_check") != "ok":
                raise SelfTestError("a library that was just written is damaged")
    return Passed(f"SQLite {sqlite}, sqlite-vec {vec.removeprefix('v')}", "wrote, read, found the nearest")


def check_words(task: Task) -> Passed:
    """Index chunks, and look for the one that has a word."""
    from edgerag.index.lexical import LexicalIndex

    with _small_library(Path(task.scratch)) as (library, parsed):
        index = LexicalIndex(library, Path(task.scratch) / "lexical")
        index.catch_up()
        found = index.search(f"Is a {WORD} needed?", 1).chunks[parsed.handbook.id]
        texts = [chunk.text for chunk in parsed.chunks if chunk.id == found[0].chunk_id]
        if not texts or WORD not in texts[0]:
            raise SelfTestError(f"the word {WORD!r} was not found")
    return Passed(version_of("tantivy"), "indexed, found a word")


def check_graph(task: Task) -> Passed:
    """Build a knowledge graph in a process of its own, and look from one end of a relation to the other."""
    from edgerag.domain.entities import Entity, EntityType, Extracted, Relation, RelationType, entity_id
    from edgerag.index.graph_index import GraphIndex

    kinds = {"paracetamol": EntityType.DRUG, "fever": EntityType.SYMPTOM}
    entities = [Entity(entity_id(kind, name), kind, name, ()) for name, kind in kinds.items()]
    drug, sign = (entity.id for entity in entities)
    with _small_library(Path(task.scratch)) as (library, parsed):
        chunk = parsed.chunks[0]
        said = Relation(
            source=drug,
            type=RelationType.TREATS,
            target=sign,
            is_denied=False,
            chunk=chunk.id,
            start=chunk.start,
            end=chunk.end,
            confidence=1.0,
        )
        library.replace_entities(parsed.handbook.id, Extracted(tuple(entities), (), (said,)))
        index = GraphIndex(library, Path(task.scratch) / "graph")
        index.build()
        graph = index.open()
        if graph is None:
            raise SelfTestError("the graph that was just built is not whole")
        with graph:
            if graph.neighbourhood(drug, 1) != {drug: 0, sign: 1} or graph.community(sign) is None:
                raise SelfTestError("a relation was not found")
    return Passed(version_of("kuzu"), "built, found a relation and a community")


@contextmanager
def _small_library(folder: Path) -> Iterator[tuple[Library, ParsedHandbook]]:
    """Open a new library with one handbook, each chunk's vector at right angles to the others'."""
    file = folder / "small.txt"
    file.write_text(TEXT, encoding="utf-8")
    parsed = assemble(file, chunk_words=8, overlap_words=0)
    with Library.open(folder / "library.db") as library:
        library.add(parsed, _directions(len(parsed.chunks)), "self-test")
        yield library, parsed


def _directions(n: int) -> np.ndarray:
    return np.eye(DIMENSIONS, dtype=np.float32)[:n]
