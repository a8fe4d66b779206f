"""The knowledge graph: how long it takes to build, and a neighbourhood beside the same query in SQLite."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from edgerag.domain.entities import EntityId, RelationType
from edgerag.index.graph_index import GraphIndex
from edgerag.store.library import Library
from tests.graphs import make_extracted
from tests.synthetic import EMBEDDER, make_handbook, make_vectors

N_HANDBOOKS = 20
N_ENTITIES = 2500
N_RELATIONS = 800
"""Of each handbook; all together as many as 20 real ones have."""
N_ASKED = 200


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    rng, kinds = random.Random(0), list(RelationType)
    with Library.open(tmp_path_factory.mktemp("graph") / "library.db") as opened:
        for number in range(N_HANDBOOKS):
            book = make_handbook(f"Handbook {number}", [f"{number} passage {n}" for n in range(600)])
            # A few entities have most of the relations, as in handbooks.
            ends = [str(int(N_ENTITIES * rng.random() ** 2)) for _ in range(2 * N_RELATIONS)]
            said = [(ends[2 * n], rng.choice(kinds), ends[2 * n + 1]) for n in range(N_RELATIONS)]
            opened.add(book, make_vectors(600, seed=number), EMBEDDER, make_extracted(book, said))
        yield opened


def test_build(benchmark: BenchmarkFixture, library: Library, tmp_path: Path) -> None:
    index = GraphIndex(library, tmp_path / "graph")
    benchmark.pedantic(lambda: index.build(is_anew=True), rounds=3)  # type: ignore[no-untyped-call]


def test_two_hops(benchmark: BenchmarkFixture, library: Library, tmp_path: Path) -> None:
    index = GraphIndex(library, tmp_path / "graph")
    index.build()
    asked = random.Random(1).sample([entity.id for entity in library.entities()], N_ASKED)
    graph = index.open()
    assert graph is not None
    with graph:
        assert all(set(graph.neighbourhood(one)) == in_sqlite(library, one) for one in asked[:20])
        ask_all = partial(p95_ms, graph.neighbourhood, asked)
        p95 = benchmark.pedantic(ask_all, rounds=1)  # type: ignore[no-untyped-call]
    benchmark.extra_info["p95_ms"] = p95
    benchmark.extra_info["p95_ms_in_sqlite"] = p95_ms(lambda one: in_sqlite(library, one), asked)


def in_sqlite(library: Library, entity: EntityId) -> set[EntityId]:
    """The entities within two relations, asked of the system of record."""
    beside = """
        with ends (a, b) as (
            select source, target from relations union all select target, source from relations
        ),
        one (key) as (
            select key from entities where id = ?1
            union select b from ends where a = (select key from entities where id = ?1)
        )
        select id from entities
        where key in (select key from one union select b from one join ends on a = key)
    """
    with library.reading() as db:
        return {EntityId(row[0]) for row in db.execute(beside, (entity,))}


def p95_ms(find: Callable[[EntityId], object], asked: list[EntityId]) -> float:
    times = []
    for one in asked:
        began = time.perf_counter()
        find(one)
        times.append((time.perf_counter() - began) * 1000)
    return sorted(times)[int(0.95 * len(times))]
