"""The words of every chunk, section body and title: three Tantivy indexes, ranked by BM25.

They are three because BM25 weighs a word by how many documents have it and a text by how
long texts are on average, and a title is no chunk. Each document carries the key of its
handbook, so one query of each serves all handbooks. All can be made again from the store.
"""

from __future__ import annotations

import math
import os
import re
import shutil
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np
import tantivy
from jaxtyping import Float64, Int64

from edgerag.disk import disk_full_told
from edgerag.domain.ids import HandbookId
from edgerag.domain.rankings import Ranking, Rankings
from edgerag.errors import DiskFullError, EdgeRagError, LexicalError, LibraryBusyError, StoreError
from edgerag.folders import PRIVATE_FOLDER, close_to_others, make_private
from edgerag.index.grouping import best_per_handbook
from edgerag.index.terms import (
    WHOLE,
    cjk_runs,
    content_terms,
    normalise,
    number_pairs,
    spellings,
    without_cjk,
)
from edgerag.index.vocabulary import Vocabulary
from edgerag.store.handbooks import HandbookKey
from edgerag.store.library import Library

FORMAT = 3
"""Raised whenever the fields or the way of cutting words change: then the folder is built anew."""

HEADING_WEIGHT = 0.5
WHOLE_WEIGHT = 0.5
"""Weights of a match in the headings, and of an unstemmed form, beside 1 for a stem in the text."""
QUANTITY_WEIGHT = 0.5
"""Weight of a number together with the word before or after it."""
QUANTITY_SLOP = 2
"""Words that may stand between them: "enalapril, oral, 20 mg"."""

_WRITER_BYTES = 64_000_000
"""Memory of the one indexing thread before it writes a segment; one thread gives one order of documents."""
_LONGEST_TERM_BYTES = 60
_LOCK_POLL_S = 0.05

_MOST_HANDBOOKS = 1_000_000
_UNMARKED = -1

_PARTS = re.compile(r"\w+")
T = TypeVar("T")

_Query, _Occur = tantivy.Query, tantivy.Occur

Progress = Callable[[int, int], None]
"""Told how many steps are done, and of how many."""


@dataclass(frozen=True, slots=True)
class LexicalRankings:
    """One ranking of each kind per handbook; for bodies and titles the ids are section ids."""

    chunks: Rankings
    bodies: Rankings
    titles: Rankings


def terms(text: str) -> list[str]:
    """Cut a text into what a question is matched by: stems and numbers, and pairs of Chinese characters."""
    plain = normalise(text)
    return [*_WORDS.analyze(without_cjk(plain)), *_BIGRAMS.analyze(cjk_runs(plain))]


class LexicalIndex:
    """The three indexes of one library, each in a folder of its own."""

    def __init__(self, library: Library, folder: Path) -> None:
        self._library = library
        self._folder = folder
        self._marker = folder / "generation"
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
        return self._read_marker()[1]

    def search(self, question: str, k: int, handbooks: Sequence[HandbookId] | None = None) -> LexicalRankings:
        """Rank chunks, section bodies and titles, the best `k` of each in each handbook.

        Args:
            question: Any text; nothing in it is syntax.
            k: Hits of each kind per handbook.
            handbooks: Only these; all of them if None.

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
            found = [part.search(question, k, keys, is_filtered=is_filtered) for part in self._parts]
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
        if self.failure is None and self._read_marker() == (FORMAT, self._library.generation):
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
        if self._folder.is_dir() and not os.access(self._folder, os.W_OK):
            self._folder = self._copied()
            self._marker = self._folder / "generation"
        if self._folder.is_file():
            self._folder.unlink()  # nothing but an index is ever called that
        make_private(self._folder)
        # Without a marker another program may just be making the first indexes here.
        if self._read_marker()[0] not in {FORMAT, _UNMARKED}:
            _empty(self._folder)
        self._parts = self._open_parts()
        if any(part.is_new for part in self._parts):
            self._marker.unlink(missing_ok=True)

    def _copied(self) -> Path:
        """Copy the indexes of a read-only medium: Tantivy writes a lock beside what it reads."""
        self._copy = tempfile.TemporaryDirectory(prefix="edgerag-")
        copied = Path(self._copy.name) / self._folder.name
        shutil.copytree(self._folder, copied, copy_function=shutil.copyfile)
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

    def _open_parts(self) -> tuple[WordIndex, ...]:
        return (
            WordIndex(self._folder / "chunks", _chunk_entries),
            WordIndex(self._folder / "bodies", _body_entries),
            WordIndex(self._folder / "titles", _title_entries),
        )

    def _current(self) -> Mapping[HandbookKey, HandbookId]:
        """See what any process has committed, and give the names of the handbooks there are."""
        state = (self._library.generation, self._read_marker()[1])
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
        self._marker.unlink(missing_ok=True)
        for left in self._folder.iterdir() if self._folder.is_dir() else ():
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
        # Two programs may write it at once: each its own file, and one of them stays.
        fresh = self._marker.with_suffix(f".{os.getpid()}-{threading.get_ident()}")
        fresh.write_text(f"{FORMAT} {generation}\n", encoding="ascii")
        fresh.replace(self._marker)
        close_to_others(self._folder)

    def _read_marker(self) -> tuple[int, int]:
        """Read the format, and the generation last agreed with; `_UNMARKED` both if they are missing."""
        try:
            version, generation = self._marker.read_text(encoding="ascii").split()
            return int(version), int(generation)
        except (FileNotFoundError, ValueError):
            return _UNMARKED, _UNMARKED


@contextmanager
def _failures_told(folder: Path) -> Iterator[None]:
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


def _unusable(folder: Path, error: BaseException) -> LexicalError:
    reason = str(error).splitlines()[0] if str(error) else type(error).__name__
    return LexicalError(
        f"the word index in {folder} cannot be used: {reason}", hint="edgerag doctor --repair"
    )


class WordEntry(NamedTuple):
    """One document to be: a chunk or a section, and its words."""

    item: int
    heading: str
    text: str


class WordIndex:
    """One Tantivy index of one kind of text."""

    def __init__(self, folder: Path, entries: Callable[[Library, HandbookId], Iterator[WordEntry]]) -> None:
        self._folder = folder
        self._entries = entries
        self._index, self.is_new = _open(folder)

    def reload(self) -> None:
        """See what any process has committed."""
        self._index.reload()

    def search(
        self, question: str, k: int, keys: Set[HandbookKey], *, is_filtered: bool
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
            is_filtered: Whether there are others, which must not take up the places.
        """
        query = self._query(question)
        rankings: dict[HandbookKey, Ranking] = {}
        unsettled = set(keys)
        limit = max(2 * k * len(unsettled), 1)
        searcher = self._index.searcher()
        while query is not None and unsettled:
            asked = self._within(query, unsettled) if is_filtered else query
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
        named = [(_Occur.Should, _all_of(words)) for words in written if words]
        if not named or not keys:
            return False
        query = self._within(_Query.boolean_query(named), keys)
        return bool(self._index.searcher().search(query, 1, count=False).hits)

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
                sentences.append(f"the {self._folder.name} of {name} are not those of the library")
        sentences += [f"there are {self._folder.name} of a removed handbook"] * bool(held)
        return sentences

    def _query(self, question: str) -> tantivy.Query | None:
        """Ask for any of the question's words; None if it has none."""
        text = normalise(question)
        words = content_terms(_WORDS.analyze(without_cjk(text)))
        weighted = [
            *((term, "words", 1.0) for term in words),
            *((term, "heading", HEADING_WEIGHT) for term in words),
            *(
                (term, "whole", WHOLE_WEIGHT)
                for term in spellings(content_terms(_WHOLES.analyze(without_cjk(text))))
            ),
            *((term, "bigrams", 1.0) for term in dict.fromkeys(_BIGRAMS.analyze(cjk_runs(text)))),
        ]
        clauses = [
            (_Occur.Should, _Query.boost_query(_Query.term_query(_SCHEMA, field, term, "freq"), weight))
            for term, field, weight in weighted
        ]
        clauses += [
            (_Occur.Should, _Query.boost_query(_phrase(pair), QUANTITY_WEIGHT))
            for pair in number_pairs(_WHOLES.analyze(without_cjk(text)))
        ]
        return _Query.boolean_query(clauses) if clauses else None

    def _within(self, query: tantivy.Query, keys: Set[HandbookKey]) -> tantivy.Query:
        filtered = _Query.const_score_query(_Query.term_set_query(_SCHEMA, "handbook", sorted(keys)), 0.0)
        return _Query.boolean_query([(_Occur.Must, query), (_Occur.Must, filtered)])

    def _keys(self) -> set[HandbookKey]:
        by_key = {"keys": {"terms": {"field": "handbook", "size": _MOST_HANDBOOKS}}}
        counts = self._index.searcher().aggregate(_Query.all_query(), by_key)
        return {HandbookKey(int(bucket["key"])) for bucket in counts["keys"]["buckets"]}

    def _items(self) -> dict[HandbookKey, list[int]]:
        searcher = self._index.searcher()
        found = _Found.of(searcher, searcher.search(_Query.all_query(), max(searcher.num_docs, 1)).hits)
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


def _all_of(words: Sequence[Collection[str]]) -> tantivy.Query:
    """Ask for some form of each word, in the text or in the headings."""
    return _Query.boolean_query([(_Occur.Must, _any_of(forms)) for forms in words])


def _any_of(forms: Collection[str]) -> tantivy.Query:
    stems = sorted({term for form in forms for term in terms(form)})
    return _Query.boolean_query(
        [
            (_Occur.Should, _Query.term_query(_SCHEMA, field, stemmed, "basic"))
            for stemmed in stems
            for field in ("words", "heading")
        ]
    )


def _phrase(pair: tuple[str, str]) -> tantivy.Query:
    return _Query.phrase_query(_SCHEMA, "whole", list(pair), QUANTITY_SLOP)


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


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_unsigned_field("handbook", indexed=True, fast=True)
    builder.add_unsigned_field("item", fast=True)
    builder.add_text_field("heading", tokenizer_name="words", index_option="freq")
    builder.add_text_field("words", tokenizer_name="words", index_option="freq")
    builder.add_text_field("whole", tokenizer_name="whole", index_option="position")
    builder.add_text_field("bigrams", tokenizer_name="bigrams", index_option="freq")
    return builder.build()


def _analyser(tokenizer: tantivy.Tokenizer) -> tantivy.TextAnalyzerBuilder:
    return (
        tantivy.TextAnalyzerBuilder(tokenizer)
        .filter(tantivy.Filter.remove_long(_LONGEST_TERM_BYTES))
        .filter(tantivy.Filter.lowercase())
        .filter(tantivy.Filter.ascii_fold())
    )


_SCHEMA = _schema()
_WORDS = _analyser(tantivy.Tokenizer.simple()).filter(tantivy.Filter.stemmer("english")).build()
_WHOLES = _analyser(tantivy.Tokenizer.regex(WHOLE)).build()
_BIGRAMS = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.ngram(1, 2)).build()


def _open(folder: Path) -> tuple[tantivy.Index, bool]:
    """Open an index, or begin an empty one if it is missing, damaged or of another schema; and say which."""
    folder.mkdir(mode=0o700, exist_ok=True)
    is_new = not tantivy.Index.exists(str(folder))
    try:
        index = tantivy.Index(_SCHEMA, str(folder))
    except ValueError:  # the binding's word for every failure
        _empty(folder)
        index, is_new = tantivy.Index(_SCHEMA, str(folder)), True
    index.register_tokenizer("words", _WORDS)
    index.register_tokenizer("whole", _WHOLES)
    index.register_tokenizer("bigrams", _BIGRAMS)
    return index, is_new


def _empty(folder: Path) -> None:
    shutil.rmtree(folder)
    folder.mkdir(mode=0o700)


def _document(key: HandbookKey, entry: WordEntry) -> tantivy.Document:
    return tantivy.Document.from_dict(
        {
            "handbook": key,
            "item": entry.item,
            "heading": without_cjk(entry.heading),
            "words": without_cjk(entry.text),
            "whole": without_cjk(f"{entry.heading} {entry.text}"),
            "bigrams": cjk_runs(f"{entry.heading} {entry.text}"),
        },
        _SCHEMA,
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
