from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from edgerag.domain.handbooks import Origin, Stated
from edgerag.domain.reports import Label, NewerEdition, Report
from edgerag.domain.together import Excerpt, Together
from edgerag.present.together import MOST_PARTED, omissions, speaker, subtitle, warnings

if TYPE_CHECKING:
    from tests.unit.present.conftest import Builder


def of(report: Report, n_quoted: int, silent: tuple[str, ...] = ()) -> Together:
    answers = report.answers
    excerpts = tuple(Excerpt(one.handbook.id, one.citations) for one in answers[:n_quoted])
    left_out = tuple(one.handbook.id for one in answers[n_quoted:])
    return Together(excerpts, silent=silent, left_out=left_out)


def test_handbooks_that_part_are_named_where_both_are_quoted(make: Builder) -> None:
    books = [make.handbook(title) for title in "ABC"]
    answers = [make.answered(book, "x", make.citation("x")) for book in books]
    pairs = (
        make.pair(books[0], books[1], Label.DIVERGENT, "dose"),
        make.pair(books[0], books[2], Label.CONTRADICTORY),
        make.pair(books[1], books[2], Label.NOT_CHECKED),
    )
    report = make.report(*answers, pairs=pairs)
    assert warnings(report, of(report, 2)) == ["They cannot all be followed: A x B on dose."]
    assert warnings(report, of(report, 3)) == [
        "They cannot all be followed: A x B on dose; A x C.",
        "Not checked: 1 pair of them.",
    ]
    assert omissions(report, of(report, 2)) == ["Also answered, and not quoted here: C."]
    assert omissions(report, of(report, 3, silent=("formulary",))) == [
        "No handbook known to be of this collection answers: formulary."
    ]


def test_of_many_pairs_that_part_the_first_are_named_and_the_rest_counted(make: Builder) -> None:
    books = [make.handbook(str(n)) for n in range(MOST_PARTED + 3)]
    answers = [make.answered(book, "x", make.citation("x")) for book in books]
    pairs = tuple(make.pair(books[0], book, Label.DIVERGENT) for book in books[1:])
    report = make.report(*answers, pairs=pairs)
    (warning,) = warnings(report, of(report, len(books)))
    assert warning.endswith("0 x 4; and 2 pairs more.")


def test_a_handbook_is_named_with_its_collection_and_its_newer_edition(make: Builder) -> None:
    book = make.handbook("A", "2013")
    stated = replace(book.metadata, collection=Stated("formulary", Origin.PERSON))
    old = replace(book, metadata=stated)
    newer = make.handbook("A", "2019")
    answer = make.answered(old, "x", make.citation("x"))
    report = replace(make.report(answer), newer_editions=(NewerEdition(old.id, newer.id, "2019"),))
    assert speaker(report, answer) == (
        "A (2013) · formulary · 2013 edition; a 2019 edition of this work is in the library"
    )


def test_how_many_are_quoted_is_said(make: Builder) -> None:
    answers = [make.answered(make.handbook(title), "x", make.citation("x")) for title in "AB"]
    report = make.report(*answers)
    assert [subtitle(of(report, n)) for n in range(3)] == [
        "no handbook can be quoted",
        "1 handbook, in its own words",
        "2 handbooks, each in its own words",
    ]
