"""Finds words in the stored pages as they stand, without a question and without an index.

Words that a page has next to each other, in that order, are found there. A page that has all of them
apart is found at the longest of them. A word also finds what begins with it: "dehydrat" finds dehydration.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from threading import Event
from typing import Final

from edgerag.domain.answers import Citation
from edgerag.domain.handbooks import Handbook, Page, Section
from edgerag.domain.ids import SectionId
from edgerag.errors import DamagedError
from edgerag.store.library import Library
from edgerag.store.salvage import Salvage

NO_SECTION = SectionId(0)
"""Stands for the section of what comes before the first heading."""


AROUND: Final = 40
"""Characters of a page that are shown before and after the words."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a page has the words."""

    cited: Citation
    around: str
    """The words with what stands before and after them."""


@dataclass(frozen=True, slots=True)
class Found:
    """A handbook that has the words, and every place where it has them, in reading order."""

    handbook: Handbook
    places: tuple[Place, ...]


def find(library: Library, words: str, books: Sequence[Handbook], cancel: Event) -> Iterator[Found]:
    """Yield the handbooks that have the words; one whose own entry is damaged is left out.

    Raises:
        HandbookNotFoundError: one of the handbooks was removed meanwhile.
    """
    pattern = Pattern(words)
    readable = Salvage.of(library)
    for book in books:
        if cancel.is_set() or pattern.is_empty:
            return
        try:
            pages, sections = readable.pages(book.id), readable.sections(book.id)
        except DamagedError:
            continue
        starts = [section.start for section in sections]
        spans = [(page, span) for page in pages for span in pattern.spans(page.text)]
        places = tuple(_place(page, span, sections, starts) for page, span in spans)
        if places:
            yield Found(book, places)


class Pattern:
    """The words that are looked for, in capitals or not."""

    def __init__(self, words: str) -> None:
        self._words = [_word(word) for word in sorted(words.split(), key=len, reverse=True)]
        self._phrase = re.compile(r"(?<!\w)" + r"\s+".join(map(re.escape, words.split())), re.IGNORECASE)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to look for."""
        return not self._words

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Give where a text has them together, else where it has the longest, if it has them all."""
        if self.is_empty:
            return []
        together = [match.span() for match in self._phrase.finditer(text)]
        if together or not all(word.search(text) for word in self._words):
            return together
        return [match.span() for match in self._words[0].finditer(text)]


def _word(word: str) -> re.Pattern[str]:
    # A word may begin with a sign, before which there is no word boundary.
    return re.compile(r"(?<!\w)" + re.escape(word), re.IGNORECASE)


def _place(page: Page, span: tuple[int, int], sections: Sequence[Section], starts: Sequence[int]) -> Place:
    start, end = span
    at = bisect_right(starts, page.start + start) - 1
    section_id, path = (sections[at].id, " > ".join(sections[at].path)) if at >= 0 else (NO_SECTION, "")
    words = page.text[start:end]
    around = page.text[max(start - AROUND, 0) : end + AROUND]
    return Place(Citation(section_id, path, page.number, page.ordinal, words, start, end), around)
