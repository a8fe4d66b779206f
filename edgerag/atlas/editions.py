"""Editions of one work: which handbooks are, and what one of them changed, dropped or added.

changed   both state it, and not the same
dropped   the older states it; the newer treats the same illness and states nothing of the kind
new       the other way round
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Final

from rapidfuzz import fuzz

from edgerag.atlas.atlas import Atlas
from edgerag.atlas.told import Wanted, told, told_undisputed
from edgerag.domain.differences import DifferenceGroup, DifferingPair, GroupRelation
from edgerag.domain.handbooks import Handbook
from edgerag.language.text import folded
from edgerag.store.library import Library

SAME_MAKER: Final = 85
"""Per cent of likeness from which two names are those of one publisher; set by hand."""
_WORD: Final = re.compile(r"[^\W\d_]+")
_OF_EDITIONS_TEXT: Final = """
edition ed revised revision updated update version draft final first second third fourth fifth
sixth st nd rd th january february march april may june july august september october november december
the of and for in a an
"""
_OF_EDITIONS: Final = frozenset(_OF_EDITIONS_TEXT.split())
"""Words of a title that tell one edition from another, or nothing."""


def are_editions(a: Handbook, b: Handbook) -> bool:
    """Whether two handbooks are editions of one work: one title, two dates, and no two publishers.

    Titles that are only alike may be those of two countries, or of two levels of care: they must be the same
    but for what tells the edition. A date that is not known tells nothing.
    """
    has_dates = bool(a.edition) and bool(b.edition) and a.edition != b.edition
    makers = (book.metadata.institution.value for book in (a, b))
    return has_dates and _work(a.title) == _work(b.title) and _may_be_one(*makers)


def replaced_by(book: Handbook, held: Iterable[Handbook]) -> list[Handbook]:
    """Give the older editions of a handbook's work, which may be of no use any more."""
    return [other for other in held if are_editions(other, book) and other.edition < book.edition]


def _work(title: str) -> frozenset[str]:
    """Give the words of a title that tell the work; of a title without any, the title."""
    words = frozenset(_WORD.findall(folded(title))) - _OF_EDITIONS
    return words or frozenset({title})


def _may_be_one(maker: str, other: str) -> bool:
    one, two = (" ".join(_WORD.findall(folded(name))) for name in (maker, other))
    return not (one and two) or fuzz.token_set_ratio(one, two) >= SAME_MAKER


def successions(handbooks: Iterable[Handbook]) -> Iterator[tuple[Handbook, Handbook]]:
    """Yield each edition with the next one of its work, work by work."""
    works: list[list[Handbook]] = []
    for book in sorted(handbooks, key=lambda book: (book.edition, book.id)):
        work = next((work for work in works if are_editions(work[-1], book)), None)
        if work is None:
            works.append([book])
        else:
            work.append(book)
    for work in works:
        yield from pairwise(work)


def changes(library: Library, atlas: Atlas, older: Handbook, wanted: Wanted) -> Iterator[DifferenceGroup]:
    """Yield what changed, then what was dropped and what is new, the older edition's words first.

    Args:
        library: where the quotations are.
        atlas: of two editions.
        older: the first of them.
        wanted: which part is to be seen.

    Raises:
        StoreError: a page cannot be read.
    """
    for group in told(library, atlas.groups, wanted):
        yield replace(group, pairs=tuple(_older_first(pair, older) for pair in group.pairs))
    alone = [group for group in atlas.undisputed if group.relation is GroupRelation.ONLY_ONE]
    for relation, groups in (
        (GroupRelation.DROPPED, [one for one in alone if one.stated[0].handbook.id == older.id]),
        (GroupRelation.NEW, [one for one in alone if one.stated[0].handbook.id != older.id]),
    ):
        for group in told_undisputed(library, groups, wanted):
            yield replace(group, relation=relation)


def _older_first(pair: DifferingPair, older: Handbook) -> DifferingPair:
    return pair if pair.a.handbook.id == older.id else replace(pair, a=pair.b, b=pair.a)
