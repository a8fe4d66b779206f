"""Editions of one work: which handbooks are, and which of them is newer."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from rapidfuzz import fuzz

from edgerag.domain.handbooks import Handbook
from edgerag.language.text import folded
from edgerag.summarise.families import is_before
from edgerag.summarise.titles import words_of_work

SAME_MAKER: Final = 85
"""Per cent of likeness from which two names are those of one publisher; set by hand."""
_WORD: Final = re.compile(r"[^\W\d_]+")
_JOINING: Final = frozenset({"the", "of", "and", "for", "in", "an"})
"""Words of a title that may be written or left out."""


def are_editions(a: Handbook, b: Handbook) -> bool:
    """Whether two handbooks are editions of one work: one title, two dates, and no two publishers.

    Titles that are only alike may be those of two countries, or of two levels of care: they must be the same
    but for what tells the edition. A date that is not known tells nothing.
    """
    has_dates = bool(a.edition) and bool(b.edition) and a.edition != b.edition
    return has_dates and _work(a.title) == _work(b.title) and may_be_one_maker(a, b)


def replaced_by(book: Handbook, held: Iterable[Handbook]) -> list[Handbook]:
    """Give the older editions of a handbook's work, which may be of no use any more."""
    return [other for other in held if are_editions(other, book) and other.edition < book.edition]


def newer_edition(book: Handbook, held: Iterable[Handbook]) -> Handbook | None:
    """Give the newest edition of a handbook's work among some, if it is newer as far as both dates tell."""
    later = [one for one in held if is_before(book.edition, one.edition) and are_editions(one, book)]
    return max(later, key=lambda one: (one.edition, one.id), default=None)


def _work(title: str) -> tuple[str, ...]:
    """Give what tells the work a title is of; of a title that tells the edition alone, the title."""
    return tuple(word for word in words_of_work(title) if word not in _JOINING) or (title,)


def may_be_one_maker(a: Handbook, b: Handbook) -> bool:
    """Whether one publisher may stand behind both, as far as their names are known."""
    one, two = (" ".join(_WORD.findall(folded(book.metadata.institution.value))) for book in (a, b))
    return not (one and two) or fuzz.token_set_ratio(one, two) >= SAME_MAKER
