"""From files to indexed handbooks: parse, chunks, entities, claims, vectors, one handbook per transaction."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Generator as Steps
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event

import numpy as np
from jaxtyping import Float32

from edgerag.config import Ingest
from edgerag.domain.entities import Extracted
from edgerag.domain.handbooks import Chunk, Handbook, ParsedHandbook, Section
from edgerag.domain.ids import HandbookId, handbook_id
from edgerag.domain.pages import handbook_text
from edgerag.domain.trail import Deed
from edgerag.errors import (
    Cancelled,
    DamagedError,
    EdgeRagError,
    IngestError,
    ModelError,
    PolicyError,
    StoreError,
)
from edgerag.extract.claims import READER
from edgerag.extract.extract import extract, extract_with_claims
from edgerag.index.sync import Indexes
from edgerag.inference.roles import Embedder
from edgerag.ingest.parse import RESUME, parse_file
from edgerag.ingest.source import printable, sha256_of
from edgerag.language.abbreviations import harvest
from edgerag.store.claims import ReadClaims
from edgerag.store.exchange import NOBODY, LibraryExport
from edgerag.store.library import Library
from edgerag.store.rooms.stock import Added

EMBED_SLICE = 16
"""Chunks embedded between two progress events, about a second of work: what a cancel waits for."""

NOTHING_NEW = "nothing new"
"""What the audit trail says of an import that added no handbook."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A file is being parsed."""

    path: Path


@dataclass(frozen=True, slots=True)
class Embedding:
    """Some of a handbook's chunks have their vectors."""

    path: Path
    n_done: int
    n_chunks: int


@dataclass(frozen=True, slots=True)
class Indexed:
    """A file is in the library, whole."""

    path: Path
    handbook: Handbook
    outcome: Added


@dataclass(frozen=True, slots=True)
class Failed:
    """A file cannot be indexed; the others go on."""

    path: Path
    error: EdgeRagError


AddEvent = Reading | Embedding | Indexed | Failed


def add_handbooks(
    files: Sequence[Path],
    library: Library,
    indexes: Indexes,
    embedder: Embedder,
    limits: Ingest,
    cancel: Event,
) -> Iterator[AddEvent]:
    """Index files, each in one transaction; content that is in the library already is left alone.

    While one file's chunks are embedded the next file is parsed, in a child process.

    Raises:
        Cancelled: `cancel` was set; the handbooks finished by then are in the library.
        StoreError: the library cannot be written, or its vectors are another embedder's.
    """
    with ThreadPoolExecutor(1, thread_name_prefix="parse") as parser:
        for path, parsing in _ahead(parser, files, library, limits, cancel):
            yield Reading(path)
            try:
                parsed = parsing.result()
            except IngestError as error:
                yield Failed(path, error)
                continue
            if isinstance(parsed, ParsedHandbook):
                yield from _index(path, parsed, library, indexes, embedder, cancel)
            else:
                yield Indexed(path, library.handbook(parsed), Added.UNCHANGED)


def add_exported(
    export: LibraryExport,
    library: Library,
    indexes: Indexes,
    embedder_in_use: str,
    open_embedder: Callable[[], Embedder],
    cancel: Event,
    *,
    signed_by: str = NOBODY,
) -> Iterator[AddEvent]:
    """Add an export's handbooks, each in one transaction; those that the library has are left alone.

    A handbook that is not sound fails by name, and the others are added. None replaces anything. Where none
    is added the audit trail says that too, with the handbooks that the library had.

    Their entities and claims are read from their pages: an export holds none, so that nothing is believed
    that another program says of a page. Their vectors are taken over if the same embedder made those of the
    library, and made anew otherwise.

    Args:
        export: where they come from.
        library: where they go.
        indexes: the library's.
        embedder_in_use: its name, which an empty library will go by; empty if none is installed.
        open_embedder: called if vectors must be made.
        cancel: set it to stop.
        signed_by: who vouches for the export; each of its handbooks is marked with it.

    Raises:
        Cancelled: `cancel` was set; the handbooks finished by then are in the library.
        ModelError: vectors must be made, and no embedder is installed or another one made the library's.
        PolicyError: nothing that `signed_by` vouches for may be imported.
        StoreError: the library cannot be written.
    """
    library.rules.refuse_export_of(signed_by)
    held = library.keys()
    wanted = (library.embedder if held else "") or embedder_in_use or export.contents.embedder
    unchanged: list[Handbook] = []
    n_taken = 0
    for entry in export.contents.handbooks:
        path = Path(entry.file_name)
        if cancel.is_set():
            raise Cancelled("stopped before the next handbook", hint=RESUME)
        yield Reading(path)
        outcome = Added.UNCHANGED
        if entry.id not in held:
            try:
                parsed, matrix = export.read(entry, signed_by)
            except StoreError as error:
                yield Failed(path, error)
                continue
            if wanted != export.contents.embedder or len(matrix) < len(parsed.chunks):
                embedder = _embedder_named(wanted, open_embedder)
                matrix = yield from _embed(path, parsed.chunks, embedder, cancel)
            outcome = indexes.add(parsed, matrix, wanted, *_read(parsed, cancel))
        book = library.handbook(entry.id)
        if outcome is Added.UNCHANGED:
            unchanged.append(book)
        else:
            n_taken += 1
        yield Indexed(path, book, outcome)
    if not n_taken:
        library.record(Deed.IMPORTED, books=unchanged, note=f"{NOTHING_NEW}, signed by {signed_by}")


def _embedder_named(name: str, open_embedder: Callable[[], Embedder]) -> Embedder:
    """Open the embedder in use, which must be the one that made the library's vectors."""
    embedder = open_embedder()
    if embedder.name != name:
        message = f"the library's vectors were made by {name}, not by {embedder.name}"
        raise ModelError(message, hint="edgerag doctor --repair makes them anew")
    return embedder


def embed_again(
    library: Library, indexes: Indexes, embedder: Embedder, cancel: Event
) -> Iterator[tuple[int, int]]:
    """Make every vector anew with another embedder, one handbook per transaction.

    Yields:
        How many handbooks have their new vectors, and how many there are in all.

    Raises:
        Cancelled: `cancel` was set; the handbooks finished by then have their vectors.
        StoreError: the library cannot be written.
    """
    library.change_embedder(embedder.name, embedder.dimensions)
    waiting = library.waiting_for_vectors()
    for n_done, handbook in enumerate(waiting):
        yield n_done, len(waiting)
        matrices = [_embedded(embedder, [])]
        chunks = library.all_chunks(handbook)
        for start in range(0, len(chunks), EMBED_SLICE):
            if cancel.is_set():
                raise Cancelled("stopped while vectors were being made", hint=RESUME)
            matrices.append(_embedded(embedder, chunks[start : start + EMBED_SLICE]))
        indexes.replace_vectors(handbook, np.concatenate(matrices), embedder.name)
    yield len(waiting), len(waiting)


def index_again(
    handbooks: Sequence[HandbookId], library: Library, indexes: Indexes, embedder: Embedder, cancel: Event
) -> Iterator[AddEvent]:
    """Make the vectors and the words of handbooks anew from their stored text, one per transaction.

    Whatever else waits for its vectors is served too: all of it, if another embedder made them.

    Raises:
        Cancelled: `cancel` was set; the handbooks finished by then are done.
        StoreError: the library cannot be written.
    """
    library.change_embedder(embedder.name, embedder.dimensions)
    for handbook in dict.fromkeys((*handbooks, *library.waiting_for_vectors())):
        book = library.handbook(handbook)
        path = Path(book.source_path)
        matrix = yield from _embed(path, library.all_chunks(handbook), embedder, cancel)
        indexes.replace_vectors(handbook, matrix, embedder.name)
        yield Indexed(path, book, Added.REPLACED)
    indexes.repair()


def read_entities_again(library: Library, cancel: Event) -> Iterator[tuple[int, int]]:
    """Read the handbooks whose entities wait to be read, one per transaction; a damaged one waits on.

    Yields:
        How many handbooks were looked at, and how many there are in all.

    Raises:
        Cancelled: `cancel` was set; the handbooks finished by then have their entities.
        StoreError: the library cannot be written.
    """
    waiting = library.waiting_for_entities()
    for n_done, handbook in enumerate(waiting):
        if cancel.is_set():
            raise Cancelled("stopped while handbooks were being read", hint=RESUME)
        yield n_done, len(waiting)
        with suppress(DamagedError):
            text, own = library.text(handbook), library.own_names(handbook)
            sections, chunks = library.sections(handbook), library.all_chunks(handbook)
            library.replace_entities(handbook, extract(text, sections, chunks, own.names))
    yield len(waiting), len(waiting)


def _read(parsed: ParsedHandbook, cancel: Event) -> tuple[Extracted, ReadClaims]:
    """Read which entities a handbook names, and what it states.

    Raises:
        Cancelled: `cancel` was set.
    """
    text = handbook_text(parsed.pages)
    sections = _while_wanted(parsed.sections, cancel)
    extracted, claims = extract_with_claims(text, sections, parsed.chunks, harvest(text))
    return extracted, ReadClaims(claims, READER)


def _while_wanted(sections: Iterable[Section], cancel: Event) -> Iterator[Section]:
    for section in sections:
        if cancel.is_set():
            raise Cancelled("stopped while a handbook was being read", hint=RESUME)
        yield section


Parsing = Future[ParsedHandbook | HandbookId]


def _ahead(
    parser: Executor, files: Sequence[Path], library: Library, limits: Ingest, cancel: Event
) -> Iterator[tuple[Path, Parsing]]:
    """Start parsing the next file before the one at hand is given out."""
    waiting: deque[tuple[Path, Parsing]] = deque()
    for path in files:
        waiting.append((path, parser.submit(_parse, path, library, limits, cancel)))
        if len(waiting) > 1:
            yield waiting.popleft()
    yield from waiting


def _parse(path: Path, library: Library, limits: Ingest, cancel: Event) -> ParsedHandbook | HandbookId:
    """Parse a file, or name the handbook in the library that has the same content.

    Raises:
        IngestError: the file cannot be read.
        Cancelled: `cancel` is set.
    """
    if cancel.is_set():
        raise Cancelled("stopped before the next file", hint=RESUME)
    try:
        sha256 = sha256_of(path)
    except IngestError as error:
        raise IngestError(f"{printable(path)}: {error}", hint=error.hint) from error
    if library.has_content(sha256):
        return handbook_id(sha256)
    return parse_file(
        path,
        chunk_words=limits.chunk_words,
        overlap_words=limits.overlap_words,
        timeout_s=limits.timeout_s,
        memory_mb=limits.memory_mb,
        cancel=cancel,
    )


def _index(
    path: Path, parsed: ParsedHandbook, library: Library, indexes: Indexes, embedder: Embedder, cancel: Event
) -> Iterator[AddEvent]:
    """Embed a parsed handbook's chunks and put all of it into the library at once."""
    with library.working_on(str(path)):
        read = _read(parsed, cancel)
        matrix = yield from _embed(path, parsed.chunks, embedder, cancel)
        try:
            outcome = indexes.add(parsed, matrix, embedder.name, *read)
        except PolicyError as error:
            yield Failed(path, error)
            return
    yield Indexed(path, library.handbook(parsed.handbook.id), outcome)


def _embed(
    path: Path, chunks: Sequence[Chunk], embedder: Embedder, cancel: Event
) -> Steps[AddEvent, None, Float32[np.ndarray, "chunk dim"]]:
    """Make the vectors of a handbook's chunks, saying after each slice how far it is."""
    slices: list[Float32[np.ndarray, "chunk dim"]] = []
    for start in range(0, len(chunks), EMBED_SLICE):
        if cancel.is_set():
            raise Cancelled(f"stopped while {path.name} was being indexed", hint=RESUME)
        some = chunks[start : start + EMBED_SLICE]
        slices.append(_embedded(embedder, some))
        yield Embedding(path, start + len(some), len(chunks))
    return np.concatenate(slices or [_embedded(embedder, [])])


def _embedded(embedder: Embedder, chunks: Sequence[Chunk]) -> Float32[np.ndarray, "chunk dim"]:
    return embedder.encode([chunk.indexed_text for chunk in chunks])
