"""What the screens work with: settings, the library, the engine; each is opened when first asked for.

Opening blocks, so it is done in worker threads only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Lock, RLock
from typing import TYPE_CHECKING

from edgerag.config import Config
from edgerag.errors import Cancelled

if TYPE_CHECKING:
    from edgerag.engine.ask import Engine
    from edgerag.store.library import Library
    from edgerag.store.reports import ReportId

_LOOK_S = 0.1
CHANGE_TIMEOUT_S = 5.0
"""How long a change waits for another program before the person is told."""


class Desk:
    """One person's library, engine and settings; safe to use from several threads."""

    def __init__(self, config: Config, config_file: Path) -> None:
        self.config = config
        self.config_file = config_file
        self._opening_library = Lock()
        self._opening_engine = RLock()
        self._library: Library | None = None
        self._engine: Engine | None = None
        self.session_began: ReportId | None = None
        """The newest report of the history when the library was opened; None before, and in a new library."""

    def library(self) -> Library:
        """Give the library; blocks while it is opened.

        Raises:
            StoreError: it cannot be opened.
        """
        from edgerag import paths
        from edgerag.store.library import Library

        with self._opening_library:
            if self._library is None:
                self._library = Library.open(paths.library_file(), busy_timeout_s=CHANGE_TIMEOUT_S)
                self.session_began = self._library.newest_report()
            return self._library

    def engine(self, cancel: Event | None = None) -> Engine:
        """Give the engine; blocks while indexes are opened and models are being loaded.

        Raises:
            Cancelled: `cancel` was set while others were opening it.
            StoreError: the library cannot be opened.
        """
        from edgerag.engine.ask import Engine

        with self._turn(cancel):
            if self._engine is None:
                self._engine = Engine.over(self.library(), self.config)
            return self._engine

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
        """Load every model that answers need, unless stopped; `tell` hears each role, and "" at the end.

        Raises:
            ModelError: a model is missing or cannot be loaded.
            StoreError: the library cannot be opened.
        """
        with self._opening_engine:
            for role in self.engine().models.load():
                tell(role)
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
        with self._opening_engine, self._opening_library:
            self._engine = None
            if self._library is not None:
                self._library.close()
                self._library = None
