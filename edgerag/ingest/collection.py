"""Suggests which collection a handbook belongs to, by what it says of itself; a person has the last word.

1. the title, then the name of the file
2. of a list of medicines, its columns
3. the first pages, where they speak of one collection much more than of any other
4. the headings that books of one sort alone have again and again

What is not told by the title or the file's name is doubted (`domain.doubts`). What is told by none of these
is left open: no collection is better than a wrong one.

Measured on 20 real handbooks, nearly all guidelines: 8 are told by title or name, 6 are doubted, and all 14
are right; 6 are left open: four guidelines that do not say so, a leaflet and a book for villages.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from edgerag.domain.collections import FORMULARY, PATIENT_EDUCATION, TEXTBOOK, TRAINING, sayings
from edgerag.domain.handbooks import Origin, Page, Stated
from edgerag.ingest.blocks import CELL_SEPARATOR
from edgerag.ingest.discover import media_type

UNKNOWN: Final = Stated("", Origin.DEFAULT)
FEWEST_MENTIONS: Final = 3
"""Of a collection on the first pages; fewer may be those of another book. Set by hand."""
TIMES_OTHERS: Final = 2
"""How many times as often as all others together it must be mentioned. Set by hand."""
FEWEST_HEADINGS: Final = 4
"""Headings that tell a collection, at least; set by hand, as is their share."""
SHARE_OF_HEADINGS: Final = 0.1

_LISTS: Final = frozenset({"csv", "xlsx", "json", "xml"})
_MEDICINE: Final = frozenset({"medicine", "medicines", "medication", "drug", "drugs", "generic"})
_DOSING: Final = frozenset({"dose", "dosage", "dosing", "strength", "formulation", "route", "concentration"})
_MOST_ROWS: Final = 50
"""Rows of a list whose columns are looked at: all of one table have the same."""
_HEADINGS: Final[Mapping[str, tuple[str, ...]]] = {
    FORMULARY: ("contraindication", "contra-indication", "adverse effect", "adverse reaction", "side effect"),
    PATIENT_EDUCATION: ("your ", "what should i", "when should i", "can i ", "how do i", "do i need"),
    TEXTBOOK: ("review question", "study question", "further reading", "chapter summary"),
    TRAINING: ("session ", "learning objective", "role play", "group work", "pre-test", "post-test"),
}
"""What such headings say, in small letters."""


def suggest(path: Path, title: Stated, front: str, headings: Sequence[str], pages: Sequence[Page]) -> Stated:
    """Say which collection a handbook may belong to, and where that is from; nothing if it does not tell.

    Args:
        path: of its file.
        title: what it is called.
        front: the text of its first pages.
        headings: all of them, in reading order.
        pages: its text.
    """
    if named := list(sayings(title.value)):
        return Stated(named[0], title.origin)
    if named := list(sayings(path.stem)):
        return Stated(named[0], Origin.FILE_NAME)
    is_list = media_type(path) in _LISTS
    found = _of_columns(pages) if is_list else _mentioned(front) or _of_headings(headings)
    return Stated(found, Origin.DOCUMENT) if found else UNKNOWN


def _of_columns(pages: Sequence[Page]) -> str:
    """Tell a formulary by columns that name a medicine and how it is given; a stock list has only the one."""
    rows = [row for page in pages[:1] for row in page.text.splitlines()[:_MOST_ROWS]]
    words = {word for row in rows for name in _columns(row) for word in name.casefold().split()}
    return FORMULARY if words & _MEDICINE and words & _DOSING else ""


def _columns(row: str) -> Iterable[str]:
    """Give the names of the columns in a row as it is stored, which begins with its place."""
    return (cell.partition(": ")[0] for cell in row.split(CELL_SEPARATOR)[1:])


def _mentioned(front: str) -> str:
    counts = sayings(front)
    best = max(counts, key=lambda name: counts[name], default="")
    n = counts.get(best, 0)
    return best if n >= max(FEWEST_MENTIONS, TIMES_OTHERS * (sum(counts.values()) - n)) else ""


def _of_headings(headings: Sequence[str]) -> str:
    folded = [f"{heading.casefold()} " for heading in headings]
    counts = {
        name: sum(any(sign in heading for sign in signs) for heading in folded)
        for name, signs in _HEADINGS.items()
    }
    best = max(counts, key=lambda name: counts[name])
    return best if counts[best] >= max(FEWEST_HEADINGS, SHARE_OF_HEADINGS * len(folded)) else ""
