"""The three doors by which handbooks come into a library: files, another library's export, once more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Event

from edgerag import intake
from edgerag.config import Ingest
from edgerag.domain.ids import HandbookId
from edgerag.engine.models import Models
from edgerag.index.sync import Indexes
from edgerag.intake import AddEvent
from edgerag.store.exchange import NOBODY, LibraryExport
from edgerag.store.library import Library


class Intake:
    """Takes handbooks into one library, with the models in use."""

    def __init__(self, library: Library, indexes: Indexes, models: Models, limits: Ingest) -> None:
        self._library, self._indexes, self._models, self._limits = library, indexes, models, limits

    def add(self, files: Sequence[Path], *, cancel: Event | None = None) -> Iterator[AddEvent]:
        """Index files; see `edgerag.intake.add_handbooks`."""
        return intake.add_handbooks(
            files, self._library, self._indexes, self._models.embedder, self._limits, cancel or Event()
        )

    def add_exported(
        self, export: LibraryExport, *, signed_by: str = NOBODY, cancel: Event | None = None
    ) -> Iterator[AddEvent]:
        """Add another library's handbooks; see `edgerag.intake.add_exported`."""
        return intake.add_exported(
            export,
            self._library,
            self._indexes,
            self._models.embedder_name,
            lambda: self._models.embedder,
            cancel or Event(),
            signed_by=signed_by,
        )

    def index_again(
        self, handbooks: Sequence[HandbookId], *, cancel: Event | None = None
    ) -> Iterator[AddEvent]:
        """Index handbooks of the library anew; see `edgerag.intake.index_again`."""
        return intake.index_again(
            handbooks, self._library, self._indexes, self._models.embedder, cancel or Event()
        )
