"""Citations: verbatim spans of stored pages, checked character by character before anyone sees them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from edgerag.answer.candidates import Quote
from edgerag.domain.answers import Citation
from edgerag.domain.evidence import Passage
from edgerag.domain.handbooks import Page
from edgerag.domain.pages import PageSpan, locate
from edgerag.language.tables import tables_in

LONGEST_TABLE = 6_000
"""Characters: two pages. What is longer is read on its page."""


@dataclass(frozen=True, slots=True)
class Cited:
    """Citations that hold, and how many did not."""

    citations: tuple[Citation, ...]
    n_dropped: int


def cite(quotes: Sequence[Quote], pages: Sequence[Page]) -> Cited:
    """Turn quotations into citations; one that crosses a page end becomes one citation per page.

    Args:
        quotes: spans of the handbook text.
        pages: the stored pages that the quotations lie on, at least; in order.
    """
    citations: list[Citation] = []
    n_dropped = 0
    for quote in quotes:
        parts = list(_citations_of(quote, pages))
        if _is_verbatim(quote, parts) and all(verify(part, pages) for part in parts):
            citations += [part for part in parts if part not in citations]
        else:
            n_dropped += 1
    return Cited(tuple(citations), n_dropped)


def _citations_of(quote: Quote, pages: Sequence[Page]) -> Iterator[Citation]:
    for span in locate(pages, quote.start, quote.end):
        yield Citation(
            section_id=quote.passage.section_id,
            section=" > ".join(quote.passage.path),
            page=span.page.number,
            page_ordinal=span.page.ordinal,
            quote=span.text,
            start=span.start,
            end=span.end,
            table=_table_around(span),
            head=quote.head,
        )


def _table_around(span: PageSpan) -> str:
    """Give the table of which a span quotes rows and nothing else; empty if nothing names its columns."""
    text = span.page.text
    around = (table for table in tables_in(text) if table.start <= span.start and span.end <= table.end)
    table = next(around, None)
    is_told = table is not None and table.names and table.end - table.start <= LONGEST_TABLE
    return text[table.start : table.end] if table is not None and is_told else ""


def _is_verbatim(quote: Quote, parts: Sequence[Citation]) -> bool:
    """Whether the pages hold, between them, what the passage says is there; page breaks are white space."""
    return bool(parts) and "".join("".join(part.quote.split()) for part in parts) == "".join(
        quote.text.split()
    )


def verify(citation: Citation, pages: Sequence[Page]) -> bool:
    """Whether the stored page holds exactly the quoted characters at the stated place, and their table."""
    page = next((page for page in pages if page.ordinal == citation.page_ordinal), None)
    return (
        page is not None
        and 0 <= citation.start < citation.end <= len(page.text)
        and page.number == citation.page
        and page.text[citation.start : citation.end] == citation.quote
        and citation.table in page.text
        and all(any(line in one.text for one in pages) for line in citation.head.splitlines())
    )


class Standing(StrEnum):
    """What became of a quotation that was verified when it was made."""

    VERBATIM = "it stands where it stood"
    MOVED = "it stands elsewhere in the handbook"
    BLANK = "its page cannot be read"
    ABSENT = "it is not in the handbook"


def standing(citation: Citation, pages: Sequence[Page]) -> Standing:
    """Look an earlier quotation up in the pages of its handbook; a damaged page is blank."""
    if verify(citation, pages):
        return Standing.VERBATIM
    if any(citation.quote in page.text for page in pages):
        return Standing.MOVED
    is_blank = any(page.ordinal == citation.page_ordinal and not page.text.strip() for page in pages)
    return Standing.BLANK if is_blank else Standing.ABSENT


_MEANINGFUL = frozenset("%<>≤≥=+±/.,:")
"""Signs that can change what a number says; all other punctuation is ignored in a search."""


def find_quote(words: str, passages: Sequence[Passage]) -> Quote | None:
    """Find the verbatim span that `words` quotes, forgiving white space, case, punctuation, look-alikes."""
    wanted = "".join(char for char, _ in _essence(words))
    if not wanted:
        return None
    for passage in passages:
        kept = list(_essence(passage.text))
        at = "".join(char for char, _ in kept).find(wanted)
        if at >= 0:
            first, last = kept[at][1], kept[at + len(wanted) - 1][1]
            return Quote(passage, passage.start + first, passage.start + last + 1)
    return None


def _essence(text: str) -> Iterator[tuple[str, int]]:
    """Yield the characters that carry meaning, folded one by one, each with its offset in `text`."""
    for offset, char in enumerate(text):
        if char.isalnum() or (char in _MEANINGFUL and _touches_digit(text, offset)):
            for folded in unicodedata.normalize("NFKC", char).casefold():
                if folded.isalnum() or folded in _MEANINGFUL:
                    yield folded, offset


def _touches_digit(text: str, offset: int) -> bool:
    """Whether a sign belongs to a number: "≥ 5", "0.5", "10%"; a full stop needs digits on both sides."""
    before, after = text[:offset].rstrip()[-1:], text[offset + 1 :].lstrip()[:1]
    if text[offset] in ".,:/":
        return text[offset - 1 : offset].isdigit() and text[offset + 1 : offset + 2].isdigit()
    return before.isdigit() or after.isdigit()
