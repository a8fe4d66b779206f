"""A library of its own for each data set, kept between runs because embedding is what takes the time.

Its folder is named after what its content depends on: the data, the embedder, the chunking. A
second run with the same finds it finished, one that was stopped goes on.
"""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from edgerag.config import Ingest
from edgerag.domain.ids import HandbookId, SectionId
from edgerag.errors import StoreError
from edgerag.evaluate.corpus import CorpusHandbook
from edgerag.evaluate.results import Progress
from edgerag.evaluate.vectors import embedded
from edgerag.index.sync import Indexes
from edgerag.inference.roles import Embedder
from edgerag.store.library import Library

_FINGERPRINT_DIGITS = 12


@dataclass(frozen=True, slots=True)
class Workspace:
    """A library and its indexes."""

    library: Library
    indexes: Indexes


@dataclass(frozen=True, slots=True)
class Workspaces:
    """Where the libraries of data sets are, one folder each."""

    root: Path
    chunking: Ingest
    fresh: bool = False
    """Build libraries anew, as is needed when the program has changed."""

    def folder(self, dataset: str, *content: str) -> Path:
        """Name a data set's folder after what its content depends on; if `fresh`, empty it.

        Raises:
            StoreError: it cannot be emptied.
        """
        chunks = f"{self.chunking.chunk_words}/{self.chunking.overlap_words}"
        folder = self.root / f"{dataset}-{fingerprint(chunks, *content)}"
        if self.fresh and folder.exists():
            try:
                shutil.rmtree(folder)
            except OSError as error:
                raise StoreError(f"{folder}: cannot be removed: {error}") from error
        return folder


def fingerprint(*parts: str) -> str:
    """Name a content by a hash of its parts."""
    return hashlib.sha256("\x00".join(parts).encode()).hexdigest()[:_FINGERPRINT_DIGITS]


@contextmanager
def opened(folder: Path) -> Iterator[Workspace]:
    """Open, or make, the library in `folder`.

    Raises:
        StoreError: it cannot be opened or made.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with Library.open(folder / "library.db") as library:
        yield Workspace(library, Indexes.open(library, folder / "lexical"))


@contextmanager
def reduced(folder: Path, kept: Set[HandbookId]) -> Iterator[Workspace]:
    """Open a copy of the library in `folder` that holds some of its handbooks; it goes when it is closed.

    Raises:
        StoreError: it cannot be copied or opened.
    """
    with tempfile.TemporaryDirectory(prefix=f"{folder.name}-", dir=folder.parent) as name:
        copy = Path(name) / folder.name
        try:
            shutil.copytree(folder, copy)
        except (OSError, shutil.Error) as error:
            raise StoreError(f"{folder}: cannot be copied: {error}") from error
        with opened(copy) as workspace:
            keep_only(workspace, kept)
            yield workspace


def fill(
    workspace: Workspace,
    folder: Path,
    handbooks: Sequence[CorpusHandbook],
    embedder: Embedder,
    progress: Progress,
) -> None:
    """Embed and add the handbooks that the workspace does not have yet.

    Raises:
        StoreError: the library cannot be written.
    """
    present = {book.id for book in workspace.library.handbooks()}
    for handbook in handbooks:
        book = handbook.parsed.handbook
        if book.id not in present:
            unfinished = folder / f"{book.id}.vectors"
            advance = _reporting(progress, f"embedding {handbook.name}", book.n_chunks)
            vectors = embedded(handbook.parsed, embedder, unfinished, advance)
            workspace.indexes.add(handbook.parsed, vectors, embedder.name)
            unfinished.unlink()


def keep_only(workspace: Workspace, handbooks: Set[HandbookId]) -> None:
    """Remove what the data set held earlier and no longer holds.

    Raises:
        StoreError: the library cannot be written.
    """
    for book in workspace.library.handbooks():
        if book.id not in handbooks:
            workspace.indexes.remove(book.id)


def documents_of(handbooks: Sequence[CorpusHandbook]) -> Mapping[SectionId, str]:
    """Say which row of the corpus each section is."""
    return {section: document for handbook in handbooks for section, document in handbook.documents.items()}


def names_of(handbooks: Sequence[CorpusHandbook]) -> Mapping[HandbookId, str]:
    """Say what the corpus calls each handbook."""
    return {handbook.parsed.handbook.id: handbook.name for handbook in handbooks}


def _reporting(progress: Progress, what: str, total: int) -> Callable[[int], None]:
    progress(what, 0, total)
    return lambda done: progress(what, done, total)
