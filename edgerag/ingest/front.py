"""What a document says of itself before it begins: its first pages, or what stands above the rows of a list.

The cells of a list's rows are data, whatever stands in them: a dose of 2000 mg and a date of expiry say
nothing of the list's edition. Its front is the lines above the head of each table, the names of its sheets
among them, and of nested data what the whole says of its own edition ("published", "version").
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from edgerag.domain.handbooks import Page
from edgerag.ingest.blocks import CELL_SEPARATOR
from edgerag.ingest.discover import media_type
from edgerag.language.sentences import is_record

FRONT_PAGES: Final = 6
"""Where a book says who made it and when."""
FRONT_CHARS: Final = 20_000
_LISTS: Final = frozenset({"csv", "xlsx", "json", "xml"})
_NAMED: Final = ": "
_WHOLE: Final = re.compile(r"#/|/[^/]+")
"""The place of what is the whole: a JSON Pointer or an XPath with no step below the root."""
_SAYS_WHEN: Final = re.compile(
    r"\b(?:edition|version|revis(?:ion|ed)|updated|publi(?:shed|cation)|issued|created|modified|printed|copyright)\b"
    r"|^(?:date|year)$",
    re.IGNORECASE,
)


def opening(pages: Sequence[Page]) -> str:
    """Give the text of the first pages."""
    return "\n".join(page.text for page in pages[:FRONT_PAGES])[:FRONT_CHARS]


def front_of(path: Path, pages: Sequence[Page]) -> str:
    """Give what a document says of itself before it begins.

    Args:
        path: of its file, whose ending tells a list.
        pages: its text.
    """
    text = opening(pages)
    return "\n".join(_above_rows(text.split("\n"))) if media_type(path) in _LISTS else text


def _above_rows(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines above the first row and above each head; any other stands in the middle of rows."""
    waiting: list[str] = []
    is_first = True
    for line in lines:
        if not is_record(line):
            waiting.append(line)
            continue
        place, *cells = line.split(CELL_SEPARATOR)
        if is_first or not any(_NAMED in cell for cell in cells):
            group = cells[0].partition(_NAMED)[2]
            yield from (one for one in waiting if one != group)
        if _WHOLE.fullmatch(place):
            yield from (cell for cell in cells if _SAYS_WHEN.search(cell.partition(_NAMED)[0]))
        waiting, is_first = [], False
    if is_first:
        yield from waiting
