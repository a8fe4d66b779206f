"""A library as a question reads it: what is damaged is left out and remembered, and the rest is read.

Places stay what they are. A damaged page is blank and as long as it was, which its undamaged neighbours tell;
a damaged heading has the id that its place gives, and says that it is damaged. Nothing blank is ever quoted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Self, TypeVar

import apsw

from edgerag.domain.handbooks import Chunk, Handbook, Page, Section
from edgerag.domain.ids import ChunkId, HandbookId, SectionId, chunk_id, section_id
from edgerag.domain.own_names import OwnName
from edgerag.domain.pages import PAGE_BREAK
from edgerag.language.abbreviations import harvest
from edgerag.store import damage, handbooks
from edgerag.store.connection import Connections
from edgerag.store.handbooks import HandbookKey
from edgerag.store.library import Library
from edgerag.store.rooms.room import whole

LOST_HEADING = "(heading damaged)"
BLANK = " "
PAGE_DAMAGED = f"This page is damaged in the library, and not shown.\n{damage.MEND}"
MOST_REMEMBERED = 24
"""Handbooks whose checked text stays in memory between two looks of one question: about 1 MB each."""

T = TypeVar("T")


class Salvage(Library):
    """The same library; only what it gives of damaged handbooks differs."""

    def __init__(self, connections: Connections) -> None:
        super().__init__(connections)
        self._damaged: dict[HandbookId, dict[str, None]] = {}
        self._pages: dict[HandbookId, tuple[Page, ...]] = {}
        self._sections: dict[HandbookId, tuple[Section, ...]] = {}
        self._generation = -1

    @classmethod
    def of(cls, library: Library) -> Self:
        """Read `library`, whose connections it shares."""
        return cls(library.connections)

    def damaged(self, handbook: HandbookId) -> tuple[str, ...]:
        """Name what was left out of a handbook so far."""
        return tuple(self._damaged.get(handbook, ()))

    def pages(self, handbook: HandbookId, first: int = 1, last: int | None = None) -> tuple[Page, ...]:
        """Read pages; a damaged one is blank.

        Raises:
            DamagedError: the handbook's own entry is damaged.
            HandbookNotFoundError: the library does not have it.
        """
        with self.reading() as db:
            key, book = whole(db, handbook)
            self._forget_older(db)
            if handbook not in self._pages:
                found = handbooks.pages(db, key, 1, book.n_pages)
                self._note(handbook, "page", (n for n in range(1, book.n_pages + 1) if n not in found))
                _make_room(self._pages)
                self._pages[handbook] = filled_pages(found, book)
            return self._pages[handbook][first - 1 : last]

    def pages_to_show(self, handbook: HandbookId) -> tuple[Page, ...]:
        """Read all pages for a person to look at; in place of a damaged one stands that it is damaged.

        Raises:
            DamagedError: the handbook's own entry is damaged.
            HandbookNotFoundError: the library does not have it.
        """
        pages = self.pages(handbook)
        lost = self.damaged(handbook)
        return tuple(
            replace(page, number=page.ordinal, text=PAGE_DAMAGED) if f"page {page.ordinal}" in lost else page
            for page in pages
        )

    def sections(self, handbook: HandbookId) -> tuple[Section, ...]:
        """Read the sections; a damaged one has a heading that says so.

        Raises:
            DamagedError: the handbook's own entry is damaged.
            HandbookNotFoundError: the library does not have it.
        """
        with self.reading() as db:
            key, book = whole(db, handbook)
            self._forget_older(db)
            if handbook not in self._sections:
                found = handbooks.sections(db, key, book.n_sections)
                self._note(handbook, "heading", damage.lacking(found, book.n_sections))
                _make_room(self._sections)
                self._sections[handbook] = filled_sections(found, book)
            return self._sections[handbook]

    def all_chunks(self, handbook: HandbookId) -> tuple[Chunk, ...]:
        """Read the undamaged chunks.

        Raises:
            DamagedError: the handbook's own entry is damaged.
            HandbookNotFoundError: the library does not have it.
        """
        with self.reading() as db:
            key, book = whole(db, handbook)
            self._forget_older(db)
            found = handbooks.chunks_of_handbook(db, key, book.n_chunks)
        self._note(handbook, "passage", damage.lacking(found, book.n_chunks))
        return tuple(found.values())

    def chunks(self, ids: Sequence[ChunkId]) -> dict[ChunkId, tuple[HandbookId, Chunk]]:
        """Read chunks of any handbooks by their ids; unknown and damaged ones are left out."""
        found = super().chunks(ids)
        if lost := set(ids) - found.keys():
            with self.reading() as db:
                self._forget_older(db)
                self._note_chunks(lost)
        return found

    def first_chunks(self, sections: Sequence[SectionId]) -> list[tuple[HandbookId, Chunk]]:
        """Read the first chunk of each of these sections; sections without an undamaged one are left out."""
        found = super().first_chunks(sections)
        if lost := set(sections) - {chunk.section_id for _, chunk in found}:
            with self.reading() as db:
                self._forget_older(db)
                self._note_chunks(set(handbooks.first_chunk_ids(db, sorted(lost))))
        return found

    def _harvested(self, handbook: HandbookId, key: HandbookKey) -> tuple[OwnName, ...]:
        text = self.text(handbook)
        return harvest(text) if self.damaged(handbook) else self._kept_names(handbook, key, text)

    def _forget_older(self, db: apsw.Connection) -> None:
        """Forget what was read, and found damaged, before the library's last change."""
        generation = db.execute("select generation from library").get
        if generation != self._generation:
            self._damaged.clear()
            self._pages.clear()
            self._sections.clear()
            self._generation = generation

    def _note(self, handbook: HandbookId, what: str, ordinals: Iterable[int]) -> None:
        parts = damage.missing(what, ordinals)
        if parts:
            self._damaged.setdefault(handbook, {}).update(dict.fromkeys(parts))

    def _note_chunks(self, lost: Collection[ChunkId]) -> None:
        """Find by their ids, which their places give, whose chunks are lost; others were never there."""
        for book in self.handbooks():
            self._note(
                book.id, "passage", [n + 1 for n in range(book.n_chunks) if chunk_id(book.id, n) in lost]
            )


def _make_room(read: dict[HandbookId, T]) -> None:
    """Forget the handbook that was read first, if there is one too many."""
    if len(read) >= MOST_REMEMBERED:
        del read[next(iter(read))]


def filled_pages(found: Mapping[int, Page], book: Handbook) -> tuple[Page, ...]:
    """Put a blank page wherever one is missing; the first of several takes all the room there is."""
    pages: list[Page] = []
    start = 0
    for ordinal in range(1, book.n_pages + 1):
        page = found.get(ordinal)
        if page is None:
            after = next((n for n in range(ordinal + 1, book.n_pages + 1) if n in found), book.n_pages + 1)
            end = found[after].start - len(PAGE_BREAK) if after in found else book.n_chars
            n_breaks = (after - ordinal - 1) * len(PAGE_BREAK)
            page = Page(ordinal, None, "", start, BLANK * max(end - start - n_breaks, 0))
        pages.append(page)
        start = page.start + len(page.text) + len(PAGE_BREAK)
    return tuple(pages)


def filled_sections(found: Mapping[int, Section], book: Handbook) -> tuple[Section, ...]:
    """Put a stand-in wherever a section is missing; the first of several takes all the room there is."""
    sections: list[Section] = []
    for ordinal in range(book.n_sections):
        section = found.get(ordinal)
        if section is None:
            after = next((n for n in range(ordinal + 1, book.n_sections) if n in found), -1)
            start = sections[-1].end if sections else 0
            end = max(found[after].start if after in found else book.n_chars, start)
            name = section_id(book.id, ordinal)
            section = Section(name, ordinal, None, 1, LOST_HEADING, (LOST_HEADING,), start, end, None, None)
        sections.append(section)
    return tuple(sections)
