"""Says of each disagreement of a summary which side is borne out best (MultiRAG, algorithm 2).

It adds to what the summary says and takes nothing away: trusted or not, every side stays with its pages.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from edgerag.confirm.credibility import Credibility
from edgerag.confirm.priors import prior
from edgerag.confirm.support import Witness, most_trusted
from edgerag.domain.answers import Answer
from edgerag.domain.handbooks import Handbook, Origin
from edgerag.domain.ids import HandbookId
from edgerag.domain.points import Family, Point, PointKind, Summary, Trust
from edgerag.summarise.families import is_before, newest, work

_CONFLICTS: Final = frozenset({PointKind.OPPOSED, PointKind.DIFFERING})
_RANKS: Final[Mapping[str, int]] = {"high": 1, "low": -1}


def with_trust(summary: Summary, answers: Sequence[Answer], area: str, credibility: Credibility) -> Summary:
    """Weigh the sides of every conflict.

    Args:
        summary: what the report comes to.
        answers: of the report.
        area: the subject of the question.
        credibility: what was found of the handbooks before.
    """
    books = {answer.handbook.id: answer.handbook for answer in answers}
    return replace(
        summary,
        points=tuple(
            replace(point, trust=_trust(point, books, summary.families, area, credibility))
            if point.kind in _CONFLICTS
            else point
            for point in summary.points
        ),
    )


def _trust(
    point: Point,
    books: Mapping[HandbookId, Handbook],
    families: Sequence[Family],
    area: str,
    credibility: Credibility,
) -> Trust | None:
    family = {book: str(place) for place, one in enumerate(families) for book in one.handbooks}
    replaced = _superseded([books[book] for book in point.handbooks])
    silent = {*replaced, *_given_up(point, books, family, replaced)}
    witnesses = [
        Witness(
            family.get(book, book),
            side,
            _rank(books[book]),
            prior(books[book]),
            credibility.of(book, area),
            books[book].edition,
        )
        for side, party in enumerate(point.parties)
        for book in party.handbooks
        if book not in silent
    ]
    parted = {
        side
        for side, party in enumerate(point.parties)
        if any(book in point.newest for book in party.handbooks)
    }
    return most_trusted(witnesses, parted)


def _superseded(books: Sequence[Handbook]) -> dict[HandbookId, HandbookId]:
    """Give the older editions of works whose newest is among some handbooks, each with that one.

    As far as dates tell.
    """
    by_work: dict[object, list[Handbook]] = {}
    for book in books:
        by_work.setdefault(work(book) or book.id, []).append(book)
    latest = [(newest(editions), editions) for editions in by_work.values()]
    return {book.id: last for last, editions in latest if last for book in editions if book.id != last}


def _given_up(
    point: Point,
    books: Mapping[HandbookId, Handbook],
    family: Mapping[HandbookId, str],
    replaced: Mapping[HandbookId, HandbookId],
) -> Iterator[HandbookId]:
    """Yield the books that say what their maker has given up since.

    They stand beside a replaced edition, are of its newest edition's family, and older than that one. A book
    of another maker keeps its voice: it may be right against a misprint. So does one that is ranked higher.
    """
    for party in point.parties:
        newest_of = {replaced[book] for book in party.handbooks if book in replaced}
        for last in newest_of - set(party.handbooks):
            for book in party.handbooks:
                is_older = is_before(books[book].edition, books[last].edition)
                is_ranked_higher = (_rank(books[book]) or 0) > (_rank(books[last]) or 0)
                if is_older and book in family and family[book] == family.get(last) and not is_ranked_higher:
                    yield book


def _rank(book: Handbook) -> int | None:
    """Give the keeper's rank of a handbook: -1, 0 or 1; None if they gave it none."""
    authority = book.metadata.authority
    return _RANKS.get(authority.value, 0) if authority.origin is Origin.PERSON else None
