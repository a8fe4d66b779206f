"""Looks, in a thread, whether another library can be opened, before the one that is open is closed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from textual.message import Message

from edgerag import paths
from edgerag.errors import StoreError
from edgerag.present.inert import one_line
from tui.messages import LibraryWanted


def look_for_library(picked: Path) -> Iterator[Message]:
    """Wish for the library that a person means by a file or a folder; a locked one is opened later.

    Raises:
        StoreError: there is none, or it cannot be opened.
    """
    from edgerag.store.cipher import is_encrypted
    from edgerag.store.connection import translated_errors
    from edgerag.store.library import Library

    folder = paths.library_within(picked)
    if folder is None:
        raise StoreError(
            f"{one_line(picked.name)}: there is no library in it",
            hint=f"a library is a file {paths.LIBRARY_FILE}, in a folder data perhaps",
        )
    file = folder / paths.LIBRARY_FILE
    with translated_errors(file):
        is_locked = is_encrypted(file)
    if not is_locked:
        Library.open(file).close()
    yield LibraryWanted(folder)
