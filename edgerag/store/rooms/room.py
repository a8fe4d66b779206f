"""What every room of the library shares: its file, and how a change and a look are kept whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TypeVar

import apsw

from edgerag.domain.handbooks import Handbook
from edgerag.domain.ids import HandbookId
from edgerag.errors import HandbookNotFoundError
from edgerag.policy import Rules
from edgerag.store import damage, handbooks
from edgerag.store.connection import Connections
from edgerag.store.handbooks import HandbookKey

One = TypeVar("One")


class Room:
    """One part of what a library can do, over the same file as all others."""

    connections: Connections
    rules: Rules
    who: str
    """Who does what is done, as the audit trail has it."""

    def transaction(self) -> AbstractContextManager[apsw.Connection]:
        """Make several changes one: all of them happen, or none.

        Raises:
            LibraryBusyError: another process is changing the library and did not finish in time.
            DiskFullError: there is no room; the library is as it was.
            StoreError: the file is damaged.
        """
        return self.connections.transaction()

    def reading(self) -> AbstractContextManager[apsw.Connection]:
        """Read several things as of one moment, whatever other processes commit meanwhile.

        Raises:
            StoreError: the file is damaged or cannot be read.
        """
        return self.connections.reading()

    def sweep(self) -> bool:
        """Fold the log into the file, so that what was removed is in neither; say whether that was possible.

        It is not while another program reads. It is done when that program lets go: when the library is
        opened next, or when the last one closes it.
        """
        return self.connections.checkpoint()

    def remove_older_copies(self) -> tuple[Path, ...]:
        """Delete the copies from before migrations, which hold what was deleted since; name them."""
        path = self.connections.path
        copies = tuple(sorted(path.parent.glob(f"{path.stem}.before-*{path.suffix}")))
        for copy in copies:
            copy.unlink(missing_ok=True)
        return copies

    def _change_each(
        self,
        found: Sequence[One],
        of: Callable[[One], Sequence[HandbookId]],
        change: Callable[[apsw.Connection, Mapping[HandbookId, HandbookKey], One], None],
    ) -> None:
        """Change in one transaction what is kept `of` handbooks; of those removed meanwhile, nothing."""
        if not found:
            return
        with self.transaction() as db:
            held = handbooks.keys(db)
            for one in found:
                if held.keys() >= set(of(one)):
                    change(db, held, one)


def key_of(db: apsw.Connection, handbook: HandbookId) -> HandbookKey:
    """Give the key of a handbook.

    Raises:
        HandbookNotFoundError: the library does not have it.
    """
    key = handbooks.key_of(db, handbook)
    if key is None:
        raise HandbookNotFoundError(f"no handbook has the id {handbook}", hint="see `edgerag list`")
    return key


def whole(db: apsw.Connection, handbook: HandbookId) -> tuple[HandbookKey, Handbook]:
    """Give a handbook's key and its own entry, without metadata.

    Raises:
        DamagedError: the entry is not as it was stored.
        HandbookNotFoundError: the library does not have it.
    """
    key = key_of(db, handbook)
    book = handbooks.book(db, key)
    if book is None:
        raise damage.refusal(f"the handbook {handbook}", ["its own entry"])
    return key, book


def known(db: apsw.Connection, keys: Iterable[HandbookKey]) -> list[Handbook]:
    """Give the handbooks that can be read."""
    books = handbooks.all_handbooks(db)
    return [books[key] for key in keys if key in books]


def next_generation(db: apsw.Connection) -> int:
    """Count one change of content more."""
    return db.execute("update library set generation = generation + 1 returning generation").get
