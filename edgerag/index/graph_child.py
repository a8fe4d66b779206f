"""The process that builds the knowledge graph and ends: `python -m edgerag.index.graph_child`.

It reads a `GraphTask` from standard input and writes `Built` or `Refused` to standard output, both
MessagePack. Whatever happens to it, there is the old graph or the new one, and whoever asked goes on.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from edgerag.disk import disk_full_told, locked
from edgerag.errors import BusyError, EdgeRagError
from edgerag.folders import make_private
from edgerag.index.graph import write_graph
from edgerag.index.graph_content import content_of
from edgerag.index.graph_files import LOCK, newest, publish, scratch_folder
from edgerag.process import do_one_task
from edgerag.store.library import Library

CHILD_ARGUMENTS = ("-m", "edgerag.index.graph_child")
LONGEST_WAIT_S: Final = 120.0
"""For another process that is building the same graph."""
_POLL_S: Final = 0.1


class GraphTask(msgspec.Struct, frozen=True):
    """Which library's graph goes where."""

    library: str
    folder: str
    is_anew: bool
    """Build it even if there is a whole one."""


class Built(msgspec.Struct, frozen=True, tag="built"):
    """There is a graph of the library as it is now."""

    generation: int


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    """There is none, and why."""

    message: str
    hint: str


Outcome = Built | Refused


def main() -> None:
    """Do the one task on standard input."""
    do_one_task(lambda task: msgspec.msgpack.encode(_run(msgspec.msgpack.decode(task, type=GraphTask))))


def _run(task: GraphTask) -> Outcome:
    try:
        with disk_full_told():
            return Built(build(Path(task.library), Path(task.folder), is_anew=task.is_anew))
    except EdgeRagError as error:
        return Refused(str(error), error.hint)
    except OSError as error:
        return Refused(f"the graph cannot be written: {error}", "edgerag doctor")


def build(library_file: Path, folder: Path, *, is_anew: bool = False) -> int:
    """Build the graph of a library, unless another process has just done so; give its generation.

    Raises:
        BusyError: another process is building it and does not finish in time.
        GraphError: it cannot be written.
        StoreError: the library cannot be read.
    """
    make_private(folder)
    with _turn(folder / LOCK), Library.open(library_file) as library, library.reading():
        generation = library.generation
        found = newest(folder)
        if not is_anew and found is not None and found.generation == generation and found.is_whole():
            return generation
        with scratch_folder(folder) as scratch:
            built = scratch / "graph"
            write_graph(content_of(library), built, scratch)
            return publish(built, folder, generation).generation


@contextmanager
def _turn(lock: Path) -> Iterator[None]:
    """Wait until no other process is building.

    Raises:
        BusyError: that takes too long.
    """
    give_up = time.monotonic() + LONGEST_WAIT_S
    while True:
        try:
            holding = locked(lock, "building the graph")
            holding.__enter__()
        except BusyError:
            if time.monotonic() > give_up:
                raise
            time.sleep(_POLL_S)
            continue
        try:
            yield
        finally:
            holding.__exit__(None, None, None)
        return


if __name__ == "__main__":
    main()
