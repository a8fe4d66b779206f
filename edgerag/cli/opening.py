"""Opens the user's library for a command, and says what a person should know of that."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from edgerag.cli.output import note, note_migrations

if TYPE_CHECKING:
    from edgerag.domain.trail import Deed
    from edgerag.store.audits import Audits
    from edgerag.store.library import Library


@contextmanager
def user_library() -> Iterator[Library]:
    """Open the user's library as the policy has it, for as long as the context lasts.

    Raises:
        StoreError: it cannot be opened.
    """
    from edgerag.governed import open_library

    with open_library(typed_name()) as library:
        note_opening(library)
        yield library


@contextmanager
def opened_audits() -> Iterator[Audits]:
    """Open the audits of the user's library, for as long as the context lasts.

    Raises:
        StoreError: the library cannot be opened.
    """
    from edgerag.store.audits import Audits

    with user_library() as library:
        yield Audits(library.connections)


@contextmanager
def opened_shard(folder: Path) -> Iterator[Audits]:
    """Open a shard of an audit, for as long as the context lasts.

    Raises:
        AuditError: there is none in that folder.
        StoreError: it cannot be opened.
    """
    from edgerag import paths
    from edgerag.store.shards import opened

    with opened(folder, paths.library_file()) as audits:
        yield audits


def record_export(file: Path) -> None:
    """Write into the audit trail, if there is one, that all handbooks are about to be written to a file.

    Raises:
        StoreError: the library cannot be opened, or a trail that is wanted cannot be written.
    """
    from edgerag import paths
    from edgerag.domain.trail import Deed

    if paths.library_file().is_file():
        with user_library() as library:
            library.record(Deed.EXPORTED, books=library.handbooks(), note=file.name)


def record_key_change(what: Deed) -> None:
    """Write into the audit trail, if there is one, what was done to the lock of the library.

    Raises:
        StoreError: the library cannot be opened, or a trail that is wanted cannot be written.
    """
    with user_library() as library:
        library.record(what)


def typed_name() -> str:
    """Give whom the person says they are, with --as; empty if they do not."""
    context = click.get_current_context(silent=True)
    name: str | None = context.find_root().params.get("person") if context else None
    return name or ""


def note_opening(library: Library) -> None:
    """Tell the person what was done with the library when it was opened."""
    note_migrations(library)
    for sentence in library.notes:
        note(sentence)
