"""Lines of a table of contents or of an index: they say where something stands, and nothing of it.

Dots lead from the words of such a line to its page. A row of a table has two cells, words and then page
numbers. A dose table may have rows of this form too, so the rows around it decide: pages never fall down a
table of contents, the words of an index are in the order of the alphabet or have several pages, and neither
has a column with a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from edgerag.answer.candidates import Candidate
from edgerag.language.clauses import cut
from edgerag.language.sentences import Kind, cells

_FEWEST = 3
"""Fewer rows of this form prove nothing."""
_FEWEST_SORTED = 5
"""Fewer rows are in the order of the alphabet by chance."""
_MOST = 12
"""So many rows on each side are looked at."""
_LEAST_LAST = 10
"""Pages of a table of contents get as far as this; tablets and doses without a column's name hardly do."""
_PAGES = re.compile(r"(?:pp?\.?\s?)?\d{1,4}(?:(?:\s?[-–,;&]\s?|\s+)\d{1,4})*,?")
_HEADS = frozenset({"page", "pages", "page no", "page no.", "page number", "page numbers", "pages no."})
"""Names of a column of pages."""


_MANY_DOTS = ("....", ". . . . ", "……")
"""Nothing else has so many."""
_DOTS = ("...", "…")


def is_of_contents(candidate: Candidate) -> bool:
    """Whether a statement is of a table of contents or of an index."""
    if any(dots in candidate.said for dots in _MANY_DOTS):
        return True
    if all(map(_leads_to_a_page, candidate.text.splitlines())):
        return True
    own = _entry(candidate, candidate.index)
    if own is None:
        return False
    above, heads = _run(candidate, range(candidate.index - 1, -1, -1))
    below, _ = _run(candidate, range(candidate.index + 1, len(candidate.around)))
    rows = [*reversed(above), own, *below]
    if len(rows) < _FEWEST or heads:
        return False
    rises = all(one.pages[0] <= other.pages[0] for one, other in pairwise(rows))
    is_sorted = len(rows) >= _FEWEST_SORTED and all(one.words <= other.words for one, other in pairwise(rows))
    gets_far = max(row.pages[-1] for row in rows) >= _LEAST_LAST
    return (gets_far and (rises or is_sorted)) or any(len(row.pages) > 1 for row in rows)


def _leads_to_a_page(line: str) -> bool:
    """Whether dots lead from words to a number at the end of a line."""
    written = line.rstrip()
    before = written.rstrip("0123456789")
    return before != written and before.rstrip().endswith(_DOTS) and has_word(before)


@dataclass(frozen=True, slots=True)
class _Entry:
    """What such a row says."""

    words: str
    """Folded."""
    pages: tuple[int, ...]
    """The first of each range."""


def _run(candidate: Candidate, indexes: Sequence[int]) -> tuple[list[_Entry], bool]:
    """Give the entries of the rows that follow one another, and whether a row with other cells ends them.

    Headings between them are passed over.
    """
    found: list[_Entry] = []
    for index in _rows(candidate, indexes):
        entry = _entry(candidate, index)
        if entry is None:
            return found, _cells(candidate, index)[-1].lower() not in _HEADS
        found.append(entry)
        if len(found) == _MOST:
            break
    return found, False


def _rows(candidate: Candidate, indexes: Sequence[int]) -> Iterator[int]:
    """Give the rows among some statements, up to the first that is neither row nor heading."""
    for index in indexes:
        match candidate.around[index].kind:
            case Kind.ROW:
                yield index
            case Kind.LEAD:
                continue
            case _:
                return


def _entry(candidate: Candidate, index: int) -> _Entry | None:
    """Read a row of two cells that ends with page numbers; None if it is no such row."""
    if candidate.around[index].kind is not Kind.ROW:
        return None
    row = _cells(candidate, index)
    if len(row) != 2 or not has_word(row[0]) or not _PAGES.fullmatch(row[1]):
        return None
    return _Entry(row[0].casefold(), tuple(_pages(row[1])))


def _pages(written: str) -> Iterator[int]:
    """Give the first page of each range."""
    ranges = written.strip("p. ").replace("–", "-").replace(" -", "-").replace("- ", "-")
    for part in cut(ranges, ",;& "):
        first = part.partition("-")[0]
        if first.isdecimal():
            yield int(first)


def has_word(text: str) -> bool:
    """Whether two letters stand side by side."""
    return any(one.isalpha() and other.isalpha() for one, other in pairwise(text))


def _cells(candidate: Candidate, index: int) -> list[str]:
    """Give the cells of a row that hold anything, at least one."""
    found = (cell.strip(" *_") for cell in cells(candidate.text_of(index)))
    return [cell for cell in found if cell] or [""]
