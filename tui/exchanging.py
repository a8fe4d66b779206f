"""Writes handbooks to a file, looks into one, imports it: in a thread that tells a screen how far it is."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Final

from textual.message import Message

from edgerag.domain.handbooks import Handbook
from edgerag.domain.trail import Deed
from edgerag.errors import BundleError, EdgeRagError, PolicyError, StoreError
from edgerag.present.exchange import Offer, Offered
from edgerag.present.handbooks import pages_or_parts
from tui.adding import BatchProgressed, Tally
from tui.desk import Desk
from tui.machine import Advanced, Post, stop_if_set

if TYPE_CHECKING:
    from edgerag.store.exchange import ExportedHandbook, LibraryExport
    from edgerag.store.library import Library
    from edgerag.store.rooms.stock import Added

SUFFIX: Final = ".edgerag"
FILE_NAME: Final = f"handbooks{SUFFIX}"
_IN_FOLDER: Final = f"[!.]*{SUFFIX}"
_IN_BUNDLE: Final = f"[!.]*/[!.]*{SUFFIX}"
"""A bundle is a folder on a stick."""


@dataclass
class HandbooksExported(Message):
    """A file is written, whole."""

    path: Path
    n_handbooks: int
    n_bytes: int
    signed_by: str
    """Fingerprint of the key; empty if nobody signed it."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A file that was found whole, and what is in it."""

    export: LibraryExport
    offer: Offer


@dataclass
class HandbooksOffered(Message):
    """Files were found whole; whoever gets the message closes them."""

    files: tuple[Opened, ...]


@dataclass
class FileRefused(Message):
    """One of several files cannot be read; the others go on."""

    error: EdgeRagError


@dataclass
class HandbookTaken(Message):
    """One handbook of a file is in the library, or was before."""

    name: str
    handbook: Handbook
    outcome: Added


@dataclass
class HandbookRefused(Message):
    """One handbook of a file cannot be imported; the others go on."""

    name: str
    error: EdgeRagError


def export(
    desk: Desk, books: Sequence[Handbook], file: Path, key: Path | None, cancel: Event, post: Post
) -> None:
    """Write handbooks to a file, signed if there is a key; in a folder the file has its usual name.

    Raises:
        BundleKeyError: there is no private key in that file.
        Cancelled: `cancel` was set; nothing was written.
        DiskFullError: there is no room.
        StoreError: the library cannot be read, or the file cannot be written or is another one.
    """
    from edgerag import paths
    from edgerag.bundle.exports import signed_with
    from edgerag.bundle.signing import fingerprint, read_private_key
    from edgerag.store.exchange import export_library

    target = _with_suffix(file / FILE_NAME if file.is_dir() else file)
    signing_key = read_private_key(key) if key else None
    desk.library().record(Deed.EXPORTED, books=books, note=target.name)

    def tell(n_done: int, n_books: int) -> None:
        post(Advanced(f"exporting to {target.name}", n_done, n_books))

    written = export_library(
        paths.library_file(),
        target,
        tell,
        cancel,
        only={book.id for book in books},
        sign=signed_with(signing_key) if signing_key else None,
    )
    signed_by = fingerprint(signing_key.verify_key) if signing_key else ""
    post(HandbooksExported(written.path, written.n_handbooks, written.n_bytes, signed_by))


def exports_in(picked: Sequence[Path]) -> tuple[Path, ...]:
    """List the files of handbooks in what a person may pick: files, a folder, a bundle, a stick with one.

    Raises:
        StoreError: there is none.
    """
    found = {
        file: None
        for path in picked
        for file in (sorted((*path.glob(_IN_FOLDER), *path.glob(_IN_BUNDLE))) if path.is_dir() else [path])
    }
    if not found:
        names = ", ".join(path.name or str(path) for path in picked)
        raise StoreError(f"{names}: no file of handbooks is in it", hint=f"pick one that ends in {SUFFIX}")
    return tuple(found)


def look_into(desk: Desk, picked: Sequence[Path], cancel: Event, post: Post) -> None:
    """Verify files and post what is in them; nothing is imported.

    Raises:
        BundleDamagedError: the only file's signature is not one of its contents.
        Cancelled: `cancel` was set.
        StoreError: the only file is no export, or damaged; there is none; or the library cannot be opened.
    """
    files = exports_in(picked)
    opened: list[Opened] = []
    try:
        for file in files:
            try:
                opened.append(_open(desk.library(), file, cancel, post))
            except (StoreError, BundleError) as error:
                if len(files) == 1:
                    raise
                post(FileRefused(error))
        stop_if_set(cancel)
    except BaseException:
        for one in opened:
            one.export.close()
        raise
    post(HandbooksOffered(tuple(opened)))


def _open(library: Library, file: Path, cancel: Event, post: Post) -> Opened:
    from edgerag.store.exchange import LibraryExport

    def tell(n_done: int, n_books: int) -> None:
        post(Advanced(f"verifying {file.name}", n_done, n_books))

    export = LibraryExport(file, progress=tell, cancel=cancel)
    try:
        return Opened(export, _offer(export, library))
    except BaseException:
        export.close()
        raise


def take(desk: Desk, files: Sequence[Opened], cancel: Event, post: Post) -> None:
    """Import every handbook of files that were offered, and close these.

    Raises:
        Cancelled: `cancel` was set; the handbooks finished by then are in the library.
        ModelError: vectors must be made, and no embedder is installed or another one made the library's.
        PolicyError: nothing that they signed may be imported.
        StoreError: the library cannot be written.
    """
    with ExitStack() as open_files:
        for one in files:
            open_files.enter_context(one.export)
        for one in files:
            _take(desk, one.export, one.offer.signed_by, cancel, post)


def _take(desk: Desk, export: LibraryExport, signed_by: str, cancel: Event, post: Post) -> None:
    """Import every handbook of one file; `signed_by` is empty for nobody."""
    from edgerag.intake import Embedding, Failed, Indexed, Reading
    from edgerag.store.exchange import NOBODY

    waiting = iter(export.contents.handbooks)
    sizes: dict[Hashable, int] = {entry.id: max(entry.bytes, 1) for entry in export.contents.handbooks}
    tally = Tally(sizes)
    intake = desk.engine(cancel).intake
    entry = None
    for event in intake.add_exported(export, signed_by=signed_by or NOBODY, cancel=cancel):
        entry = next(waiting) if isinstance(event, Reading) or entry is None else entry
        name = _offered(entry, is_here=False, has_namesake=False).name
        match event:
            case Reading():
                post(BatchProgressed(tally.at(entry.id, name, "reading")))
            case Embedding(_, n_done, n_chunks):
                post(BatchProgressed(tally.at(entry.id, name, "indexing", n_done, n_chunks)))
            case Indexed(_, handbook, outcome):
                tally.end(entry.id, handbook.n_chunks)
                post(HandbookTaken(name, handbook, outcome))
            case Failed(_, error):
                tally.end(entry.id, 0)
                post(HandbookRefused(name, error))


def _offer(export: LibraryExport, library: Library) -> Offer:
    """Compare what a file lists with what the library has."""
    from edgerag.bundle.exports import signer_of
    from edgerag.store.exchange import NOBODY

    signed_by = signer_of(export)
    held, names = library.keys(), {book.file_name for book in library.handbooks()}
    offered = tuple(
        _offered(entry, is_here=entry.id in held, has_namesake=entry.file_name in names)
        for entry in export.contents.handbooks
    )
    refusal = ""
    try:
        library.rules.refuse_export_of(signed_by)
    except PolicyError as error:
        refusal = f"{error}; {error.hint}"
    return Offer(export.path.name, offered, "" if signed_by == NOBODY else signed_by, refusal)


def _offered(entry: ExportedHandbook, *, is_here: bool, has_namesake: bool) -> Offered:
    length = pages_or_parts(entry.n_pages, entry.page_count)
    return Offered(entry.title, entry.edition, entry.file_name, length, is_here, has_namesake)


def _with_suffix(file: Path) -> Path:
    """Give a file the ending by which it is found again."""
    return file if file.suffix == SUFFIX else file.with_name(file.name + SUFFIX)
