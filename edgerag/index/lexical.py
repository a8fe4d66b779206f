"""The words of every chunk, section body and title: three Tantivy indexes, ranked by BM25.

They are in a folder, or, for an encrypted library, in this process's memory and nowhere else.

They are three because BM25 weighs a word by how many documents have it and a text by how
long texts are on average, and a title is no chunk. Each document carries the key of its
handbook, so one query of each serves all handbooks. All can be made again from the store.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import TypeVar

from edgerag.disk import disk_full_told
from edgerag.domain.ids import HandbookId
from edgerag.domain.rankings import Rankings
from edgerag.errors import DiskFullError, EdgeRagError, LexicalError, StoreError
from edgerag.folders import PRIVATE_FOLDER, close_to_others, make_private
from edgerag.index.queries import terms
from edgerag.index.terms import content_terms, normalise
from edgerag.index.vocabulary import Vocabulary
from edgerag.index.word_index import WordEntry, WordIndex, empty
from edgerag.store.handbooks import HandbookKey
from edgerag.store.library import Library

FORMAT = 3
"""Raised whenever the fields or the way of cutting words change: then the folder is built anew."""

_UNMARKED = -1

_PARTS = re.compile(r"\w+")
T = TypeVar("T")

Progress = Callable[[int, int], None]
"""Told how many steps are done, and of how many."""


@dataclass(frozen=True, slots=True)
class LexicalRankings:
    """One ranking of each kind per handbook; for bodies and titles the ids are section ids."""

    chunks: Rankings
    bodies: Rankings
    titles: Rankings


class LexicalIndex:
    """The three indexes of one library, each in a folder of its own or all in memory."""

    def __init__(self, library: Library, folder: Path | None) -> None:
        """Open the indexes in `folder`; begin empty ones in memory if it is None."""
        self._library = library
        self._folder = folder
        self._marker: Marker = Marker() if folder is None else MarkerFile(folder / "generation")
        self._lock = threading.Lock()
        self._seen: tuple[int, int] | None = None
        self._names: Mapping[HandbookKey, HandbookId] = {}
        self._vocabulary: Vocabulary | None = None
        self._copy: tempfile.TemporaryDirectory[str] | None = None
        self.failure: StoreError | None = None
        """Why there is nothing to search in, until it is made anew; questions are answered without it."""
        self._parts: tuple[WordIndex, ...] = ()
        try:
            with _failures_told(folder):
                self._open()
        except StoreError as error:
            self.failure = error

    @property
    def generation(self) -> int:
        """The library's generation that the indexes agree with at least; negative before they are made."""
        return self._marker.read()[1]

    @property
    def is_unread(self) -> bool:
        """Whether the words are to be in memory, and were not read yet."""
        return self._folder is None and self.generation == _UNMARKED

    def search(
        self,
        question: str,
        k: int,
        handbooks: Sequence[HandbookId] | None = None,
        also: Sequence[str] = (),
    ) -> LexicalRankings:
        """Rank chunks, section bodies and titles, the best `k` of each in each handbook.

        Args:
            question: Any text; nothing in it is syntax.
            k: Hits of each kind per handbook.
            handbooks: Only these; all of them if None.
            also: Other names for what the question names; their words weigh less.

        Nothing is found while the indexes cannot be read; `failure` then says why.

        Raises:
            StoreError: the library cannot be read.
        """
        names = self._library.keys()
        wanted = frozenset(names if handbooks is None else handbooks)
        keys = frozenset(key for name, key in names.items() if name in wanted)
        is_filtered = len(keys) < len(names)

        def rank() -> LexicalRankings:
            named = self._current()
            found = [
                part.search(question, k, keys, also=also, is_filtered=is_filtered) for part in self._parts
            ]
            return LexicalRankings(
                *({named[key]: hits for key, hits in one.items() if key in named} for one in found)
            )

        return self._read(rank) or LexicalRankings({}, {}, {})

    def weights(self, question: str) -> dict[str, float]:
        """Weigh each of the question's terms by its rarity among the chunks, as BM25 does.

        A term that no chunk has weighs most. `terms` cuts other texts into the same terms. All weigh the same
        while the indexes cannot be read.

        Raises:
            StoreError: the library cannot be read.
        """
        wanted = content_terms(terms(question))

        def rarity() -> dict[str, float]:
            self._current()
            return self._parts[0].rarity(wanted)

        found = self._read(rarity)
        return dict.fromkeys(wanted, 1.0) if found is None else found

    def vocabulary(self) -> Vocabulary:
        """Give the words of all chunks; none while the indexes cannot be read.

        Raises:
            StoreError: the library cannot be read.
        """

        def words() -> Vocabulary:
            self._current()
            if self._vocabulary is None:
                self._vocabulary = self._parts[0].vocabulary()
            return self._vocabulary

        return self._read(words) or Vocabulary({}, frozenset())

    def names_any(self, names: Iterable[str], handbooks: Sequence[HandbookId]) -> bool:
        """Whether some chunk of these handbooks has all words of one of the names, in any spelling of them.

        While the indexes cannot be read nothing is known, and no name is said to be missing.

        Raises:
            StoreError: the library cannot be read.
        """
        written = [[{word} for word in _PARTS.findall(name)] for name in names]
        respellings = self.vocabulary().respellings

        def look() -> bool:
            keys = {key for key, name in self._current().items() if name in set(handbooks)}
            if self._parts[0].has_any(written, keys):
                return True
            respelt = [[forms.union(*map(respellings, forms)) for forms in words] for words in written]
            return self._parts[0].has_any(respelt, keys)

        found = self._read(look)
        return True if found is None else found

    def catch_up(self, *, progress: Progress | None = None) -> None:
        """Make the indexes hold what the store holds.

        Raises:
            LibraryBusyError: another process is writing to them and did not finish in time.
            StoreError: the library cannot be read.
        """
        if self.failure is None and self._marker.read() == (FORMAT, self._library.generation):
            return
        self._write(WordIndex.catch_up, progress)

    def rebuild(self, *, progress: Progress | None = None) -> None:
        """Make the indexes anew; searches go on with the old ones until then.

        Raises:
            LibraryBusyError: another process is writing to them and did not finish in time.
            StoreError: the library cannot be read.
        """
        self._write(WordIndex.rebuild, progress)

    def differences(self) -> list[str]:
        """Say in one sentence each what the indexes have too much or too little of.

        Raises:
            StoreError: the library cannot be read.
        """
        with self._library.reading():
            found = self._read(self._differences)
        return [str(self.failure)] if found is None else found

    def _differences(self) -> list[str]:
        self._current()
        return [sentence for part in self._parts for sentence in part.differences(self._library)]

    def _open(self) -> None:
        """Open the indexes, beginning those that are missing or damaged; read-only ones are copied first."""
        if self._folder is None:
            self._parts = self._open_parts(None)
            return
        folder = self._folder
        if folder.is_dir() and not os.access(folder, os.W_OK):
            folder = self._folder = self._copied(folder)
            self._marker = MarkerFile(folder / "generation")
        if folder.is_file():
            folder.unlink()  # nothing but an index is ever called that
        make_private(folder)
        # Without a marker another program may just be making the first indexes here.
        if self._marker.read()[0] not in {FORMAT, _UNMARKED}:
            empty(folder)
        self._parts = self._open_parts(folder)
        if any(part.is_new for part in self._parts):
            self._marker.clear()

    def _copied(self, folder: Path) -> Path:
        """Copy the indexes of a read-only medium: Tantivy writes a lock beside what it reads."""
        self._copy = tempfile.TemporaryDirectory(prefix="edgerag-")
        copied = Path(self._copy.name) / folder.name
        shutil.copytree(folder, copied, copy_function=shutil.copyfile)
        copied.chmod(PRIVATE_FOLDER)
        for inside in copied.iterdir():
            if inside.is_dir():
                inside.chmod(PRIVATE_FOLDER)
        return copied

    def _read(self, look: Callable[[], T]) -> T | None:
        """Look something up; None if the indexes cannot be read, and `failure` then says why."""
        if self.failure is None:
            try:
                with _failures_told(self._folder):
                    return look()
            except LexicalError as error:
                self.failure = error
        return None

    def _open_parts(self, folder: Path | None) -> tuple[WordIndex, ...]:
        kinds = {"chunks": _chunk_entries, "bodies": _body_entries, "titles": _title_entries}
        return tuple(WordIndex(kind, folder and folder / kind, entries) for kind, entries in kinds.items())

    def _current(self) -> Mapping[HandbookKey, HandbookId]:
        """See what any process has committed, and give the names of the handbooks there are."""
        state = (self._library.generation, self._marker.read()[1])
        with self._lock:
            if state != self._seen:
                for part in self._parts:
                    part.reload()
                self._names = {key: name for name, key in self._library.keys().items()}
                self._vocabulary = None
                self._seen = state
            return self._names

    def _write(
        self, change: Callable[[WordIndex, Library, Callable[[], None]], None], progress: Progress | None
    ) -> None:
        """Make `change` to every part, then note the generation that they agree with at least."""
        with _failures_told(self._folder):
            if self.failure is not None:
                self._begin_anew()
            self._change(change, progress)

    def _begin_anew(self) -> None:
        """Make empty indexes in place of what cannot be read."""
        self._marker.clear()
        for left in self._folder.iterdir() if self._folder and self._folder.is_dir() else ():
            if left.is_dir():
                shutil.rmtree(left)
        self._open()
        self._seen, self.failure = None, None

    def _change(
        self, change: Callable[[WordIndex, Library, Callable[[], None]], None], progress: Progress | None
    ) -> None:
        generation = self._library.generation
        n_steps, done = len(self._parts) * len(self._library.keys()), count(1)

        def step() -> None:
            if progress:
                progress(next(done), n_steps)

        # Most of the time goes into waiting for the disk, so the parts wait together.
        with ThreadPoolExecutor(len(self._parts)) as pool:
            for done_part in [pool.submit(change, part, self._library, step) for part in self._parts]:
                done_part.result()
        self._marker.write(generation)
        if self._folder is not None:
            close_to_others(self._folder)


class Marker:
    """The library's generation that indexes in memory agree with."""

    def __init__(self) -> None:
        self._generation = _UNMARKED

    def read(self) -> tuple[int, int]:
        """Give the format, and the generation last agreed with; `_UNMARKED` both if there is none."""
        return (_UNMARKED if self._generation == _UNMARKED else FORMAT), self._generation

    def write(self, generation: int) -> None:
        """Note the generation that the indexes agree with."""
        self._generation = generation

    def clear(self) -> None:
        """Note that they agree with none."""
        self._generation = _UNMARKED


class MarkerFile(Marker):
    """The same, in a file beside the indexes, which several processes read and write."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path

    def read(self) -> tuple[int, int]:
        """Read the format, and the generation last agreed with; `_UNMARKED` both if they are missing."""
        try:
            version, generation = self._path.read_text(encoding="ascii").split()
            return int(version), int(generation)
        except (FileNotFoundError, ValueError):
            return _UNMARKED, _UNMARKED

    def write(self, generation: int) -> None:
        """Note the generation that the indexes agree with."""
        # Two programs may write it at once: each its own file, and one of them stays.
        fresh = self._path.with_suffix(f".{os.getpid()}-{threading.get_ident()}")
        fresh.write_text(f"{FORMAT} {generation}\n", encoding="ascii")
        fresh.replace(self._path)

    def clear(self) -> None:
        """Note that they agree with none."""
        self._path.unlink(missing_ok=True)


@contextmanager
def _failures_told(folder: Path | None) -> Iterator[None]:
    """Say Tantivy's failures in words; on a damaged index it raises errors of no class of its own, or panics.

    Raises:
        DiskFullError: there is no room.
        LexicalError: the index is damaged, or cannot be written.
    """
    try:
        with disk_full_told():
            yield
    except EdgeRagError:
        raise
    except (OSError, ValueError) as error:
        if "No space left" in str(error):
            raise DiskFullError(f"the disk of {folder} is full", hint="free some space there") from error
        raise _unusable(folder, error) from error
    except BaseException as error:
        if type(error).__name__ != "PanicException":
            raise
        raise _unusable(folder, error) from error


def _unusable(folder: Path | None, error: BaseException) -> LexicalError:
    reason = str(error).splitlines()[0] if str(error) else type(error).__name__
    return LexicalError(
        f"the word index in {folder or 'memory'} cannot be used: {reason}", hint="edgerag doctor --repair"
    )


def _chunk_entries(library: Library, handbook: HandbookId) -> Iterator[WordEntry]:
    for chunk in library.all_chunks(handbook):
        yield WordEntry(chunk.id, normalise(chunk.prefix), normalise(chunk.text))


def _body_entries(library: Library, handbook: HandbookId) -> Iterator[WordEntry]:
    text = library.text(handbook)
    for section in library.sections(handbook):
        yield WordEntry(section.id, "", normalise(text[section.start : section.end]))


def _title_entries(library: Library, handbook: HandbookId) -> Iterator[WordEntry]:
    for section in library.sections(handbook):
        yield WordEntry(section.id, normalise(" ".join(section.path[:-1])), normalise(section.heading))
