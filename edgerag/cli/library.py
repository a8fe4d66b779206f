"""`edgerag library`: handbooks in one file, from laptop to laptop."""

from __future__ import annotations

import sys
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

import click

from edgerag.cli.exports import refuse_other
from edgerag.cli.interrupt import cancel_on_interrupt
from edgerag.cli.opening import note_opening, record_export, typed_name, user_library
from edgerag.cli.output import note, progress, say, table
from edgerag.cli.passphrase import ask_now
from edgerag.errors import PARTIAL
from edgerag.present.amounts import count, size
from edgerag.present.handbooks import pages_or_parts

if TYPE_CHECKING:
    from edgerag.cli.output import Advance
    from edgerag.domain.handbooks import Handbook
    from edgerag.store.exchange import LibraryExport

_KEY_FILE = click.Path(path_type=Path, exists=True, dir_okay=False)
EPILOG = """\b
Examples:
  edgerag library export /media/usb/handbooks.edgerag
  edgerag library export claims.jsonld --jsonld
  edgerag library info /media/usb/handbooks.edgerag
  edgerag library import /media/usb/handbooks.edgerag

\b
An export holds handbooks with what was stated about them. It never holds questions, answers or
reports, nor the names of folders. With --key it is signed, as a bundle is: `edgerag bundle keygen`
makes the key. An import replaces nothing; each handbook is marked with who signed the file.
"""


@click.group(epilog=EPILOG)
def command() -> None:
    """Carry handbooks from one library to another in a file."""


@command.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--key", type=_KEY_FILE, help="The private key that signs it.")
@click.option("--jsonld", is_flag=True, help="Write what they state as JSON-LD, for other programs.")
def export(*, file: Path, key: Path | None, jsonld: bool) -> None:
    """Write the handbooks and their vectors to FILE.

    FILE appears when it is whole; an older export there is replaced. Questions, answers and reports stay
    here. JSON-LD has each statement word for word with its amounts, what it names, handbook, section and
    page, in terms of schema.org and PROV; it cannot be imported.
    """
    if jsonld:
        if key:
            raise click.UsageError("--key signs handbooks, not JSON-LD")
        _export_linked(file)
        return
    from edgerag import paths
    from edgerag.bundle.exports import signed_with
    from edgerag.bundle.signing import fingerprint, read_private_key
    from edgerag.store.exchange import export_library

    signing_key = read_private_key(key) if key else None
    ask_now()
    record_export(file)
    with cancel_on_interrupt() as cancel, progress() as advance:
        written = export_library(
            paths.library_file(),
            file,
            lambda n_done, n_handbooks: advance("exporting", n_done, n_handbooks),
            cancel,
            sign=signed_with(signing_key) if signing_key else None,
        )
    say(f"{count(written.n_handbooks, 'handbook')}, {size(written.n_bytes)}: {written.path}")
    note("Questions, answers and reports are not in it. It is not encrypted, even if the library is.")
    if signing_key:
        note(f"Signed with the key {fingerprint(signing_key.verify_key)}.")
    else:
        note("Nobody signed it: whoever gets it cannot tell who made it. Sign it with --key.")


def _export_linked(file: Path) -> None:
    """Write what the handbooks state as JSON-LD."""
    from edgerag.disk import save_parts
    from edgerag.domain.trail import Deed
    from edgerag.engine.linked import OPENING, linked

    refuse_other(file, OPENING)
    with user_library() as library, cancel_on_interrupt() as cancel, progress() as advance:
        books, unread = library.handbooks(), library.waiting_for_entities()
        library.record(Deed.EXPORTED, books=books, note=file.name)
        save_parts(file, linked(library, lambda n, of: advance("exporting", n, of), cancel))
    say(f"{count(len(books), 'handbook')}, {size(file.stat().st_size)}: {file}")
    note("Questions, answers and reports are not in it. It is not encrypted, even if the library is.")
    if unread:
        note(f"{count(len(unread), 'handbook')} not read for entities yet: `edgerag graph` reads them")


@command.command(name="import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--public-key", type=_KEY_FILE, help="The key that must have signed it.")
@click.pass_obj
def import_(config_file: Path, *, file: Path, public_key: Path | None) -> None:
    """Add the handbooks in FILE to this library.

    FILE is verified before anything is changed. A handbook that is here already is left alone, with
    what was stated about it here; one that is not sound is left out and named, and the exit code is 7.
    After Ctrl-C or a power cut, run the same command again.
    """
    from edgerag.cli.add import tell
    from edgerag.engine.ask import Engine
    from edgerag.governed import load_config

    settings = load_config(config_file)
    ask_now()
    n_failed = 0
    with (
        cancel_on_interrupt() as cancel,
        progress() as advance,
        _opened(file, advance, cancel) as export,
        Engine.open(settings, extractive=True, name=typed_name()) as engine,
    ):
        note_opening(engine.library)
        signed_by = _signer(export, public_key)
        held = {book.id for book in engine.library.handbooks()}
        for event in engine.intake.add_exported(export, signed_by=signed_by, cancel=cancel):
            n_failed += tell(event, advance, engine.library)
        books = engine.library.handbooks()
    by_file: dict[str, list[Handbook]] = {}
    for book in books:
        by_file.setdefault(book.file_name, []).append(book)
    for name, same in by_file.items():
        if len(same) > 1 and any(book.id not in held for book in same):
            note(f"{name}: {len(same)} contents of this name are here; see `edgerag list`, `edgerag remove`")
    say(f"{count(len(books) - len(held), 'new handbook')}, {count(len(books), 'handbook')} in the library")
    if n_failed:
        sys.exit(PARTIAL)


@command.command()
@click.argument("file", type=click.Path(path_type=Path))
def info(file: Path) -> None:
    """Verify FILE and list what it holds."""
    with cancel_on_interrupt() as cancel, progress() as advance, _opened(file, advance, cancel) as export:
        contents = export.contents
        _signer(export, None)
    table(
        ("id", "title", "edition", "file", "length", "size"),
        [
            (
                book.id,
                book.title,
                book.edition,
                book.file_name,
                pages_or_parts(book.n_pages, book.page_count),
                size(book.bytes),
            )
            for book in contents.handbooks
        ],
    )
    note(f"whole; written by edgerag {contents.program}, vectors of {contents.embedder or 'no model yet'}")


def _signer(export: LibraryExport, public_key: Path | None) -> str:
    """Say who signed an export, which must be the owner of `public_key` if that is given."""
    from edgerag.bundle.exports import signer_of
    from edgerag.bundle.signing import read_public_key
    from edgerag.store.exchange import NOBODY

    signed_by = signer_of(export, read_public_key(public_key) if public_key else None)
    if signed_by == NOBODY:
        note("signed by nobody: ask whoever gave it to you whether it is theirs")
    else:
        note(f"signed with the key {signed_by}: compare it with what its owner tells you")
    return signed_by


def _opened(file: Path, advance: Advance, cancel: Event) -> LibraryExport:
    """Open an export, showing how far its verification is."""
    from edgerag.store.exchange import LibraryExport

    def show(n_done: int, n_handbooks: int) -> None:
        advance("verifying", n_done, n_handbooks)

    return LibraryExport(file, progress=show, cancel=cancel)
