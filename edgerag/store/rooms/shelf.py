"""The shelf: which handbooks there are, and whether they are sound."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from edgerag.domain.handbooks import Handbook
from edgerag.domain.ids import HandbookId
from edgerag.errors import HandbookNotFoundError
from edgerag.store import damage, handbooks
from edgerag.store.handbooks import HandbookKey
from edgerag.store.rooms.room import Room, key_of

SHORTEST_BEGINNING: Final = 4
"""Characters of a name that may stand for all of it; with fewer a slip would name some handbook too."""


class Shelf(Room):
    """The handbooks of a library, each as a whole."""

    @property
    def generation(self) -> int:
        """A number that grows with every change of content, in whichever process."""
        with self.reading() as db:
            return db.execute("select generation from library").get

    def handbooks(self) -> tuple[Handbook, ...]:
        """List the handbooks, in order of title and then id."""
        with self.reading() as db:
            return tuple(handbooks.all_handbooks(db).values())

    def keys(self) -> dict[HandbookId, HandbookKey]:
        """Give each handbook's key, by which derived indexes know it."""
        with self.reading() as db:
            return handbooks.keys(db)

    def unreadable(self) -> tuple[HandbookId, ...]:
        """Name the handbooks that `handbooks` leaves out because their own entries are damaged."""
        with self.reading() as db:
            lost = set(handbooks.unreadable(db))
            return tuple(name for name, key in handbooks.keys(db).items() if key in lost)

    def damage(self, handbook: HandbookId) -> tuple[str, ...]:
        """Name what of a handbook is not as it was stored, reading all of it.

        Raises:
            HandbookNotFoundError: the library does not have it.
        """
        with self.reading() as db:
            return damage.of_handbook(db, key_of(db, handbook))

    def file_damage(self, *, deep: bool = False) -> tuple[str, ...]:
        """Say what is wrong with the structure of the file; `deep` takes longer."""
        with self.reading() as db:
            return damage.of_file(db, deep=deep)

    @property
    def n_sealed_late(self) -> int:
        """How many handbooks were here before damage could be noticed."""
        with self.reading() as db:
            return handbooks.sealed_late(db)

    def handbook(self, name: str) -> Handbook:
        """Find a handbook by its id, file name or title, or by the beginning of one.

        Raises:
            HandbookNotFoundError: no handbook has that name, or several have.
        """
        everything = self.handbooks()
        folded = name.casefold()
        names = {
            b: (b.id, b.title.casefold(), b.file_name.casefold(), Path(b.file_name).stem.casefold())
            for b in everything
        }
        exact = [b for b in everything if folded in names[b]]
        found = exact or [
            b
            for b in everything
            if len(folded) >= SHORTEST_BEGINNING and any(n.startswith(folded) for n in names[b])
        ]
        if len(found) == 1:
            return found[0]
        if found:
            ids = ", ".join(book.id for book in found)
            raise HandbookNotFoundError(
                f"several handbooks are called {name!r}", hint=f"use one of the ids: {ids}"
            )
        is_short = len(folded) < SHORTEST_BEGINNING
        least = f"; the beginning of a name has at least {SHORTEST_BEGINNING} characters" if is_short else ""
        raise HandbookNotFoundError(f"no handbook is called {name!r}", hint=f"see `edgerag list`{least}")

    def has_content(self, sha256: str) -> bool:
        """Say whether a file with that SHA-256 was read into the library and is undamaged.

        What an export only claims to be that file is not. All of the handbook is read.
        """
        with self.reading() as db:
            key = handbooks.key_of_content(db, sha256)
            if key is None or damage.of_handbook(db, key):
                return False
            book = handbooks.book(db, key)
            return book is not None and not book.signed_by
