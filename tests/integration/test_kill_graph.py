"""kill -9 at random moments while the knowledge graph is built."""

from __future__ import annotations

import random
import subprocess
import time
from pathlib import Path

import msgspec
import pytest

from edgerag.domain.entities import RelationType
from edgerag.index.graph_child import CHILD_ARGUMENTS, GraphTask
from edgerag.index.graph_files import LOCK, newest
from edgerag.index.graph_index import GraphIndex
from edgerag.process import child_command, child_environment
from edgerag.store.library import Library
from tests.graphs import make_extracted
from tests.synthetic import EMBEDDER, make_handbook, make_vectors

LONGEST_LIFE_S = 2.0
N_RELATIONS = 3000


def fill(library: Library) -> None:
    book = make_handbook("Clinic", [f"page {page}" for page in range(300)])
    kinds = list(RelationType)
    said = [(str(n % 211), kinds[n % 8], str(n % 503)) for n in range(N_RELATIONS)]
    library.add(book, make_vectors(300), EMBEDDER, make_extracted(book, said))


def build_and_kill(library: Path, folder: Path, seed: int) -> None:
    task = msgspec.msgpack.encode(GraphTask(str(library), str(folder), is_anew=True))
    with subprocess.Popen(
        child_command(CHILD_ARGUMENTS),
        env=child_environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
    ) as child:
        assert child.stdin is not None
        child.stdin.write(task)
        child.stdin.close()
        time.sleep(random.Random(seed).uniform(0, LONGEST_LIFE_S))
        child.kill()


@pytest.mark.parametrize(
    "n_kills", [pytest.param(10, id="few"), pytest.param(100, id="many", marks=pytest.mark.slow)]
)
def test_a_killed_build_leaves_a_whole_graph_or_none(tmp_path: Path, n_kills: int) -> None:
    folder, file = tmp_path / "graph", tmp_path / "library.db"
    with Library.open(file) as library:
        fill(library)
        index = GraphIndex(library, folder)
        n_found = 0
        for seed in range(n_kills):
            build_and_kill(file, folder, seed)
            assert len(library.entities()) == 503
            graph = index.open()
            assert (graph is None) == (newest(folder) is None)
            if graph is None:
                continue
            n_found += 1
            with graph:
                said = sum(graph.count(kind.name) for kind in RelationType)
                assert (graph.count("Entity"), said) == (503, N_RELATIONS)
            for file_of_graph in folder.glob("*.kuzu"):
                if seed % 3 == 0:
                    file_of_graph.unlink()
        index.build(is_anew=True)
        assert index.is_current()
        assert {path.suffix for path in folder.iterdir() if path.name != LOCK} == {".kuzu"}
