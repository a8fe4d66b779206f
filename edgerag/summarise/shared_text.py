"""Which handbooks may be editions of one work by what they say, whatever their titles: asked of the keeper.

Broder, "On the resemblance and containment of documents", SEQUENCES 1997, compares documents by their
shingles: every run of so many words. Of two books

    spread(a, b)  windows of the shorter one of which a tenth or more is in the longer one / its windows

Differs from the paper: containment counts shingles wherever they are, and two books of one publisher share a
page of rights and addresses, which is an eighth of a short one. Editions share text all over the book.

Measured on the 190 pairs of 20 real handbooks, five of which are editions of one work:

    .83 .59 .44   editions: of multidrug-resistant tuberculosis, of tuberculosis, of HIV
    .29 .28       one book's chapter as a leaflet; a guideline that was adapted for another country
    .19 .15       two books of one publisher; one country's guidelines for two levels of care
    .00 .00       editions of HIV that were written anew: nothing in their text tells

So three of the five are found, and nothing else. The gap is narrow and the books are few: therefore it is
asked, and nothing follows from it before a person has given both one title.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final
from zlib import crc32

import numpy as np
from jaxtyping import Int64

from edgerag.domain.handbooks import Handbook, Origin, Page
from edgerag.domain.ids import HandbookId
from edgerag.language.text import folded
from edgerag.summarise.editions import are_editions, may_be_one_maker

Shingles = Int64[np.ndarray, " word"]
"""A number for each run of `RUN` words, in reading order."""

RUN: Final = 8
"""Words that hardly ever stand in one order by chance."""
WINDOW: Final = 200
"""Shingles of a window: less than a page, so that one page of rights is a small part of a booklet."""
SHARED: Final = 0.1
"""Of a window, which has then a sentence or two of the other book."""
MAY_BE_EDITIONS: Final = 0.36
"""Of the windows; halfway between the least of editions and the most of others."""
_WORD: Final = re.compile(r"\w+")
_FACTOR: Final = 1_000_003


def shingles(text: str) -> Shingles:
    """Number the runs of words of a book."""
    known: dict[str, int] = {}
    words = np.array(
        [known.setdefault(word, crc32(word.encode())) for word in _WORD.findall(folded(text))], dtype=np.int64
    )
    n = max(0, len(words) - RUN + 1)
    runs = np.zeros(n, dtype=np.int64)
    for at in range(RUN):
        runs = runs * _FACTOR + words[at : at + n]  # what runs over is cut off, alike for equal words
    return runs


def spread(one: Shingles, other: Shingles) -> float:
    """Give the share of the shorter book's windows that share text with the longer one."""
    short, long = sorted((one, other), key=len)
    is_shared = np.isin(short, long)
    windows = [is_shared[at : at + WINDOW] for at in range(0, len(short), WINDOW)]
    whole = [window for window in windows if 2 * len(window) >= WINDOW]
    return sum(float(window.mean()) >= SHARED for window in whole) / len(whole) if whole else 0.0


def asks_for_editions(a: Handbook, b: Handbook) -> bool:
    """Whether two handbooks' details leave it open that they are editions of one work.

    They do not if one title says it already, if a person has titled both, or if dates, languages or makers
    say that they are not.
    """
    has_dates = bool(a.edition) and bool(b.edition) and a.edition != b.edition
    is_one_language = a.metadata.language.value == b.metadata.language.value
    is_told = a.metadata.title.origin is b.metadata.title.origin is Origin.PERSON
    return has_dates and is_one_language and not is_told and not are_editions(a, b) and may_be_one_maker(a, b)


def likely_editions(
    added: Iterable[Handbook], held: Sequence[Handbook], pages_of: Callable[[HandbookId], Iterable[Page]]
) -> Iterator[tuple[Handbook, Handbook, float]]:
    """Yield pairs that may be editions of one work by their text, the older first, and how much they share.

    Args:
        added: one book of each pair is one of these.
        held: the other book of each pair.
        pages_of: gives a book's pages; it is asked once a book, of those alone whose details leave it open.
    """
    read: dict[HandbookId, Shingles] = {}

    def of(book: Handbook) -> Shingles:
        if book.id not in read:
            read[book.id] = shingles("\n".join(page.text for page in pages_of(book.id)))
        return read[book.id]

    done: set[frozenset[HandbookId]] = set()
    for book in added:
        for other in held:
            pair = frozenset({book.id, other.id})
            if pair in done or not asks_for_editions(book, other):
                continue
            done.add(pair)
            share = spread(of(book), of(other))
            if share >= MAY_BE_EDITIONS:
                older, newer = sorted((book, other), key=lambda one: one.edition)
                yield older, newer, share
