"""Which handbooks count as one voice: editions of one work, and books of one institution.

Two handbooks are editions of one work if their titles are the same but for what tells editions apart (years,
"2nd edition", "version 3", "revised"), and one institution stands behind both. They are of one institution if
it has the same name. A name that says the office alone ("Ministry of Health") is that of many countries'
offices and proves nothing; where no other is known of either, the same title proves one work if it is long
enough not to be that of every country ("Treatment Guidelines"). Nothing else is taken for granted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from edgerag.domain.handbooks import Handbook, is_date
from edgerag.domain.ids import HandbookId
from edgerag.domain.points import Family
from edgerag.language.text import fold
from edgerag.summarise.titles import words_of_work

_FEWEST_WORDS: Final = 3
"""Words of a title that names a work without its institution: "Primary Care 101"."""

Work = tuple[str, str]
"""A title without its edition, and the institution."""

_WORD: Final = re.compile(r"\w+")
_OFFICE: Final = frozenset(
    re.findall(
        r"\w+",
        "ministry department directorate office division federal national provincial state republic "
        "government of for the and health medical services service public social welfare care family child "
        "population hospital clinic organisation organization society association programme program",
    )
)
"""Words of which a name may consist that names no one institution."""


def families(books: Sequence[Handbook]) -> list[Family]:
    """Give the families of two or more, in the order of their first members; nobody is in two."""
    groups: list[list[Handbook]] = []
    for book in books:
        akin = [group for group in groups if any(_are_akin(book, one) for one in group)]
        groups = [group for group in groups if group not in akin]
        groups.append(sorted([book, *(one for group in akin for one in group)], key=books.index))
    groups.sort(key=lambda group: books.index(group[0]))
    return [
        Family(tuple(one.id for one in group), len({work(one) for one in group}) == 1)
        for group in groups
        if len(group) > 1
    ]


def n_families(books: Iterable[HandbookId], known: Sequence[Family]) -> int:
    """Count the voices among some handbooks, whose families are `known`."""
    family = {book: place for place, one in enumerate(known) for book in one.handbooks}
    return len({family.get(book, book) for book in books})


def newest(books: Sequence[Handbook]) -> HandbookId | None:
    """Give the newest of some editions; None if a date is unknown, or if two are too vague to tell."""
    if not books or not all(is_date(book.edition) for book in books):
        return None
    last = max(books, key=lambda book: book.edition)
    return (
        last.id if all(is_before(book.edition, last.edition) for book in books if book is not last) else None
    )


def is_before(one: str, other: str) -> bool:
    """Whether a date is before another, as far as both are exact."""
    length = min(len(one), len(other))
    return one[:length] < other[:length]


def work(book: Handbook) -> Work | None:
    """Say which work a handbook is an edition of; None if its title does not tell."""
    words, institution = words_of_work(book.title), _institution(book)
    is_told = len(words) >= (1 if institution else _FEWEST_WORDS)
    return (" ".join(words), institution) if is_told else None


def _are_akin(a: Handbook, b: Handbook) -> bool:
    is_one_work = work(a) is not None and work(a) == work(b)
    return is_one_work or (_institution(a) != "" and _institution(a) == _institution(b))


def _institution(book: Handbook) -> str:
    """Give the institution's name, or nothing if it says the office alone."""
    words = _words(fold(book.metadata.institution.value))
    return "" if set(words.split()) <= _OFFICE else words


def _words(text: str) -> str:
    return " ".join(_WORD.findall(text))
