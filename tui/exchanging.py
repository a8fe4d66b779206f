"""Writes handbooks to a file, looks into one, imports it: in a thread that tells a screen how far it is."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Final

from textual.message import Message

from edgerag.domain.handbooks import Handbook
from edgerag.domain.trail import Deed
from edgerag.errors import EdgeRagError, PolicyError
from edgerag.present.exchange import Offer, Offered
from tui.adding import BatchProgressed, Tally
from tui.desk import Desk
from tui.machine import Advanced, Post, stop_if_set

if TYPE_CHECKING:
    from edgerag.store.exchange import ExportedHandbook, LibraryExport
    from edgerag.store.library import Library
    from edgerag.store.rooms.stock import Added

SUFFIX: Final = ".edgerag"
FILE_NAME: Final = f"handbooks{SUFFIX}"


@dataclass
class HandbooksExported(Message):
    """A file is written, whole."""

    path: Path
    n_handbooks: int
    n_bytes: int
    signed_by: str
    """Fingerprint of the key; empty if nobody signed it."""


@dataclass
class HandbooksOffered(Message):
    """A file was found whole, and this is in it; whoever gets the message closes the file."""

    export: LibraryExport
    offer: Offer


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


def look_into(desk: Desk, file: Path, cancel: Event, post: Post) -> None:
    """Verify a file and post what is in it; nothing is imported.

    Raises:
        BundleDamagedError: its signature is not one of its contents.
        Cancelled: `cancel` was set.
        StoreError: it is no export, or damaged; or the library cannot be opened.
    """
    from edgerag.store.exchange import LibraryExport

    def tell(n_done: int, n_books: int) -> None:
        post(Advanced(f"verifying {file.name}", n_done, n_books))

    export = LibraryExport(file, progress=tell, cancel=cancel)
    try:
        offer = _offer(export, desk.library())
        stop_if_set(cancel)
    except BaseException:
        export.close()
        raise
    post(HandbooksOffered(export, offer))


def take(desk: Desk, export: LibraryExport, signed_by: str, cancel: Event, post: Post) -> None:
    """Import every handbook of a file that was offered, and close it; `signed_by` is empty for nobody.

    Raises:
        Cancelled: `cancel` was set; the handbooks finished by then are in the library.
        ModelError: vectors must be made, and no embedder is installed or another one made the library's.
        PolicyError: nothing that they signed may be imported.
        StoreError: the library cannot be written.
    """
    from edgerag.intake import Embedding, Failed, Indexed, Reading
    from edgerag.store.exchange import NOBODY

    waiting = iter(export.contents.handbooks)
    sizes: dict[Hashable, int] = {entry.id: max(entry.bytes, 1) for entry in export.contents.handbooks}
    tally = Tally(sizes)
    with export:
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
    return Offered(entry.title, entry.edition, entry.file_name, entry.n_pages, is_here, has_namesake)


def _with_suffix(file: Path) -> Path:
    """Give a file the ending by which it is found again."""
    return file if file.suffix == SUFFIX else file.with_name(file.name + SUFFIX)
