"""What the knowledge graph of a library is made of, read from the library."""

from __future__ import annotations

from collections.abc import Iterator

from edgerag.domain.graphs import GraphContent, HandbookContent
from edgerag.store.library import Library
from edgerag.store.salvage import Salvage


def content_of(library: Library) -> GraphContent:
    """Read a library as of one moment, in which the caller keeps it; what is damaged is left out."""
    return GraphContent(library.entities(), _handbooks(Salvage.of(library)))


def _handbooks(library: Library) -> Iterator[HandbookContent]:
    for book in library.handbooks():
        yield HandbookContent(
            book,
            library.pages(book.id),
            library.sections(book.id),
            library.all_chunks(book.id),
            library.mentions(book.id),
            library.relations(book.id),
        )
