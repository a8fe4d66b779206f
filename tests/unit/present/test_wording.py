from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from edgerag.domain.answers import Status
from edgerag.domain.reports import Label, Report, Verdict
from edgerag.present.wording import (
    banner,
    in_reading_order,
    looked_at,
    pages,
    signed,
    silent_word,
    understood_as,
)

if TYPE_CHECKING:
    from tests.unit.present.conftest import Builder


def test_disagreement_is_told_with_counts_topic_and_names(anaphylaxis: Report) -> None:
    verdict = banner(anaphylaxis)
    assert (verdict.sign, verdict.word) == ("!", "DISAGREE")
    assert verdict.sentence.startswith("2 of 5 handbooks differ from another; ")
    assert verdict.details == (
        "on adrenaline dose: Cardinal Clinic Guide (2013) x Harbour Primary Care (2017)",
    )


def test_agreement_counts_the_silent(make: Builder) -> None:
    a, b, c = make.handbook("A"), make.handbook("B"), make.handbook("C")
    report = make.report(
        make.answered(a, "x"),
        make.answered(b, "x"),
        make.silent(c),
        pairs=(make.pair(a, b, Label.COMPLEMENTARY),),
    )
    assert (banner(report).word, banner(report).sentence) == (
        "AGREE",
        "2 of 3 handbooks answer, and no two of them disagree; 1 does not address it",
    )


def test_single_answer_and_silence_are_told_apart(make: Builder) -> None:
    single = make.report(make.answered(make.handbook("A"), "x"), make.silent(make.handbook("B")))
    silence = make.report(make.silent(make.handbook("A")), make.silent(make.handbook("B")))
    assert (banner(single).word, banner(single).sentence) == (
        "SINGLE",
        "only 1 of 2 handbooks answers; 1 does not address it",
    )
    assert (banner(silence).word, banner(silence).sentence) == ("NOT ADDRESSED", "not in any of 2 handbooks")


def test_unchecked_is_never_told_as_agreement(make: Builder) -> None:
    a, b = make.handbook("A"), make.handbook("B")
    report = make.report(
        make.answered(a, "x"), make.answered(b, "y"), pairs=(make.pair(a, b, Label.NOT_CHECKED),)
    )
    assert (banner(report).word, banner(report).sentence) == (
        "NOT CHECKED",
        "2 of 2 handbooks answer; 1 pair could not be compared",
    )


def test_handbooks_that_differ_on_one_topic_are_named_once(make: Builder) -> None:
    a, b, c = make.handbook("A"), make.handbook("B"), make.handbook("C")
    pairs = tuple(make.pair(x, y, Label.DIVERGENT, "dose") for x, y in ((a, b), (a, c)))
    report = make.report(*(make.answered(book, "x") for book in (a, b, c)), pairs=pairs)
    assert banner(report).details == ("on dose: A; B; C",)


def test_many_handbooks_on_one_topic_are_counted_where_columns_are_few(make: Builder) -> None:
    books = [make.handbook(f"B{number}") for number in range(6)]
    pairs = tuple(make.pair(books[0], other, Label.DIVERGENT, "dose") for other in books[1:])
    report = make.report(*(make.answered(book, "x") for book in books), pairs=pairs)
    assert banner(report, columns=30).details == ("on dose: B0; B1; B2; and 3 more",)
    assert banner(report).details == ("on dose: B0; B1; B2; B3; B4; B5",)
    four = make.report(*(make.answered(book, "x") for book in books[:4]), pairs=pairs[:3])
    assert banner(four, columns=30).details == ("on dose: B0; B1; B2; B3",)


def test_many_topics_are_cut_short(make: Builder) -> None:
    a = make.handbook("A")
    others = [make.handbook(f"B{number}") for number in range(5)]
    pairs = tuple(make.pair(a, b, Label.DIVERGENT, f"topic {number}") for number, b in enumerate(others))
    details = banner(make.report(*(make.answered(book, "x") for book in (a, *others)), pairs=pairs)).details
    assert details[-1] == "and on 2 more"
    assert len(details) == 4


def test_answers_that_disagree_come_first_and_silence_last(anaphylaxis: Report) -> None:
    titles = [answer.handbook.title for answer in in_reading_order(anaphylaxis)]
    assert titles == [
        "Cardinal Clinic Guide",
        "Harbour Primary Care",
        "Meadow Nurses' Handbook",
        "Torn Booklet",
        "Antiretroviral Guide",
    ]


def test_says_what_was_looked_at_even_without_pages(make: Builder) -> None:
    book = make.handbook("A")
    assert looked_at(make.silent(book)) == "looked at: no section came near the question"
    assert looked_at(make.silent(book, "Fever")) == 'looked at: 1 section, best "Fever"'


def test_pages_are_listed_once(make: Builder) -> None:
    assert pages([make.citation("a", 4), make.citation("b", 4), make.citation("c", 9)]) == "pp. 4, 9"
    assert pages([make.citation("a", None)]) == ""


def test_a_question_is_explained_in_sentences(explained: Report, anaphylaxis: Report) -> None:
    assert understood_as(explained.understood) == [
        "Understood as: anaphylaxis · adrenaline · dose",
        "Did you mean adrenaline?",
    ]
    assert understood_as(anaphylaxis.understood) == []


def test_silence_says_nothing_of_a_question_that_was_not_read(explained: Report, unread: Report) -> None:
    assert silent_word(explained.understood) == "NOT ADDRESSED"
    assert silent_word(unread.understood) == "NOTHING FOUND"
    assert signed(unread.verdict) == "? NOT UNDERSTOOD"


def test_what_may_not_address_it_is_counted_apart(doubtful: Report) -> None:
    sentence = "only 1 of 3 handbooks answers; 1 may not address it; 1 does not address it"
    assert banner(doubtful).sentence == sentence


def test_where_none_answers_the_nearest_passages_are_counted(make: Builder) -> None:
    unsure = make.answered(make.handbook("Harbour Primary Care"), "Keep it cool.", make.citation("Keep"))
    report = make.report(replace(unsure, status=Status.UNCERTAIN), make.silent(make.handbook("Meadow")))
    assert report.verdict is Verdict.NOT_ADDRESSED
    assert banner(report).sentence == "1 may not address it; 1 does not address it"
