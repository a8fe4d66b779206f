"""What the screens work with: settings, the library, the engine; each is opened when first asked for.

Opening blocks, so it is done in worker threads only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Lock, RLock, Thread
from typing import TYPE_CHECKING

from edgerag.config import Config
from edgerag.errors import Cancelled
from edgerag.policy import NO_RULES, Rules

if TYPE_CHECKING:
    from edgerag.engine.ask import Engine
    from edgerag.index.sync import Indexes
    from edgerag.store.library import Library
    from edgerag.store.reports import ReportId

_LOOK_S = 0.1
CHANGE_TIMEOUT_S = 5.0
"""How long a change waits for another program before the person is told."""


class Desk:
    """One person's library, engine and settings; safe to use from several threads."""

    def __init__(
        self,
        config: Config,
        config_file: Path,
        rules: Rules = NO_RULES,
        name: str = "",
        *,
        tell: Callable[[Sequence[str]], object] = lambda _: None,
    ) -> None:
        """Work for the person of that `name`; `tell` hears how the library was opened."""
        self.config = config
        self.config_file = config_file
        self.rules = rules
        """What the policy in force fixes."""
        self._name, self._tell = name, tell
        self._opening_library = Lock()
        self._opening_engine = RLock()
        self._library: Library | None = None
        self._engine: Engine | None = None
        self._indexes: Indexes | None = None
        self._graph: Thread | None = None
        self._closing = Event()
        self.session_began: ReportId | None = None
        """The newest report of the history when the library was opened; None before, and in a new library."""

    def library(self) -> Library:
        """Give the library; blocks while it is opened.

        Raises:
            StoreError: it cannot be opened.
        """
        from edgerag.governed import open_library

        with self._opening_library:
            if self._library is None:
                self._library = open_library(self.person, busy_timeout_s=CHANGE_TIMEOUT_S)
                self.sign()
                self.session_began = self._library.newest_report()
                if self._library.notes:
                    self._tell(self._library.notes)
            return self._library

    @property
    def person(self) -> str:
        """Whom the person says they are; empty for the account's name alone."""
        return self._name or self.config.interface.person

    def sign(self) -> None:
        """Let the audit trail name, from now on, whom the settings name."""
        from edgerag.governed import signature

        if self._library is not None:
            self._library.who = signature(self.person)

    def engine(self, cancel: Event | None = None) -> Engine:
        """Give the engine; blocks while indexes are opened and models are being loaded.

        Raises:
            Cancelled: `cancel` was set while others were opening it.
            StoreError: the library cannot be opened.
        """
        from edgerag.engine.ask import Engine

        with self._turn(cancel):
            if self._engine is None:
                self._indexes = self._open_indexes()
                self._engine = Engine.over(self.library(), self._indexes, self.config)
                self._renew_graph()
            return self._engine

    def _open_indexes(self) -> Indexes:
        """Open the indexes; the words of an encrypted library, which are in memory, are read only once."""
        from edgerag import paths
        from edgerag.index.sync import Indexes

        if self._indexes is not None and self.library().is_encrypted:
            return self._indexes
        return Indexes.begin(self.library(), paths.lexical_folder())

    def _renew_graph(self) -> None:
        """Build the knowledge graph while the person works, if it lags; no question waits for it."""
        from edgerag import paths
        from edgerag.index.graph_index import GraphIndex

        if self._graph is None or not self._graph.is_alive():
            index = GraphIndex(self.library(), paths.graph_folder())
            self._graph = index.build_in_background(self._closing)

    @contextmanager
    def _turn(self, cancel: Event | None) -> Iterator[None]:
        """Wait for whoever opens the engine, looking at `cancel` now and then."""
        while not self._opening_engine.acquire(timeout=_LOOK_S):
            if cancel is not None and cancel.is_set():
                raise Cancelled("stopped while the models were loaded")
        try:
            yield
        finally:
            self._opening_engine.release()

    def load_models(self, tell: Callable[[str], None], cancel: Event) -> None:
        """Load all that answers need, unless stopped; `tell` hears what is being loaded, and "" at the end.

        Raises:
            Cancelled: the indexes were closed meanwhile.
            ModelError: a model is missing or cannot be loaded.
            StoreError: the library cannot be opened.
        """
        with self._opening_engine:
            for what in self.engine().make_ready():
                tell(what)
                if cancel.is_set():
                    break
        tell("")

    def renew(self, config: Config | None = None) -> None:
        """Take other settings, or models that have changed: the next question gets a new engine."""
        with self._opening_engine:
            self.config = config or self.config
            self._engine = None

    def close(self) -> None:
        """Close the library; every thread must be done with it."""
        self._closing.set()
        with self._opening_engine, self._opening_library:
            self._engine = None
            if self._indexes is not None:
                self._indexes.close()
            if self._graph is not None:
                self._graph.join()
            if self._library is not None:
                self._library.close()
                self._library = None
