"""Which handbooks of a library are, or may be, editions of one work: for whoever has just added some.

Titles tell it, or the text does where titles differ; of the latter a person is asked, and only that makes
them editions (`edgerag.summarise.shared_text` says why).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from threading import Event

from edgerag.domain.doubts import doubts
from edgerag.domain.handbooks import Handbook, Origin, Page
from edgerag.domain.ids import HandbookId
from edgerag.errors import Cancelled, DamagedError
from edgerag.store.library import Library
from edgerag.summarise.editions import are_editions, replaced_by
from edgerag.summarise.shared_text import asks_for_editions, likely_editions


@dataclass(frozen=True, slots=True)
class Pair:
    """Two handbooks that are editions of one work, or may be."""

    older: Handbook
    newer: Handbook
    shared: float = 0.0
    """Of the shorter one's passages, those that share text with the longer one; 0 where titles tell."""

    @property
    def is_told(self) -> bool:
        """Whether their details say that they are editions of one work, so that nobody need be asked."""
        return are_editions(self.older, self.newer)


def told_editions(library: Library, added: Iterable[Handbook]) -> Iterator[Pair]:
    """Yield each new handbook with the older editions of its work that are in the library when it comes."""
    for book in added:
        for older in replaced_by(book, library.handbooks()):
            yield Pair(older, book)


def likely_pairs(library: Library, added: Iterable[Handbook], cancel: Event | None = None) -> Iterator[Pair]:
    """Yield pairs with a new handbook that may be editions of one work by what is in them.

    Raises:
        Cancelled: `cancel` was set.
    """

    def pages_of(book: HandbookId) -> Sequence[Page]:
        if cancel is not None and cancel.is_set():
            raise Cancelled("stopped")
        try:
            return library.pages(book)
        except DamagedError:
            return ()  # what cannot be read is like nothing

    held = library.handbooks()
    present = {book.id for book in held}
    new = [book for book in added if book.id in present]
    for older, newer, share in likely_editions(new, held, pages_of):
        yield Pair(older, newer, share)


def as_it_is_now(library: Library, pair: Pair) -> Pair | None:
    """Give a pair with its details of now, if both are there still and may still be editions of one work."""
    held = {book.id: book for book in library.handbooks()}
    older, newer = held.get(pair.older.id), held.get(pair.newer.id)
    if older is None or newer is None:
        return None
    now = Pair(older, newer, pair.shared)
    return now if now.is_told or (bool(pair.shared) and asks_for_editions(older, newer)) else None


def title_for_both(pair: Pair) -> str:
    """Give the title that both would have as editions of one work: the surer one, without its own year."""
    surer = _surer(pair)
    year = surer.edition[:4]
    kept = [word for word in surer.title.split() if word.strip("()[],.:;") != year]
    return " ".join(kept).rstrip(" ,:;-") or surer.title


def maker_for_both(pair: Pair) -> str:
    """Give the maker that both would have: that of the surer title, or the only one that is known."""
    first = _surer(pair)
    second = pair.older if first is pair.newer else pair.newer
    return first.metadata.institution.value or second.metadata.institution.value


def join(library: Library, pair: Pair, title: str, maker: str) -> None:
    """Let a person say that a pair are editions of one work: both get one title and one maker.

    Raises:
        HandbookNotFoundError: one of them is gone.
        StoreError: the library cannot be changed.
    """
    with library.transaction():
        for book in (pair.older, pair.newer):
            library.edit(book.id, "title", title)
            if maker:
                library.edit(book.id, "institution", maker)


def _surer(pair: Pair) -> Handbook:
    """Give the handbook whose details leave less in doubt; of two alike the newer one."""
    return min(
        (pair.newer, pair.older),
        key=lambda book: (book.metadata.title.origin is not Origin.PERSON, len(doubts(book))),
    )
