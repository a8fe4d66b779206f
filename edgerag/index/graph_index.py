"""The knowledge graph of one library: found, opened, and built anew by a child process when it lags.

An encrypted library has none: it would lie on the disk, for whoever takes that to read.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread
from typing import Final

import msgspec

from edgerag.errors import Cancelled, GraphError, StoreError
from edgerag.index.graph import Graph
from edgerag.index.graph_child import CHILD_ARGUMENTS, Built, GraphTask, Outcome, Refused
from edgerag.index.graph_files import GraphFile, newest
from edgerag.process import child_command, child_environment, last_words
from edgerag.store.library import Library

_CANCEL_S: Final = 0.2
"""How soon a cancel is noticed."""
_STOPPED: Final = "stopped; the graph is as it was"


class GraphIndex:
    """The graph of one library; nobody waits for it who does not ask to."""

    def __init__(self, library: Library, folder: Path) -> None:
        self._library = library
        self._folder = folder

    @property
    def is_barred(self) -> bool:
        """Whether there may be no graph, because the library is encrypted."""
        return self._library.is_encrypted

    def is_current(self) -> bool:
        """Say whether there is a graph of the library as it is now; only its name is looked at.

        Raises:
            StoreError: the library cannot be read.
        """
        found = newest(self._folder)
        return found is not None and found.generation == self._library.generation

    def is_whole(self) -> bool:
        """Say whether that graph is also as it was written.

        Raises:
            StoreError: the library cannot be read.
        """
        return self._whole() is not None

    def _whole(self) -> GraphFile | None:
        if self.is_barred:
            return None
        found = newest(self._folder)
        if found is None or found.generation != self._library.generation or not found.is_whole():
            return None
        return found

    def open(self) -> Graph | None:
        """Open the graph, if there is a whole one of the library as it is now.

        Raises:
            StoreError: the library cannot be read.
        """
        found = self._whole()
        if found is None:
            return None
        try:
            return Graph(found.path)
        except (GraphError, FileNotFoundError):  # another process has just put a newer one there
            return None

    def current(self, cancel: Event, tell: Callable[[], object], *, is_anew: bool = False) -> Graph:
        """Open the graph of the library as it is now, building it first if there is none.

        Args:
            cancel: set it to stop building.
            tell: called before the graph is built.
            is_anew: build it even if there is one.

        Raises:
            Cancelled: `cancel` was set.
            GraphError: it cannot be built, or the library is encrypted.
            StoreError: the library cannot be read.
        """
        graph = None if is_anew else self.open()
        if graph is None:
            tell()
            self.build(cancel, is_anew=is_anew)
            graph = self.open()
        if graph is None:
            raise GraphError("the library changed while its graph was built", hint="do the same again")
        return graph

    def build(self, cancel: Event | None = None, *, is_anew: bool = False) -> None:
        """Have a child process build the graph, and wait for it.

        Args:
            cancel: set it to stop; an older graph stays.
            is_anew: build it even if there is a whole one.

        Raises:
            Cancelled: `cancel` was set.
            GraphError: it cannot be built, or the library is encrypted.
        """
        if self.is_barred:
            raise GraphError(
                "an encrypted library has no graph: it would lie on the disk, readable",
                hint="edgerag differences and edgerag ask need none",
            )
        task = GraphTask(str(self._library.connections.path), str(self._folder), is_anew)
        with subprocess.Popen(
            child_command(CHILD_ARGUMENTS),
            env=child_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as child:
            try:
                said, complaint = _finished(child, msgspec.msgpack.encode(task), cancel or Event())
            except BaseException:
                child.kill()
                raise
        outcome = _outcome(said, complaint, child.returncode)
        if isinstance(outcome, Built):
            return
        if cancel is not None and cancel.is_set():  # Ctrl-C reaches the child too, which may die of it first
            raise Cancelled(_STOPPED)
        raise GraphError(outcome.message, hint=outcome.hint)

    def build_in_background(self, cancel: Event) -> Thread:
        """Begin to build the graph if it lags and there is anything in it.

        What goes wrong leaves the older one, or none; who needs the graph then learns why.
        """

        def quietly() -> None:
            try:
                if not self.is_barred and self._library.entities() and not self.is_current():
                    self.build(cancel)
            except (Cancelled, StoreError, OSError):
                return

        thread = Thread(target=quietly, name="graph", daemon=True)
        thread.start()
        return thread


def _finished(child: subprocess.Popen[bytes], task: bytes, cancel: Event) -> tuple[bytes, bytes]:
    """Wait for a child's last word.

    Raises:
        Cancelled: `cancel` was set.
    """
    given: bytes | None = task
    while True:
        try:
            return child.communicate(given, timeout=_CANCEL_S)
        except subprocess.TimeoutExpired:
            given = None
        if cancel.is_set():
            raise Cancelled(_STOPPED)


def _outcome(said: bytes, complaint: bytes, code: int) -> Outcome:
    """Read what a child said; one that died said nothing, and why it did is told in its place."""
    try:
        return msgspec.msgpack.decode(said, type=Outcome)
    except msgspec.DecodeError:
        reason = last_words(complaint) or f"it ended with {code}"
        return Refused(f"the process that builds the graph failed: {reason}", "")
