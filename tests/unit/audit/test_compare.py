from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from edgerag.audit.compare import compare, same_works, transitions
from edgerag.domain.answers import Status
from edgerag.domain.audited import Audited, ChangedPair
from edgerag.domain.ids import HandbookId
from edgerag.domain.reports import Label
from edgerag.present.wording import PAIR_ORDER
from tests.unit.audit.reports import BOOKS, TERMS, found

NAMES = [book.name for book in TERMS.handbooks]


def test_an_audit_does_not_differ_from_itself() -> None:
    changes = compare(found(), found(), TERMS.handbooks, TERMS.handbooks)
    assert (changes.n_questions, changes.changed) == (2, ())
    assert changes.labels[Label.DIVERGENT, Label.DIVERGENT] == 2
    assert changes.statuses == {
        (Status.ANSWERED, Status.ANSWERED): 5,
        (Status.NOT_ADDRESSED, Status.NOT_ADDRESSED): 1,
    }
    assert [*transitions(changes.labels, PAIR_ORDER)] == []


def test_each_changed_label_is_named() -> None:
    first, *others = found()
    assert first.report is not None
    pair = replace(first.report.pairs[0], label=Label.COMPLEMENTARY)
    later = replace(first, report=replace(first.report, pairs=(pair, *first.report.pairs[1:])))
    changes = compare(found(), [later, *others], TERMS.handbooks, TERMS.handbooks)
    expected = ChangedPair("Question 1?", NAMES[0], NAMES[1], Label.CONTRADICTORY, Label.COMPLEMENTARY)
    assert changes.changed == (expected,)
    assert [*transitions(changes.labels, PAIR_ORDER)] == [(Label.CONTRADICTORY, Label.COMPLEMENTARY, 1)]


def test_a_newer_edition_is_the_same_work_in_whichever_order() -> None:
    newer = structs.replace(TERMS.handbooks[0], id=HandbookId("new"), edition="2026")
    books = (*TERMS.handbooks[1:], newer)

    def renamed(one: Audited) -> Audited:
        if one.report is None:
            return one

        def id_of(book: HandbookId) -> HandbookId:
            return HandbookId("new") if book == BOOKS[0].id else book

        answers = tuple(
            replace(answer, handbook=replace(answer.handbook, id=id_of(answer.handbook.id)))
            for answer in one.report.answers
        )
        pairs = tuple(replace(pair, a=id_of(pair.b), b=id_of(pair.a)) for pair in one.report.pairs)
        return replace(one, report=replace(one.report, answers=answers, pairs=pairs))

    changes = compare(found(), map(renamed, found()), TERMS.handbooks, books)
    assert (changes.n_questions, changes.changed, sum(changes.labels.values())) == (2, (), 6)
    assert ("Alpha (2026)", True) in changes.handbooks


def test_works_of_one_title_are_not_guessed_at() -> None:
    book = TERMS.handbooks[0]
    twin = structs.replace(book, id=HandbookId("twin"))
    assert same_works([book, twin], [structs.replace(book, id=HandbookId("new"))]) == {}


def test_what_failed_in_one_audit_is_compared_with_nothing() -> None:
    first, second, failed = found()
    none = replace(first, report=None, failure="the worker ended")
    changes = compare([none, second], [first, failed], TERMS.handbooks, TERMS.handbooks)
    assert (changes.n_questions, changes.labels) == (0, {})
