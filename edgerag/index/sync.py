"""Keeps the derived indexes in step with the store, whatever happened in between.

The store's transaction carries the vector index with it, for both are in one file. The
lexical index is brought along afterwards; should the program die between the two, the
handbook keys it holds differ from the store's, and the next start mends that.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Self

import numpy as np
from jaxtyping import Float32

from edgerag.disk import erase
from edgerag.domain.entities import Extracted
from edgerag.domain.handbooks import ParsedHandbook
from edgerag.domain.ids import HandbookId
from edgerag.errors import Cancelled, LexicalError, LibraryBusyError, StoreError
from edgerag.index.lexical import LexicalIndex, Progress
from edgerag.index.vectors import VectorIndex
from edgerag.store.claims import NOTHING_READ, ReadClaims
from edgerag.store.library import Library
from edgerag.store.rooms.stock import Added
from edgerag.store.salvage import Salvage


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that a derived index has and should not have, or lacks."""

    index: str
    """"vectors" or "words"."""
    what: str
    """One sentence."""


@dataclass(frozen=True, slots=True)
class IndexState:
    """How the indexes stand to the library at one moment."""

    library: int
    """The library's generation."""
    vectors_agree: bool
    words: int
    """The generation that the lexical index agrees with at least; negative if it is not made yet."""


class Indexes:
    """The vector index and the lexical index of one library."""

    def __init__(self, library: Library, lexical_folder: Path) -> None:
        """Open both as they are: enough to change a library, not to ask it.

        An encrypted library's words are in memory, and none in the folder; they are not read.
        """
        self._library = library
        self._unmended: list[StoreError] = []
        self._reading: Future[None] | None = None
        self._closing = Event()
        self.vectors = VectorIndex(library)
        self._words = LexicalIndex(Salvage.of(library), _folder_for_words(library, lexical_folder))

    @classmethod
    def open(cls, library: Library, lexical_folder: Path, *, progress: Progress | None = None) -> Self:
        """Open both indexes, making them agree with the store if they do not.

        While another process is changing the library they are used as they are: it will
        bring them along itself. Where nothing can be written they are used as they are too, and
        `impairments` says so.

        Raises:
            StoreError: the library cannot be read.
        """
        indexes = cls(library, lexical_folder)
        indexes._mend(indexes._catch_up_vectors)
        indexes._mend(lambda: indexes._words.catch_up(progress=progress))
        return indexes

    @classmethod
    def begin(cls, library: Library, lexical_folder: Path) -> Self:
        """Open both as `open` does, but read an encrypted library's words in the background.

        Whoever needs the words waits for them. `close` must come before the library is closed.

        Raises:
            StoreError: the library cannot be read.
        """
        if not library.is_encrypted:
            return cls.open(library, lexical_folder)
        indexes = cls(library, lexical_folder)
        indexes._mend(indexes._catch_up_vectors)
        thread = ThreadPoolExecutor(1, thread_name_prefix="words")
        indexes._reading = thread.submit(indexes._mend, indexes._read_words)
        thread.shutdown(wait=False)
        return indexes

    def close(self) -> None:
        """Stop reading the words, and wait until that has stopped."""
        self._closing.set()
        if self._reading is not None:
            self._reading.exception()

    @property
    def lexical(self) -> LexicalIndex:
        """The word index; waits until the words are read.

        Raises:
            Cancelled: `close` came before.
        """
        if self._reading is not None:
            self._reading.result()
        return self._words

    @property
    def has_words(self) -> bool:
        """Whether nobody has to wait for the words."""
        return self._reading is None or self._reading.done()

    def _read_words(self) -> None:
        def stop_if_closed(n_done: int, n_steps: int) -> None:
            if self._closing.is_set():
                raise Cancelled(f"stopped when {n_done} of {n_steps} parts of the words were read")

        self._words.catch_up(progress=stop_if_closed)

    def _mend(self, mend: Callable[[], None]) -> None:
        """Make an index agree with the store, or remember why it does not."""
        try:
            mend()
        except LibraryBusyError:
            pass
        except StoreError as error:
            self._unmended.append(error)

    def impairments(self) -> tuple[StoreError, ...]:
        """Say what a search does without: indexes that cannot be read, or that lag and cannot be mended."""
        failure = self.lexical.failure
        if failure is None:
            return tuple(self._unmended)
        return (*(error for error in self._unmended if not isinstance(error, LexicalError)), failure)

    def add(
        self,
        parsed: ParsedHandbook,
        matrix: Float32[np.ndarray, "chunk dim"],
        embedder: str,
        extracted: Extracted | None = None,
        claimed: ReadClaims = NOTHING_READ,
    ) -> Added:
        """Add a handbook to the library and to both indexes; see `Library.add`.

        Raises:
            StoreError: as `Library.add`.
            ValueError: as `Library.add`.
        """
        with self._library.transaction() as db:
            added = self._library.add(parsed, matrix, embedder, extracted, claimed)
            self.vectors.catch_up(db)
        if added in {Added.MENDED, Added.CONFIRMED}:
            self.lexical.rebuild()
        self.lexical.catch_up()
        if added is Added.REPLACED:
            self._library.sweep()
        return added

    def remove(self, handbook: HandbookId) -> None:
        """Remove every trace of a handbook from the library and from both indexes.

        Raises:
            StoreError: as `Library.remove`.
        """
        with self._library.transaction() as db:
            self._library.remove(handbook)
            self.vectors.catch_up(db)
        if not self.lexical.is_unread:
            self.lexical.catch_up()
        self._library.sweep()

    def replace_vectors(
        self, handbook: HandbookId, matrix: Float32[np.ndarray, "chunk dim"], embedder: str
    ) -> None:
        """Give a handbook other vectors, in the library and in the index; see `Library.replace_vectors`.

        Raises:
            StoreError: as `Library.replace_vectors`.
            ValueError: as `Library.replace_vectors`.
        """
        with self._library.transaction() as db:
            self._library.replace_vectors(handbook, matrix, embedder)
            self.vectors.catch_up(db)
        self.lexical.catch_up()

    def catch_up(self, *, progress: Progress | None = None) -> None:
        """Make both indexes agree with the store.

        Raises:
            LibraryBusyError: another process is changing them and did not finish in time.
            StoreError: the library cannot be read or written.
        """
        self._catch_up_vectors()
        self.lexical.catch_up(progress=progress)

    def _catch_up_vectors(self) -> None:
        with self._library.reading() as db:
            agree = self.vectors.agrees(db)
        if not agree:
            with self._library.transaction() as db:
                self.vectors.catch_up(db)

    def standing(self) -> IndexState:
        """Say at which generations the library and its indexes are.

        Raises:
            StoreError: the library cannot be read.
        """
        with self._library.reading() as db:
            return IndexState(
                self._library.generation,
                vectors_agree=self.vectors.agrees(db),
                words=self._words.generation,
            )

    def check(self) -> tuple[Difference, ...]:
        """Compare both indexes with the store, row by row.

        Raises:
            StoreError: the library cannot be read.
        """
        with self._library.reading() as db:
            names = {key: name for name, key in self._library.keys().items()}
            damaged = [names.get(key, "a removed handbook") for key in self.vectors.damaged(db)]
            words = self.lexical.differences()
        return (
            *(Difference("vectors", f"the signs of {name} are not those of its vectors") for name in damaged),
            *(Difference("words", sentence) for sentence in words),
        )

    def repair(self, *, progress: Progress | None = None) -> None:
        """Make both indexes anew from the store.

        Raises:
            LibraryBusyError: another process is changing them and did not finish in time.
            StoreError: the library cannot be read or written.
        """
        with self._library.transaction() as db:
            self.vectors.rebuild(db)
        self.lexical.rebuild(progress=progress)
        self._unmended.clear()


def _folder_for_words(library: Library, folder: Path) -> Path | None:
    """Say where the word index may be; what was written before the library was locked is erased."""
    if not library.is_encrypted:
        return folder
    with suppress(OSError):  # on a stick that cannot be written it stays as its maker left it
        erase(folder)
    return None
