"""All that the handbooks of a library state, as one JSON-LD document, handbook by handbook."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from threading import Event

import msgspec

from edgerag.domain.handbooks import Handbook, Page, Section
from edgerag.domain.pages import PageSpan, handbook_text, locate
from edgerag.errors import Cancelled
from edgerag.extract.claims import READER, claims_of
from edgerag.present.jsonld import (
    CONTEXT,
    Node,
    claim_node,
    entity_node,
    handbook_node,
    program_node,
    relation_node,
)
from edgerag.store.library import Library

OPENING = b'{"@context":' + msgspec.json.encode(CONTEXT) + b',"@graph":[\n'
"""How every such document begins."""
Advance = Callable[[int, int], None]
"""Told how many handbooks are written, of how many."""


def linked(library: Library, advance: Advance, cancel: Event) -> Iterator[bytes]:
    """Give the document in parts; one handbook is held in memory.

    Raises:
        Cancelled: `cancel` was set.
        DamagedError: a handbook is not as it was stored.
        StoreError: the library cannot be read.
    """
    with library.reading():
        yield OPENING
        yield msgspec.json.encode(program_node())
        for entity in library.entities():
            yield b",\n" + msgspec.json.encode(entity_node(entity))
        books = library.handbooks()
        for n_done, book in enumerate(books):
            if cancel.is_set():
                raise Cancelled("stopped while handbooks were being written", hint="nothing was written")
            advance(n_done, len(books))
            for node in _stated(library, book):
                yield b",\n" + msgspec.json.encode(node)
        yield b"\n]}\n"


def _stated(library: Library, book: Handbook) -> Iterator[Node]:
    """Give a handbook, its claims and its relations."""
    pages, sections = library.pages(book.id), library.sections(book.id)
    text = handbook_text(pages)
    mentions = sorted(library.mentions(book.id), key=lambda mention: mention.start)
    starts = [mention.start for mention in mentions]
    claims = library.claims(book.id, READER)
    yield handbook_node(book)
    for claim in claims_of(text, sections) if claims is None else claims:
        near = mentions[bisect_left(starts, claim.start) : bisect_right(starts, claim.end)]
        about = (mention.entity for mention in near if mention.end <= claim.end)
        place = _place(pages, sections, claim.start, claim.end)
        yield claim_node(book, claim, text, about, *place)
    for relation in library.relations(book.id):
        yield relation_node(book, relation, text, *_place(pages, sections, relation.start, relation.end))


def _place(
    pages: Sequence[Page], sections: Sequence[Section], start: int, end: int
) -> tuple[str, list[PageSpan]]:
    """Give the headings above a statement, and its pages."""
    at = bisect_right([section.start for section in sections], start) - 1
    return " > ".join(sections[at].path) if at >= 0 else "", locate(pages, start, end)
