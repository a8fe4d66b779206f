from __future__ import annotations

import sys
from pathlib import Path
from threading import Event

import msgspec
import pytest

from edgerag.domain.entities import RelationType
from edgerag.errors import Cancelled, GraphError
from edgerag.index import graph_index
from edgerag.index.graph_child import Built
from edgerag.index.graph_files import newest
from edgerag.index.graph_index import GraphIndex
from edgerag.store.library import Library
from tests.graphs import id_of, make_extracted
from tests.synthetic import EMBEDDER, make_handbook, make_vectors
from tests.unit.store.locked import lock

BOOK = make_handbook("Clinic", ["Artesunate treats malaria."])
SAID = make_extracted(BOOK, [("artesunate", RelationType.TREATS, "malaria")])


@pytest.fixture
def index(library: Library, tmp_path: Path) -> GraphIndex:
    library.add(BOOK, make_vectors(1), EMBEDDER, SAID)
    return GraphIndex(library, tmp_path / "graph")


def test_a_graph_is_built_and_opened(index: GraphIndex) -> None:
    assert not index.is_current()
    assert index.open() is None
    index.build()
    assert index.is_current()
    graph = index.open()
    assert graph is not None
    with graph:
        assert graph.neighbourhood(id_of("malaria")) == {id_of("malaria"): 0, id_of("artesunate"): 1}


def test_the_current_graph_is_built_only_if_there_is_none(index: GraphIndex) -> None:
    told: list[str] = []
    for _ in range(2):
        with index.current(Event(), lambda: told.append("building")) as graph:
            assert graph.neighbourhood(id_of("malaria"))
    assert told == ["building"]
    with index.current(Event(), lambda: told.append("building"), is_anew=True):
        assert told == ["building", "building"]


def test_a_graph_of_an_older_library_is_not_used(index: GraphIndex, library: Library) -> None:
    index.build()
    library.replace_entities(
        BOOK.handbook.id, make_extracted(BOOK, [("quinine", RelationType.TREATS, "malaria")])
    )
    assert not index.is_current()
    assert index.open() is None
    index.build()
    graph = index.open()
    assert graph is not None
    with graph:
        assert id_of("quinine") in graph.neighbourhood(id_of("malaria"))


def test_a_damaged_graph_is_not_opened_and_is_built_again(index: GraphIndex, tmp_path: Path) -> None:
    index.build()
    found = newest(tmp_path / "graph")
    assert found is not None
    content = bytearray(found.path.read_bytes())
    content[len(content) // 2] ^= 1
    found.path.write_bytes(content)
    assert index.open() is None
    index.build()
    graph = index.open()
    assert graph is not None
    graph.close()


def test_a_cancelled_build_leaves_the_older_graph(
    index: GraphIndex, library: Library, tmp_path: Path
) -> None:
    index.build()
    older = newest(tmp_path / "graph")
    library.replace_entities(BOOK.handbook.id, SAID)
    cancel = Event()
    cancel.set()
    with pytest.raises(Cancelled):
        index.build(cancel)
    assert newest(tmp_path / "graph") == older


def test_what_cannot_be_built_is_said_and_stops_nobody_in_the_background(
    library: Library, tmp_path: Path
) -> None:
    (tmp_path / "graph").write_text("a file")
    index = GraphIndex(library, tmp_path / "graph")
    with pytest.raises(GraphError):
        index.build()
    index.build_in_background(Event()).join()
    assert index.open() is None


def test_a_graph_is_built_in_the_background(index: GraphIndex) -> None:
    index.build_in_background(Event()).join()
    assert index.is_current()


def test_nothing_is_built_of_nothing(library: Library, tmp_path: Path) -> None:
    index = GraphIndex(library, tmp_path / "graph")
    index.build_in_background(Event()).join()
    assert not index.is_current()


def test_an_encrypted_library_has_no_graph_on_the_disk(
    tmp_path: Path, cheap_wrapping: None, empty_keyring: None
) -> None:
    file = tmp_path / "data" / "library.db"
    with Library.open(file) as plain:
        plain.add(BOOK, make_vectors(1), EMBEDDER, SAID)
    lock(file)
    with Library.open(file) as library:
        index = GraphIndex(library, tmp_path / "graph")
        index.build_in_background(Event()).join()
        with pytest.raises(GraphError, match="an encrypted library has no graph"):
            index.build()
        assert index.open() is None
    assert not (tmp_path / "graph").exists()


@pytest.mark.parametrize("is_stopped", [True, False])
def test_a_child_that_dies_of_the_same_ctrl_c_was_stopped_and_did_not_fail(
    index: GraphIndex, monkeypatch: pytest.MonkeyPatch, *, is_stopped: bool
) -> None:
    monkeypatch.setattr(
        graph_index, "child_command", lambda _: [sys.executable, "-Sc", "raise KeyboardInterrupt"]
    )
    cancel = Event()
    if is_stopped:
        cancel.set()
    expected = (Cancelled, "as it was") if is_stopped else (GraphError, "failed: KeyboardInterrupt")
    with pytest.raises(expected[0], match=expected[1]):
        index.build(cancel)


def test_a_graph_that_was_built_before_the_stop_is_kept(
    index: GraphIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    cancel = Event()

    def finished(*_: object) -> tuple[bytes, bytes]:
        cancel.set()
        return msgspec.msgpack.encode(Built(1)), b""

    monkeypatch.setattr(graph_index, "_finished", finished)
    index.build(cancel)
