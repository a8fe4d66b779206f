"""From chunks back to passages: each chunk grows to its section, as far as that can be read at once.

HERO-QA, layer 5. A section of up to `LONGEST_PASSAGE` characters is given whole; of a longer one, the
chunk with what stands before and after it. Passages are verbatim, of one section each, and do not overlap:
a chunk that an earlier passage contains adds nothing.

Differs from HERO-QA: neighbouring sections are not joined, because a passage is cited by its heading.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from edgerag.domain.evidence import Passage
from edgerag.domain.handbooks import Chunk, Page, Section
from edgerag.domain.ids import SectionId
from edgerag.domain.pages import handbook_text, locate
from edgerag.language.sentences import is_record, is_row
from edgerag.retrieve.rerank import LOWEST_LOGIT, Reranked

LONGEST_PASSAGE = 2000
"""Characters; a chunk of 160 words has about 1,000."""

_SENTENCE_END = re.compile(r"[.!?:;。！？]\s+|\n")
_LINE_END = re.compile(r"\n")
"""A row of data is whole or not there: a part of it may be another medicine's dose."""


def expand(
    chunks: Sequence[Reranked], sections: Sequence[Section], pages: Sequence[Page], n: int
) -> tuple[Passage, ...]:
    """Make up to `n` passages of one handbook's reranked chunks, best first as they are."""
    text = handbook_text(pages)
    by_id = {section.id: section for section in sections}
    passages: list[Passage] = []
    for read in chunks:
        if len(passages) == n:
            break
        chunk = read.candidate.chunk
        section = by_id[chunk.section_id]
        stretch = _stretch(chunk, section, passages, text)
        if stretch is not None:
            passages.append(_passage(chunk, read.logit, section, stretch, pages, text))
    return tuple(passages)


def whole_sections(
    read: Sequence[Reranked], chunks: Sequence[Chunk], sections: Sequence[Section], pages: Sequence[Page]
) -> tuple[Passage, ...]:
    """Make one passage of every section with text: first those that were read, best first, then the rest.

    Args:
        read: The reranked chunks of the handbook, best first.
        chunks: All chunks of the handbook in reading order.
        sections: All its sections in reading order.
        pages: All its pages.
    """
    text = handbook_text(pages)
    best: dict[SectionId, tuple[Chunk, float]] = {}
    for reranked in read:
        best.setdefault(reranked.candidate.chunk.section_id, (reranked.candidate.chunk, reranked.logit))
    for chunk in chunks:
        best.setdefault(chunk.section_id, (chunk, LOWEST_LOGIT))
    by_id = {section.id: section for section in sections}
    return tuple(
        _passage(chunk, logit, by_id[name], (by_id[name].start, by_id[name].end), pages, text)
        for name, (chunk, logit) in best.items()
    )


def page_of(chunk: Chunk, pages: Sequence[Page]) -> int | None:
    """The page to turn to for a chunk: the one its middle is on."""
    middle = (chunk.start + chunk.end) // 2
    spans = locate(pages, middle, chunk.end) or locate(pages, chunk.start, chunk.end)
    return spans[0].page.number if spans else None


def _stretch(chunk: Chunk, section: Section, earlier: Sequence[Passage], text: str) -> tuple[int, int] | None:
    """Grow a chunk, or what earlier passages left of it, without touching them; None if nothing is left."""
    low = max([section.start, *(p.end for p in earlier if p.start <= chunk.start)])
    high = min([section.end, *(p.start for p in earlier if p.start > chunk.start)])
    start, end = max(chunk.start, low), min(chunk.end, high)
    if start >= end or text[start:end].isspace():
        return None
    if high - low <= LONGEST_PASSAGE:
        return low, high
    return _grow(start, end, low, high, text)


def _grow(start: int, end: int, low: int, high: int, text: str) -> tuple[int, int]:
    """Widen `start` to `end` within `low` to `high` up to `LONGEST_PASSAGE`, ending between sentences."""
    room = max(LONGEST_PASSAGE - (end - start), 0)
    before = min(start - low, max(room // 2, room - (high - end)))
    after = min(high - end, room - before)
    wide_start, wide_end = start - before, end + after
    ends_at = _LINE_END if any(map(is_record, text[start:end].split("\n"))) else _SENTENCE_END
    if wide_start > low:
        starts = (match.end() for match in ends_at.finditer(text, wide_start, start))
        wide_start = next((at for at in starts if not _is_in_row(text, at)), start)
    if wide_end < high:
        ends = [match.end() for match in ends_at.finditer(text, end, wide_end)]
        wide_end = next((at for at in reversed(ends) if not _is_in_row(text, at)), end)
    return wide_start, wide_end


def _goes_on(text: str, start: int) -> bool:
    """Whether the lines before and behind a place are rows."""
    above = text[:start].rstrip("\n").rpartition("\n")[2]
    return is_row(above) and is_row(text[start : _line_end(text, start)])


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _is_in_row(text: str, at: int) -> bool:
    """Whether a place is in the middle of a table's row: its second half would be of no medicine."""
    start = text.rfind("\n", 0, at) + 1
    return start < at and is_row(text[start : _line_end(text, at)])


def _passage(
    chunk: Chunk, logit: float, section: Section, stretch: tuple[int, int], pages: Sequence[Page], text: str
) -> Passage:
    start, end = stretch
    spans = locate(pages, start, end)
    return Passage(
        section_id=section.id,
        path=section.path,
        start=start,
        end=end,
        text=text[start:end],
        first_page=spans[0].page.number if spans else section.first_page,
        last_page=spans[-1].page.number if spans else section.last_page,
        score=logit,
        best_chunk=chunk.id,
        chunk_start=max(chunk.start, start),
        chunk_end=min(chunk.end, end),
        is_within_table=start > section.start and _goes_on(text, start),
    )
