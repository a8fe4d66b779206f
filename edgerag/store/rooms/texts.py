"""The texts: pages, headings and passages of the handbooks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from edgerag.domain.handbooks import Chunk, Handbook, Page, Section
from edgerag.domain.ids import ChunkId, HandbookId, SectionId
from edgerag.domain.pages import handbook_text
from edgerag.errors import HandbookNotFoundError
from edgerag.store import damage, handbooks
from edgerag.store.rooms.room import Room, whole


class Texts(Room):
    """What the handbooks say, as it was stored."""

    def pages(self, handbook: HandbookId, first: int = 1, last: int | None = None) -> tuple[Page, ...]:
        """Read the pages with ordinals `first` to `last`, both included; to the end if `last` is None.

        Raises:
            DamagedError: one of them is not as it was stored.
            HandbookNotFoundError: the library does not have it.
        """
        with self.reading() as db:
            key, book = whole(db, handbook)
            wanted = range(first, (book.n_pages if last is None else min(last, book.n_pages)) + 1)
            found = handbooks.pages(db, key, first, wanted.stop - 1)
        _refuse_gaps(book, "page", (n for n in wanted if n not in found))
        return tuple(found.values())

    def page_counts(self) -> dict[HandbookId, int]:
        """Count the pages to turn to in each handbook: none where it is stored in parts without numbers."""
        with self.reading() as db:
            counts = handbooks.numbered(db)
            return {name: counts.get(key, 0) for name, key in handbooks.keys(db).items()}

    def page(self, handbook: HandbookId, ordinal: int) -> Page:
        """Read one page.

        Raises:
            DamagedError: it is not as it was stored.
            HandbookNotFoundError: the library does not have that handbook, or it has no such page.
        """
        found = self.pages(handbook, ordinal, ordinal)
        if not found:
            raise HandbookNotFoundError(f"handbook {handbook} has no page {ordinal}")
        return found[0]

    def text(self, handbook: HandbookId) -> str:
        """Read the handbook text, which the offsets of sections and chunks refer to.

        Raises:
            DamagedError: a page is not as it was stored.
            HandbookNotFoundError: the library does not have it.
        """
        return handbook_text(self.pages(handbook))

    def sections(self, handbook: HandbookId) -> tuple[Section, ...]:
        """Read the sections in reading order.

        Raises:
            DamagedError: one of them is not as it was stored.
            HandbookNotFoundError: the library does not have it.
        """
        with self.reading() as db:
            key, book = whole(db, handbook)
            found = handbooks.sections(db, key, book.n_sections)
        _refuse_gaps(book, "heading", damage.lacking(found, book.n_sections))
        return tuple(found.values())

    def all_chunks(self, handbook: HandbookId) -> tuple[Chunk, ...]:
        """Read the chunks in reading order.

        Raises:
            DamagedError: one of them is not as it was stored.
            HandbookNotFoundError: the library does not have it.
        """
        with self.reading() as db:
            key, book = whole(db, handbook)
            found = handbooks.chunks_of_handbook(db, key, book.n_chunks)
        _refuse_gaps(book, "passage", damage.lacking(found, book.n_chunks))
        return tuple(found.values())

    def chunks(self, ids: Sequence[ChunkId]) -> dict[ChunkId, tuple[HandbookId, Chunk]]:
        """Read chunks of any handbooks by their ids; unknown and damaged ones are left out."""
        with self.reading() as db:
            names = handbooks.names(db)
            return {chunk.id: (names[key], chunk) for key, chunk in handbooks.chunks(db, ids) if key in names}

    def first_chunks(self, sections: Sequence[SectionId]) -> list[tuple[HandbookId, Chunk]]:
        """Read the first chunk of each of these sections; sections without an undamaged one are left out."""
        with self.reading() as db:
            names = handbooks.names(db)
            return [
                (names[key], chunk) for key, chunk in handbooks.first_chunks(db, sections) if key in names
            ]


def _refuse_gaps(book: Handbook, what: str, ordinals: Iterable[int]) -> None:
    parts = damage.missing(what, ordinals)
    if parts:
        raise damage.refusal(book.file_name, parts)
