from __future__ import annotations

import subprocess
from pathlib import Path
from threading import Thread

import msgspec
import pytest

from edgerag.disk import locked
from edgerag.domain.entities import RelationType
from edgerag.errors import BusyError
from edgerag.index import graph_child
from edgerag.index.graph import Graph
from edgerag.index.graph_child import CHILD_ARGUMENTS, Built, GraphTask, Outcome, Refused, build
from edgerag.index.graph_files import LOCK, newest
from edgerag.process import child_command, child_environment
from edgerag.store.library import Library
from tests.graphs import make_extracted
from tests.synthetic import EMBEDDER, make_handbook, make_vectors

BOOK = make_handbook("Clinic", ["Artesunate treats malaria."])


@pytest.fixture
def file(library: Library, tmp_path: Path) -> Path:
    extracted = make_extracted(BOOK, [("artesunate", RelationType.TREATS, "malaria")])
    library.add(BOOK, make_vectors(1), EMBEDDER, extracted)
    return tmp_path / "data" / "library.db"


def run(task: bytes) -> subprocess.CompletedProcess[bytes]:
    command = child_command(CHILD_ARGUMENTS)
    return subprocess.run(command, input=task, env=child_environment(), capture_output=True, check=False)


def test_a_child_builds_the_graph_of_a_library(file: Path, tmp_path: Path) -> None:
    folder = tmp_path / "graph"
    finished = run(msgspec.msgpack.encode(GraphTask(str(file), str(folder), is_anew=False)))
    assert msgspec.msgpack.decode(finished.stdout, type=Outcome) == Built(1)
    found = newest(folder)
    assert found is not None
    with Graph(found.path) as graph:
        assert graph.count("TREATS") == 1


def test_a_child_says_why_it_cannot(file: Path, tmp_path: Path) -> None:
    (tmp_path / "graph").write_text("a file")
    finished = run(msgspec.msgpack.encode(GraphTask(str(file), str(tmp_path / "graph"), is_anew=False)))
    assert isinstance(msgspec.msgpack.decode(finished.stdout, type=Outcome), Refused)


def test_a_graph_that_is_current_is_left_alone_unless_it_is_wanted_anew(file: Path, tmp_path: Path) -> None:
    folder = tmp_path / "graph"
    assert build(file, folder) == 1
    found = newest(folder)
    assert found is not None
    made = found.path.stat().st_mtime_ns
    build(file, folder)
    assert found.path.stat().st_mtime_ns == made
    found.path.write_bytes(b"damaged")
    build(file, folder)
    mended = newest(folder)
    assert mended is not None
    assert mended.is_whole()


def test_two_builders_take_turns(file: Path, tmp_path: Path) -> None:
    folder = tmp_path / "graph"
    folder.mkdir()
    with locked(folder / LOCK, "a test"):
        waiting = Thread(target=build, args=(file, folder))
        waiting.start()
        waiting.join(0.3)
        assert waiting.is_alive()
        assert newest(folder) is None
    waiting.join()
    assert newest(folder) is not None


def test_a_builder_does_not_wait_for_ever(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(graph_child, "LONGEST_WAIT_S", 0.1)
    (tmp_path / "graph").mkdir()
    with locked(tmp_path / "graph" / LOCK, "a test"), pytest.raises(BusyError):
        build(file, tmp_path / "graph")
