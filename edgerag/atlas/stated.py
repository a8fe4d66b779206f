"""Every claim of a library, with the passage that it stands in.

A claim is read once, when its handbook is added, and kept; those that an older program added, or read
otherwise, are read when the library is first asked for its differences. A handbook whose text is
damaged states nothing here, and is named.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from threading import Event
from typing import Final

import numpy as np
from jaxtyping import Float32

from edgerag.domain.handbooks import Handbook, Section
from edgerag.domain.ids import HandbookId
from edgerag.errors import Cancelled, DamagedError, StoreError
from edgerag.extract.claims import READER, claims_of
from edgerag.language.claims import Claim
from edgerag.language.reading import terms
from edgerag.store.claims import ReadClaims
from edgerag.store.library import Library

_NEAREST: Final = 2
"""Headings over a statement that are mostly its own, and not those of a part of the book."""
_HEADINGS_KEPT: Final = 1024

Advance = Callable[[str, int, int], None]
"""Told what is done, how much of it is done, and how much there is."""


@dataclass(frozen=True, slots=True, eq=False)
class Stated:
    """One claim of one handbook."""

    handbook: Handbook
    claim: Claim
    passage: Float32[np.ndarray, " dim"]
    """The vector of the chunk that it begins in, of length 1."""
    headings: frozenset[str] = frozenset()
    """The content words of the nearest headings over it."""


@dataclass(frozen=True, slots=True)
class Gathered:
    """All claims of some handbooks."""

    stated: tuple[Stated, ...]
    left_out: tuple[Handbook, ...]
    """Handbooks that are damaged, or whose vectors are still to be made."""
    content: Mapping[HandbookId, bytes]
    """A hash of what was read, by handbook."""


def gather(library: Library, handbooks: Sequence[Handbook], advance: Advance, cancel: Event) -> Gathered:
    """Collect the claims of handbooks, reading those that were never read.

    Raises:
        Cancelled: `cancel` was set; what was read by then is kept.
        StoreError: the library cannot be read.
    """
    stated: list[Stated] = []
    left_out: list[Handbook] = []
    content: dict[HandbookId, bytes] = {}
    for n_done, book in enumerate(handbooks):
        if cancel.is_set():
            raise Cancelled("stopped while handbooks were being read", hint="run it again to go on")
        advance("reading what the handbooks state", n_done, len(handbooks))
        try:
            stated += _of(library, book)
            content[book.id] = library.compared_content(book.id)
        except DamagedError:
            left_out.append(book)
    return Gathered(tuple(stated), tuple(left_out), content)


def _of(library: Library, book: Handbook) -> Iterator[Stated]:
    """Yield a handbook's claims, each with its passage.

    Raises:
        DamagedError: the handbook is damaged.
    """
    text, sections = library.text(book.id), library.sections(book.id)  # no claim counts that cannot be quoted
    claims = library.claims(book.id, READER)
    if claims is None:
        claims = tuple(claims_of(text, sections))
        with suppress(StoreError):  # a stick that cannot be written to is read again each time
            library.keep_claims(book.id, ReadClaims(claims, READER))
    starts = [chunk.start for chunk in library.all_chunks(book.id)]
    vectors = library.vectors(book.id).astype(np.float32)
    if len(vectors) < len(starts):
        raise DamagedError(f"{book.file_name} has no vectors yet", hint="edgerag doctor --repair")
    return _placed(book, claims, sections, starts, vectors)


def _placed(
    book: Handbook,
    claims: Iterable[Claim],
    sections: Iterable[Section],
    starts: Sequence[int],
    vectors: Float32[np.ndarray, "chunk dim"],
) -> Iterator[Stated]:
    headings = {one.start: _words(one.path) for one in sections if one.start < one.end}
    for claim in claims:
        row = bisect_right(starts, claim.start) - 1
        if row >= 0:
            yield Stated(book, claim, vectors[row], headings.get(claim.section, frozenset()))


def _words(path: Sequence[str]) -> frozenset[str]:
    return frozenset[str]().union(*map(_of_heading, path[-_NEAREST:]))


@lru_cache(_HEADINGS_KEPT)
def _of_heading(heading: str) -> frozenset[str]:
    return terms(heading)
