"""Cuts sections into the overlapping windows that are embedded, indexed and ranked.

HERO-QA, section 4.2: child chunks of 160 words that share 32 with their neighbour, within one
section, prefixed by the heading path. Here a window may end up to `LENIENCE` of its
length early, where a line or a sentence ends; the overlap is exact. Rows of data are cut between rows alone.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from edgerag.domain.handbooks import Chunk, Section
from edgerag.domain.ids import HandbookId, chunk_id
from edgerag.ingest.blocks import CELL_SEPARATOR, BlockKind
from edgerag.ingest.sections import Mark

LENIENCE = 0.15
"""Share of a window that may be given up to end with a sentence."""
TINY = 0.15
"""A last window that would add less than this share of a window is added to the one before."""
LONGEST_PREFIX_HEADING = 100
"""Characters of each heading in a prefix."""
LONGEST_HEADER_ROW = 200
"""Characters of a table's header row in a prefix."""
_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0002fa1f"
_WORD = re.compile(f"[{_CJK}]{{1,2}}|[^\\s{_CJK}]{{1,60}}")
"""A word: without white space in it; of Chinese, Japanese or Korean, two characters."""
_LINE = re.compile(r"\S.*")
_SENTENCE_END = re.compile("[.!?;:。！？；][\"'”’)\\]]*$")

Span = tuple[int, int]


def words(text: str) -> list[Span]:
    """Give the start and end of each word of a text."""
    return [match.span() for match in _WORD.finditer(text)]


def windows(text: str, size: int, overlap: int) -> Iterator[Span]:
    """Give the spans of overlapping windows of `size` words that cover all words of a text.

    Raises:
        ValueError: the windows would not advance.
    """
    if not 0 <= overlap < size - int(LENIENCE * size):
        raise ValueError(f"windows of {size} words cannot share {overlap}")
    spans = words(text)
    first = 0
    while first < len(spans):
        end = first + size
        if len(spans) - end <= TINY * size:
            end = len(spans)
        else:
            end = _kind_end(text, spans, end - int(LENIENCE * size), end)
        yield spans[first][0], spans[end - 1][1]
        if end == len(spans):
            return
        first = end - overlap


def record_windows(text: str, size: int) -> Iterator[Span]:
    """Give the spans of windows of whole lines, of `size` words or else of one line; they do not overlap.

    A row of data says all by itself, and half of one could be another medicine's dose.
    """
    first, last, n_words = 0, 0, 0
    for line in _LINE.finditer(text):
        n_more = len(words(line.group()))
        if n_words and n_words + n_more > size:
            yield first, last
            n_words = 0
        if not n_words:
            first = line.start()
        n_words, last = n_words + n_more, line.end()
    if n_words:
        yield first, last


def _kind_end(text: str, spans: Sequence[Span], earliest: int, latest: int) -> int:
    """Find the latest window end at a line's end, or else at a sentence's end."""
    sentence = 0
    for end in range(latest, earliest - 1, -1):
        if "\n" in text[spans[end - 1][1] : spans[end][0]]:
            return end
        if not sentence and _SENTENCE_END.search(text[spans[end - 1][0] : spans[end - 1][1]]):
            sentence = end
    return sentence or latest


def build_chunks(
    handbook: HandbookId,
    text: str,
    sections: Sequence[Section],
    marks: Sequence[Mark],
    *,
    chunk_words: int,
    overlap_words: int,
) -> tuple[Chunk, ...]:
    """Cut every section's text below its heading into chunks.

    The heading itself is in the prefix. A section that has neither text nor subsections is
    one chunk, its heading: so nothing in the file is beyond search.
    """
    chunks: list[Chunk] = []
    rows = [mark for mark in marks if mark.kind is BlockKind.ROW]
    row_starts = [row.start for row in rows]
    records = [mark.start for mark in marks if mark.kind is BlockKind.RECORD]
    headers = _header_rows(rows)
    heading_end = {mark.start: mark.end for mark in marks if mark.kind is BlockKind.HEADING}
    parents = {section.parent for section in sections}
    for section in sections:
        path = " > ".join(_shorten(heading, LONGEST_PREFIX_HEADING) for heading in section.path)
        body = heading_end.get(section.start, section.start)
        if not text[body : section.end].strip() and section.id not in parents:
            body = section.start
        if bisect_left(records, body) < bisect_left(records, section.end):
            cut = record_windows(text[body : section.end], chunk_words)
        else:
            cut = windows(text[body : section.end], chunk_words, overlap_words)
        for low, high in cut:
            start, end = body + low, body + high
            header = _header_at(start, rows, row_starts, headers)
            ordinal = len(chunks)
            chunks.append(
                Chunk(
                    id=chunk_id(handbook, ordinal),
                    section_id=section.id,
                    ordinal=ordinal,
                    prefix=f"{path}\n{header}" if header else path,
                    start=start,
                    end=end,
                    text=text[start:end],
                )
            )
    return tuple(chunks)


def _shorten(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"


def _header_rows(rows: Sequence[Mark]) -> dict[int, Mark]:
    """Give each table's header: its first row with more than one cell."""
    headers: dict[int, Mark] = {}
    for row in rows:
        if row.table not in headers and CELL_SEPARATOR in row.text:
            headers[row.table] = row
    return headers


def _header_at(start: int, rows: Sequence[Mark], row_starts: Sequence[int], headers: dict[int, Mark]) -> str:
    """Give the header row of the table that `start` is inside of, if it is below that row."""
    index = bisect_right(row_starts, start) - 1
    if index < 0 or rows[index].end <= start:
        return ""
    header = headers.get(rows[index].table)
    if header is None or start < header.end:
        return ""
    return _shorten(header.text, LONGEST_HEADER_ROW)
