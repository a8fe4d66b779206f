"""One Tantivy index of one kind of text, ranked by BM25 in each handbook.

Each document carries the key of its handbook, so one query serves all handbooks.
"""

from __future__ import annotations

import math
import shutil
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import numpy as np
import tantivy
from jaxtyping import Float64, Int64

from edgerag.domain.ids import HandbookId
from edgerag.domain.rankings import Ranking
from edgerag.errors import LibraryBusyError
from edgerag.index.grouping import best_per_handbook
from edgerag.index.queries import ANALYSERS, SCHEMA, any_word, naming, within
from edgerag.index.terms import cjk_runs, without_cjk
from edgerag.index.vocabulary import Vocabulary
from edgerag.store.handbooks import HandbookKey
from edgerag.store.library import Library

_WRITER_BYTES = 64_000_000
"""Memory of the one indexing thread before it writes a segment; one thread gives one order of documents."""
_LOCK_POLL_S = 0.05
_MOST_HANDBOOKS = 1_000_000


class WordEntry(NamedTuple):
    """One document to be: a chunk or a section, and its words."""

    item: int
    heading: str
    text: str


class WordIndex:
    """One Tantivy index of one kind of text."""

    def __init__(
        self, kind: str, folder: Path | None, entries: Callable[[Library, HandbookId], Iterator[WordEntry]]
    ) -> None:
        """Open the index of one kind of text in `folder`; begin an empty one in memory if it is None."""
        self._kind = kind
        self._entries = entries
        self._index, self.is_new = _open(folder)

    def reload(self) -> None:
        """See what any process has committed."""
        self._index.reload()

    def search(
        self,
        question: str,
        k: int,
        keys: Set[HandbookKey],
        *,
        also: Sequence[str] = (),
        is_filtered: bool,
    ) -> dict[HandbookKey, Ranking]:
        """Rank the documents of each of the handbooks `keys`, the best `k` of each.

        One search over all handbooks proposes the best few thousand documents. A handbook of
        which it proposed fewer than `k` may have more below that cut, so the search is made once
        more among such handbooks, with a lower cut. The work grows with the documents that
        match, not with the handbooks.

        Args:
            question: Any text.
            k: Hits per handbook.
            keys: The handbooks to search.
            also: Other names for what the question names.
            is_filtered: Whether there are others, which must not take up the places.
        """
        query = any_word(question, also)
        rankings: dict[HandbookKey, Ranking] = {}
        unsettled = set(keys)
        limit = max(2 * k * len(unsettled), 1)
        searcher = self._index.searcher()
        while query is not None and unsettled:
            asked = within(query, unsettled) if is_filtered else query
            hits = searcher.search(asked, limit, count=False).hits
            found = _Found.of(searcher, hits).above_the_cut(limit)
            is_all = len(hits) < limit
            for key, ranking in best_per_handbook(*found, k).items():
                if key in unsettled and (is_all or len(ranking) == k):
                    rankings[key] = ranking
                    unsettled.remove(key)
            if is_all:
                break
            limit, is_filtered = limit * 4, True
        return rankings

    def rarity(self, wanted: Sequence[str]) -> dict[str, float]:
        """Give the inverse document frequency of terms."""
        searcher = self._index.searcher()
        n = searcher.num_docs
        frequencies = {
            term: max(searcher.doc_freq(field, term) for field in ("words", "heading", "bigrams"))
            for term in wanted
        }
        return {term: math.log(1 + (n - df + 0.5) / (df + 0.5)) for term, df in frequencies.items()}

    def vocabulary(self) -> Vocabulary:
        """Give all words that the documents are written with."""
        searcher = self._index.searcher()
        stems = (stem for field in ("words", "heading") for stem, _ in searcher.terms_with_prefix(field, ""))
        return Vocabulary(dict(searcher.terms_with_prefix("whole", "")), frozenset(stems))

    def has_any(self, written: Sequence[Sequence[Collection[str]]], keys: Set[HandbookKey]) -> bool:
        """Whether a document of these handbooks has, for one of the names, some form of each of its words."""
        query = naming(written)
        if query is None or not keys:
            return False
        return bool(self._index.searcher().search(within(query, keys), 1, count=False).hits)

    def catch_up(self, library: Library, step: Callable[[], None]) -> None:
        """Add the handbooks that the index lacks; build it anew if it holds one that the library lacks.

        Tantivy only marks documents as deleted: their words would stay on the disk, and
        their weight in BM25.

        Raises:
            LibraryBusyError: another process is writing to the index and did not finish in time.
            StoreError: the library cannot be read.
        """
        with self._writer(library.busy_timeout_s) as writer, library.reading():
            names = {key: name for name, key in library.keys().items()}
            held = self._keys()
            if held - names.keys():
                writer.delete_all_documents()
                held.clear()
            missing = {key: name for key, name in names.items() if key not in held}
            self._fill(writer, library, missing, step)

    def rebuild(self, library: Library, step: Callable[[], None]) -> None:
        """Replace all content in one commit; nothing of the old content stays in the folder.

        Raises:
            LibraryBusyError: another process is writing to the index and did not finish in time.
            StoreError: the library cannot be read.
        """
        with self._writer(library.busy_timeout_s) as writer, library.reading():
            writer.delete_all_documents()
            self._fill(writer, library, {key: name for name, key in library.keys().items()}, step)

    def differences(self, library: Library) -> list[str]:
        """Compare the ids in the index with those in the library, one sentence per difference."""
        held = self._items()
        sentences = []
        for name, key in library.keys().items():
            wanted = sorted(entry.item for entry in self._entries(library, name))
            if sorted(held.pop(key, [])) != wanted:
                sentences.append(f"the {self._kind} of {name} are not those of the library")
        sentences += [f"there are {self._kind} of a removed handbook"] * bool(held)
        return sentences

    def _keys(self) -> set[HandbookKey]:
        by_key = {"keys": {"terms": {"field": "handbook", "size": _MOST_HANDBOOKS}}}
        counts = self._index.searcher().aggregate(tantivy.Query.all_query(), by_key)
        return {HandbookKey(int(bucket["key"])) for bucket in counts["keys"]["buckets"]}

    def _items(self) -> dict[HandbookKey, list[int]]:
        searcher = self._index.searcher()
        found = _Found.of(
            searcher, searcher.search(tantivy.Query.all_query(), max(searcher.num_docs, 1)).hits
        )
        items: defaultdict[HandbookKey, list[int]] = defaultdict(list)
        for key, item in zip(found.keys.tolist(), found.items.tolist(), strict=True):
            items[HandbookKey(key)].append(item)
        return dict(items)

    def _fill(
        self,
        writer: tantivy.IndexWriter,
        library: Library,
        names: Mapping[HandbookKey, HandbookId],
        step: Callable[[], None],
    ) -> None:
        for key in sorted(names):
            for entry in self._entries(library, names[key]):
                writer.add_document(_document(key, entry))
            step()
        writer.commit()
        self._index.reload()
        writer.garbage_collect_files()

    @contextmanager
    def _writer(self, busy_timeout_s: float) -> Iterator[tantivy.IndexWriter]:
        """Take the folder's write lock, waiting for another process if need be."""
        writer = self._wait_for_writer(time.monotonic() + busy_timeout_s)
        try:
            yield writer
        finally:
            writer.wait_merging_threads()
            self._index.reload()

    def _wait_for_writer(self, deadline: float) -> tantivy.IndexWriter:
        while True:
            try:
                return self._index.writer(_WRITER_BYTES, 1)
            except ValueError as error:
                # Not found: another program is just replacing an index of an older format.
                if "LockBusy" not in str(error) and "NotFound" not in str(error):
                    raise
                if time.monotonic() >= deadline:
                    raise LibraryBusyError(
                        "another program is changing the search index and did not finish in time",
                        hint="wait until it is done, or close it, and try again",
                    ) from error
            time.sleep(_LOCK_POLL_S)


class _Found(NamedTuple):
    """Hits as columns, best first: per-hit Python objects are too slow for thousands."""

    keys: Int64[np.ndarray, " hit"]
    items: Int64[np.ndarray, " hit"]
    scores: Float64[np.ndarray, " hit"]

    @classmethod
    def of(cls, searcher: tantivy.Searcher, hits: Sequence[tuple[float, tantivy.DocAddress]]) -> _Found:
        addresses = [address for _, address in hits]
        return cls(
            np.array(searcher.fast_field_values("handbook", addresses), dtype=np.int64),
            np.array(searcher.fast_field_values("item", addresses), dtype=np.int64),
            np.array([score for score, _ in hits], dtype=np.float64),
        )

    def above_the_cut(self, limit: int) -> _Found:
        """Drop the hits that tie with the last one, if there may be more of them below the cut."""
        if len(self.scores) < limit:
            return self
        kept = self.scores > self.scores[-1]
        return _Found(self.keys[kept], self.items[kept], self.scores[kept])


def _open(folder: Path | None) -> tuple[tantivy.Index, bool]:
    """Open an index, or begin an empty one if it is missing, damaged or of another schema; and say which."""
    index, is_new = (tantivy.Index(SCHEMA), True) if folder is None else _open_folder(folder)
    for name, analyser in ANALYSERS.items():
        index.register_tokenizer(name, analyser)
    return index, is_new


def _open_folder(folder: Path) -> tuple[tantivy.Index, bool]:
    folder.mkdir(mode=0o700, exist_ok=True)
    is_new = not tantivy.Index.exists(str(folder))
    try:
        return tantivy.Index(SCHEMA, str(folder)), is_new
    except ValueError:  # the binding's word for every failure
        empty(folder)
        return tantivy.Index(SCHEMA, str(folder)), True


def empty(folder: Path) -> None:
    """Leave nothing in a folder."""
    shutil.rmtree(folder)
    folder.mkdir(mode=0o700)


def _document(key: HandbookKey, entry: WordEntry) -> tantivy.Document:
    whole = f"{entry.heading} {entry.text}"
    bigrams = cjk_runs(whole)
    heading, words = (without_cjk(entry.heading), without_cjk(entry.text)) if bigrams else entry[1:]
    return tantivy.Document.from_dict(
        {
            "handbook": key,
            "item": entry.item,
            "heading": heading,
            "words": words,
            "whole": f"{heading} {words}",
            "bigrams": bigrams,
        },
        SCHEMA,
    )
