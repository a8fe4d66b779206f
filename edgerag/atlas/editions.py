"""Editions of one work: what one of them changed, dropped or added.

changed   both state it, and not the same
dropped   the older states it; the newer treats the same illness and states nothing of the kind
new       the other way round
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise

from edgerag.atlas.atlas import Atlas
from edgerag.atlas.told import Wanted, told, told_undisputed
from edgerag.domain.differences import DifferenceGroup, DifferingPair, GroupRelation
from edgerag.domain.handbooks import Handbook
from edgerag.store.library import Library
from edgerag.summarise.editions import are_editions


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
