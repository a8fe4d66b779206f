"""Handbooks in one file, to carry from library to library.

    library.edgerag (a zip file)
      handbooks/<id>.msgpack   pages, sections, chunks and vectors of one handbook
      contents.json            the format, the embedder, and each handbook's size and SHA-256
      contents.sig             who vouches for contents.json, if anybody does

It does not hold questions, answers and reports, which may speak of patients, nor the folders that handbooks
were added from. The format is not the database's: libraries of different schemas can exchange handbooks.
"""

from __future__ import annotations

import hashlib
import os
import struct
import zipfile
import zlib
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event

import msgspec
import numpy as np
from jaxtyping import Float32

from edgerag import __version__
from edgerag.disk import Closing, disk_full_told, flush, flush_folder
from edgerag.domain.handbooks import Handbook, ParsedHandbook
from edgerag.domain.ids import HandbookId
from edgerag.errors import Cancelled, StoreError
from edgerag.folders import WRITE_PROTECTED
from edgerag.store import vectors
from edgerag.store.library import Library
from edgerag.store.soundness import flaws

FORMAT_NAME = "edgerag.library/"
FORMAT = f"{FORMAT_NAME}1"
CONTENTS = "contents.json"
MOST_CONTENTS_BYTES = 10_000_000
SIGNATURE = "contents.sig"
MOST_SIGNATURE_BYTES = 4096
NOBODY = "nobody"
"""Who vouches for the handbooks of an export that is not signed."""
MOST_HANDBOOK_BYTES = 300_000_000
"""Above what the longest text that is ever indexed takes; a file that claims more is a bomb."""

_UNREADABLE = (
    zipfile.BadZipFile,
    zipfile.LargeZipFile,
    zlib.error,
    struct.error,
    msgspec.DecodeError,
    EOFError,
    KeyError,
    NotImplementedError,
    RuntimeError,
    RecursionError,
    OverflowError,
    UnicodeDecodeError,
    ValueError,
    OSError,
)
"""What the zip reader raises, depending on which byte of a file is damaged."""

Progress = Callable[[int, int], None]
"""Told how many handbooks are done, and of how many."""


def _silent(n_done: int, n_handbooks: int) -> None:
    """Report nothing."""


@dataclass(frozen=True, slots=True)
class Exported:
    """What was written."""

    path: Path
    n_handbooks: int
    n_bytes: int


@dataclass(frozen=True, slots=True)
class ExportedHandbook:
    """One handbook of an export, and what its member must be."""

    id: HandbookId
    title: str
    edition: str
    file_name: str
    n_pages: int
    bytes: int
    sha256: str
    page_count: int | None = None
    """How many of its parts have a page's number; None where an older program wrote the file."""

    @property
    def member(self) -> str:
        """Its name in the zip file."""
        return f"handbooks/{self.id}.msgpack"


class ContentsFile(msgspec.Struct, frozen=True):
    """The whole of `contents.json`."""

    format: str
    program: str
    """The version of edgerag that wrote it."""
    embedder: str
    """The one model that made every vector; empty if there are none."""
    dimensions: int
    handbooks: tuple[ExportedHandbook, ...]


class _Format(msgspec.Struct, frozen=True):
    """What every version of `contents.json` says."""

    format: str


class _Member(msgspec.Struct, frozen=True):
    """One handbook as it is written."""

    parsed: ParsedHandbook
    vectors: bytes
    """Little-endian float16, one row per chunk in reading order; empty while they are still to be made."""


def export_library(
    library_file: Path,
    target: Path,
    progress: Progress,
    cancel: Event,
    *,
    only: Collection[HandbookId] | None = None,
    sign: Callable[[bytes], bytes] | None = None,
) -> Exported:
    """Write every handbook of a library to `target`, for its owner alone; an older export is replaced.

    `only` names the handbooks to write, if not all; `sign` makes a signature of the list of contents, if
    somebody is to vouch for them. What others commit to the library meanwhile is left out. The target appears
    when it is whole.

    Raises:
        Cancelled: `cancel` was set; an older export is still there.
        DamagedError: a handbook is not as it was stored.
        DiskFullError: there is no room.
        StoreError: the library cannot be read or is empty, or `target` cannot be written or is another file.
    """
    empty = StoreError(
        f"{library_file} has no handbooks to export", hint="add some with `edgerag add FILE...`"
    )
    if not library_file.is_file():
        raise empty
    _refuse_other_file(target)
    partial = target.with_name(f".{target.name}.partial")
    with Library.open(library_file) as library, library.reading(), _write_errors(target):
        books = tuple(book for book in library.handbooks() if only is None or book.id in only)
        if not books:
            raise empty
        try:
            with os.fdopen(os.open(partial, os.O_CREAT | os.O_RDWR | os.O_TRUNC, 0o600), "w+b") as file:
                with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
                    contents = _write(library, books, archive, progress, cancel)
                    if sign is not None:
                        _write_member(archive, SIGNATURE, sign(contents))
                flush(file)
            partial.replace(target)
            flush_folder(target.parent)
        except BaseException:
            partial.unlink(missing_ok=True)
            raise
    return Exported(target, len(books), target.stat().st_size)


class LibraryExport(Closing):
    """An export that was found whole when it was opened."""

    def __init__(self, path: Path, *, progress: Progress = _silent, cancel: Event | None = None) -> None:
        """Open `path` and compare every handbook with its hash.

        Raises:
            Cancelled: `cancel` was set.
            StoreError: it is no export, damaged, cut short, or of a newer program.
        """
        self.path = path
        if path.exists() and not path.is_file():
            raise StoreError(f"{path} is no file", hint="name a file that edgerag library export wrote")
        with self._read_errors():
            self._archive = zipfile.ZipFile(path)
        try:
            with self._read_errors():
                self.contents_bytes = self._archive.read(self._info(CONTENTS, MOST_CONTENTS_BYTES))
                self.contents = _decoded(self.contents_bytes, path)
                self.signature = self._read_signature()
            self._verify(progress, cancel or Event())
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the file."""
        self._archive.close()

    def read(
        self, entry: ExportedHandbook, signed_by: str = NOBODY
    ) -> tuple[ParsedHandbook, Float32[np.ndarray, "chunk dim"]]:
        """Read a handbook and its vectors; no rows if they are still to be made.

        Its source path is made from the export's path: no other handbook's, and no file's. The handbook is
        marked as imported, and with who vouches for it.

        Raises:
            StoreError: the file was changed since it was opened, or the handbook is not sound; what is wrong
                with it is told, and the others can still be read.
        """
        member = self._member(entry)
        parsed, dimensions = member.parsed, self.contents.dimensions
        with self._read_errors():
            matrix = np.frombuffer(member.vectors, "<f2").reshape(-1, dimensions or 1)
        wrong = next(flaws(parsed, matrix), "") or _unlike(entry, parsed)
        if wrong:
            raise self._damaged(f"the handbook {entry.title!r} is not what it must be: {wrong}")
        source = self.path.absolute() / entry.id / parsed.handbook.file_name
        book = replace(parsed.handbook, source_path=str(source), signed_by=signed_by)
        return replace(parsed, handbook=book), matrix.astype(np.float32)

    def _member(self, entry: ExportedHandbook) -> _Member:
        with self._read_errors():
            content = self._archive.read(self._info(entry.member, MOST_HANDBOOK_BYTES))
        if len(content) != entry.bytes or hashlib.sha256(content).hexdigest() != entry.sha256:
            raise self._without_its_hash(entry)
        with self._read_errors():
            return msgspec.msgpack.decode(content, type=_Member)

    def _read_signature(self) -> bytes | None:
        if SIGNATURE not in self._archive.namelist():
            return None
        return self._archive.read(self._info(SIGNATURE, MOST_SIGNATURE_BYTES))

    def _verify(self, progress: Progress, cancel: Event) -> None:
        entries = self.contents.handbooks
        for n_done, entry in enumerate(entries):
            if cancel.is_set():
                raise Cancelled("stopped while the file was being verified")
            progress(n_done, len(entries))
            with (
                self._read_errors(),
                self._archive.open(self._info(entry.member, MOST_HANDBOOK_BYTES)) as file,
            ):
                sha256 = hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]  # it reads into a buffer
            if sha256 != entry.sha256:
                raise self._without_its_hash(entry)
        progress(len(entries), len(entries))

    def _without_its_hash(self, entry: ExportedHandbook) -> StoreError:
        return self._damaged(f"the handbook {entry.title!r} does not have its SHA-256")

    def _info(self, member: str, most_bytes: int) -> zipfile.ZipInfo:
        info = self._archive.getinfo(member)
        if info.file_size > most_bytes:
            raise ValueError(f"{member} claims {info.file_size:,} bytes")
        return info

    @contextmanager
    def _read_errors(self) -> Iterator[None]:
        try:
            yield
        except FileNotFoundError as error:
            raise StoreError(f"there is no file {self.path}", hint="check the name") from error
        except _UNREADABLE as error:
            raise self._damaged(str(error) or type(error).__name__) from error

    def _damaged(self, reason: str) -> StoreError:
        return StoreError(
            f"{self.path}: damaged, or not a library export: {reason}",
            hint="copy it again, or export it again with `edgerag library export`",
        )


def _unlike(entry: ExportedHandbook, parsed: ParsedHandbook) -> str:
    """Say that a handbook is not the one that the list of contents names; empty if it is."""
    book = parsed.handbook
    if book.id != entry.id:
        return "it is another one"
    n_numbered = len({page.number for page in parsed.pages} - {None})
    page_count = n_numbered if entry.page_count is not None else None
    listed = (entry.title, entry.edition, entry.file_name, entry.n_pages, entry.page_count)
    held = (book.title, book.edition, book.file_name, book.n_pages, page_count)
    return "" if listed == held else "it is listed otherwise"


def _write(
    library: Library, books: tuple[Handbook, ...], archive: zipfile.ZipFile, progress: Progress, cancel: Event
) -> bytes:
    """Write every handbook and the list of contents, which is returned."""
    entries: list[ExportedHandbook] = []
    page_counts = library.page_counts()
    for n_done, book in enumerate(books):
        if cancel.is_set():
            raise Cancelled("stopped before the export was whole", hint="run the same command again")
        progress(n_done, len(books))
        content = msgspec.msgpack.encode(_member(library, book))
        entry = ExportedHandbook(
            book.id,
            book.title,
            book.edition,
            book.file_name,
            book.n_pages,
            len(content),
            hashlib.sha256(content).hexdigest(),
            page_counts.get(book.id, 0),
        )
        _write_member(archive, entry.member, content)
        entries.append(entry)
    with library.reading() as db:
        embedder, dimensions = vectors.embedder(db)
    contents = ContentsFile(FORMAT, __version__, embedder, dimensions, tuple(entries))
    encoded = msgspec.json.format(msgspec.json.encode(contents))
    _write_member(archive, CONTENTS, encoded)
    progress(len(books), len(books))
    return encoded


def _member(library: Library, book: Handbook) -> _Member:
    parsed = ParsedHandbook(
        replace(book, source_path=""),
        library.pages(book.id),
        library.sections(book.id),
        library.all_chunks(book.id),
    )
    return _Member(parsed, library.vectors(book.id).astype("<f2").tobytes())


def _write_member(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    """Write a member with a fixed date: the same handbooks give the same file."""
    info = zipfile.ZipInfo(name)
    info.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(info, content)


def _decoded(content: bytes, path: Path) -> ContentsFile:
    name = msgspec.json.decode(content, type=_Format).format
    if not name.startswith(FORMAT_NAME):
        raise ValueError(name)
    if name != FORMAT:
        raise StoreError(f"{path}: written by a newer edgerag, in the format {name}", hint="update edgerag")
    return msgspec.json.decode(content, type=ContentsFile)


def _refuse_other_file(target: Path) -> None:
    """Replace nothing but an older export."""
    if not target.exists():
        return
    if not target.is_file():
        raise StoreError(f"{target} is there already and is no file", hint="give the export another name")
    try:
        with zipfile.ZipFile(target) as archive:
            archive.getinfo(CONTENTS)
    except _UNREADABLE as error:
        raise StoreError(
            f"{target} is there already and is no export", hint="give the export another name"
        ) from error


@contextmanager
def _write_errors(target: Path) -> Iterator[None]:
    try:
        with disk_full_told():
            yield
    except OSError as error:
        raise StoreError(
            f"{target}: cannot be written: {error.strerror}", hint=f"is the folder there? {WRITE_PROTECTED}"
        ) from error
