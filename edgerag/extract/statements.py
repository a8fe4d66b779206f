"""The statements of a handbook, each with the entities that it names and the lines that it stands under.

What a bullet says depends on what is above it: "amoxicillin 500 mg" under "Treatment" under "Pneumonia". So a
statement carries the headings above it and the last line that announced a list, the nearest first.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from edgerag.domain.handbooks import Chunk, Section
from edgerag.domain.ids import ChunkId, SectionId
from edgerag.extract.naming import Naming
from edgerag.language.entities import Named
from edgerag.language.sentences import LISTED, Kind, statements

_HEADINGS_KEPT = 1024


@dataclass(frozen=True, slots=True)
class Line:
    """A heading, or a line that announces a list, and the entities that it names."""

    text: str
    named: tuple[Named, ...]


@dataclass(frozen=True, slots=True)
class Read:
    """One statement, read for its entities."""

    text: str
    start: int
    """Offset into the handbook text, as of `end`."""
    end: int
    kind: Kind
    chunks: tuple[ChunkId, ...]
    """Those that hold any of it; of a heading the first one of its section."""
    named: tuple[Named, ...]
    """With offsets into `text`."""
    above: tuple[Line, ...]
    """The nearest first."""


class Reader:
    """Reads the sections of one handbook."""

    def __init__(self, text: str, chunks: Sequence[Chunk], naming: Naming) -> None:
        self._text = text
        self._naming = naming
        self._line = lru_cache(_HEADINGS_KEPT)(lambda written: Line(written, tuple(naming.named(written))))
        self._chunks: dict[SectionId, list[Chunk]] = {}
        for chunk in chunks:
            self._chunks.setdefault(chunk.section_id, []).append(chunk)

    def read(self, section: Section) -> Iterator[Read]:
        """Read a section statement by statement; what is in no chunk is left out."""
        if section.id in self._chunks:
            headings = tuple(self._line(heading) for heading in reversed(section.path))
            yield from _section(self._text, section, self._chunks[section.id], self._naming, headings)


def _section(
    text: str, section: Section, chunks: Sequence[Chunk], naming: Naming, headings: tuple[Line, ...]
) -> Iterator[Read]:
    starts, ends = [chunk.start for chunk in chunks], [chunk.end for chunk in chunks]
    lead: Line | None = None
    is_listing = False
    for statement in statements(text[section.start : section.end]):
        start, end = section.start + statement.start, section.start + statement.end
        written = text[start:end]
        named = tuple(naming.named(written))
        if is_listing and statement.kind is Kind.SENTENCE:
            lead = None
        is_listing = statement.kind in LISTED
        above = (lead, *headings) if lead else headings
        first, last = bisect_right(ends, start), bisect_right(starts, max(start, end - 1))
        held = tuple(chunk.id for chunk in chunks[first : max(last, first + 1)])
        if held and named:
            yield Read(written, start, end, statement.kind, held, named, above)
        if statement.kind is Kind.LEAD and start >= chunks[0].start:
            lead = Line(written, named)
