"""What changed between two audits: of two runs, two models, or two editions (HERO-QA, section 6.4).

Questions are the same if their words are, and handbooks if they have one id, or else are the only ones of one
title and institution in both audits: another edition of one work.

Differs from the paper, which compares rates: pairs and answers are compared one by one, and then counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from edgerag.domain.answers import Status
from edgerag.domain.audited import Audited, ChangedPair, Changes
from edgerag.domain.audits import AskedHandbook
from edgerag.domain.ids import HandbookId
from edgerag.domain.reports import Label, Report

T = TypeVar("T", Label, Status)


def compare(
    before: Iterable[Audited],
    after: Iterable[Audited],
    books_before: Sequence[AskedHandbook],
    books_after: Sequence[AskedHandbook],
) -> Changes:
    """Compare the answers and pairs that are in both audits.

    Args:
        before: the questions of the first audit.
        after: those of the second; their labels and statuses are held in memory, and no text.
        books_before: the handbooks of the first.
        books_after: those of the second.
    """
    same = same_works(books_before, books_after)
    names = {book.id: book.name for book in books_after}
    later = {_key(one): _said(one.report) for one in after if one.report is not None}
    changes = Changes(tuple((names[new], old != new) for old, new in same.items()))
    labels, statuses = Counter[tuple[Label, Label]](), Counter[tuple[Status, Status]]()
    changed: list[ChangedPair] = []
    n_questions = 0
    for one in before:
        if one.report is None or _key(one) not in later:
            continue
        n_questions += 1
        new_statuses, new_labels = later[_key(one)]
        old_statuses, old_labels = _said(one.report)
        for book, status in old_statuses.items():
            if book in same and same[book] in new_statuses:
                statuses[status, new_statuses[same[book]]] += 1
        for pair, label in old_labels.items():
            now = _of_pair(new_labels, pair, same)
            if now is None:
                continue
            labels[label, now] += 1
            if now is not label:
                a, b = (names[same[book]] for book in pair)
                changed.append(ChangedPair(one.question.text, a, b, label, now))
    return Changes(changes.handbooks, n_questions, dict(labels), dict(statuses), tuple(changed))


def same_works(
    before: Sequence[AskedHandbook], after: Sequence[AskedHandbook]
) -> dict[HandbookId, HandbookId]:
    """Give the handbooks of the second audit by those of the first that are the same, or the same work."""
    ids = {book.id for book in after}
    same = {book.id: book.id for book in before if book.id in ids}
    old = _only_ones(book for book in before if book.id not in same)
    new = _only_ones(book for book in after if book.id not in same)
    return same | {old[work]: new[work] for work in old if work in new}


def _only_ones(books: Iterable[AskedHandbook]) -> dict[tuple[str, str], HandbookId]:
    """Give the handbooks by title and institution, without those of which there are several."""
    listed = [((book.title.casefold(), book.institution.casefold()), book.id) for book in books]
    counts = Counter(work for work, _ in listed)
    return {work: id_ for work, id_ in listed if counts[work] == 1}


def _key(one: Audited) -> str:
    return " ".join(one.question.text.casefold().split())


def _said(
    report: Report,
) -> tuple[Mapping[HandbookId, Status], Mapping[tuple[HandbookId, HandbookId], Label]]:
    statuses = {answer.handbook.id: answer.status for answer in report.answers}
    return statuses, {(pair.a, pair.b): pair.label for pair in report.pairs}


def _of_pair(
    labels: Mapping[tuple[HandbookId, HandbookId], Label],
    pair: tuple[HandbookId, HandbookId],
    same: Mapping[HandbookId, HandbookId],
) -> Label | None:
    a, b = (same.get(book) for book in pair)
    if a is None or b is None:
        return None
    return labels.get((a, b)) or labels.get((b, a))


def transitions(counts: Mapping[tuple[T, T], int], order: Iterable[T]) -> Iterator[tuple[T, T, int]]:
    """Yield what became of what and how often, in the order given, without what stayed."""
    kinds = list(order)
    for old in kinds:
        for new in kinds:
            if old is not new and counts.get((old, new)):
                yield old, new, counts[old, new]
