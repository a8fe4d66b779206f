from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from edgerag.domain.answers import SURE, Answer, Status
from edgerag.domain.handbooks import Origin, Stated
from edgerag.domain.notices import Concern, Notice, Understood
from edgerag.domain.reports import Label, Mark, Report, Significance, Verdict
from edgerag.present.cards import card_lines, cards_of
from edgerag.present.clipping import report_clipping
from edgerag.present.html import report_html
from edgerag.present.lines import plain
from edgerag.present.markdown import report_markdown
from edgerag.present.pairs import side_lines
from edgerag.present.plain import sentences
from edgerag.present.text import report_lines
from edgerag.present.wording import (
    MAY_BE_NONE,
    banner,
    by_table,
    collection,
    heading,
    in_reading_order,
    looked_at,
    marked,
    newer_edition,
    pages,
    pairs_in_reading_order,
    remarks,
    signed,
    silent_word,
    to_read,
    unbroken_where,
    understood_as,
    where,
    with_hints,
)
from tests.unit.present.conftest import AGED

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.unit.present.conftest import Builder


def test_disagreement_is_told_with_counts(anaphylaxis: Report) -> None:
    verdict = banner(anaphylaxis)
    assert (verdict.sign, verdict.word) == ("!", "DISAGREE")
    assert verdict.sentence.startswith("2 of 5 handbooks differ from another; ")


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
        "2 of 3 handbooks answer, and no two of them disagree; pairs: 1 adds more; 1 does not address it",
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
        "2 of 2 handbooks answer; pairs: 1 not checked",
    )


def test_pairs_are_counted_by_how_they_stand(make: Builder) -> None:
    a, b, c, d = (make.handbook(title) for title in "ABCD")
    labels = {
        (a, b): Label.CONSISTENT,
        (a, c): Label.COMPLEMENTARY,
        (b, c): Label.CONTRADICTORY,
        (a, d): Label.NOT_CHECKED,
        (b, d): Label.NOT_CHECKED,
        (c, d): Label.NOT_CHECKED,
    }
    pairs = tuple(make.pair(one, other, label) for (one, other), label in labels.items())
    report = make.report(*(make.answered(book, "x") for book in (a, b, c, d)), pairs=pairs)
    assert banner(report).sentence == (
        "2 of 4 handbooks differ from another; pairs: 1 agrees, 1 adds more, 1 differs, 3 not checked"
    )


def test_who_differs_for_sure_is_told_apart_from_who_may_differ_and_comes_first(make: Builder) -> None:
    a, b, c, d = (make.handbook(title) for title in "ABCD")
    doubtful = replace(make.pair(a, b, Label.DIVERGENT), is_doubtful=True)
    sure = make.pair(c, d, Label.CONTRADICTORY)
    answers = [make.answered(book, "x") for book in (a, b, c, d)]
    report = make.report(*answers, pairs=(doubtful, sure))
    assert banner(report).sentence == "2 of 4 handbooks differ from another; pairs: 1 differs, 1 may differ"
    assert [answer.handbook.id for answer in in_reading_order(report)] == [c.id, d.id, a.id, b.id]
    report = make.report(*answers[:2], pairs=(doubtful,))
    assert banner(report).sentence == "2 of 2 handbooks may differ from another; pairs: 1 may differ"


def likely(answer: Answer, probability: float) -> Answer:
    return replace(answer, trace=replace(answer.trace, views={"answer": probability}))


def test_of_answers_that_stand_alike_the_likeliest_to_answer_comes_first(make: Builder) -> None:
    a, b, c, d, e = (make.handbook(title) for title in "ABCDE")
    chances = ((a, 0.5), (b, 0.9), (c, 0.4), (d, 0.8), (e, 0.6))
    answers = [likely(make.answered(book, "x"), chance) for book, chance in chances]
    nearest = [replace(answer, status=Status.UNCERTAIN) for answer in answers[-2:]]
    report = make.report(*nearest[::-1], *answers[:3], pairs=(make.pair(a, c, Label.DIVERGENT),))
    assert [answer.handbook.id for answer in in_reading_order(report)] == [a.id, c.id, b.id, d.id, e.id]


@pytest.mark.parametrize(
    "written",
    [
        lambda report: plain(report_lines(report, 80)),
        lambda report: plain([line for card in cards_of(report) for line in card_lines(card, 80)]),
        lambda report: "\n".join(sentences(report)),
        report_markdown,
        report_html,
        report_clipping,
        lambda report: plain(side_lines(report.answers[0], lambda _: [], 80)),
    ],
    ids=["text", "cards", "plain", "markdown", "html", "clipping", "side of a pair"],
)
def test_an_answer_that_may_be_none_says_so_wherever_it_is_shown(
    make: Builder, written: Callable[[Report], str]
) -> None:
    answer = make.answered(make.handbook("A"), "Give 1 mL.", make.citation("Give 1 mL."))
    sure, doubtful = (make.report(likely(answer, chance)) for chance in (SURE, SURE - 0.01))
    assert MAY_BE_NONE in written(doubtful)
    assert MAY_BE_NONE not in written(sure)


def test_of_differences_that_could_do_as_much_harm_the_one_whose_sides_surely_answer_comes_first(
    make: Builder,
) -> None:
    a, b, c, d = (make.handbook(title) for title in "ABCD")
    chances = ((a, 0.9), (b, 0.3), (c, 0.5), (d, 0.6))
    answers = [likely(make.answered(book, "x"), chance) for book, chance in chances]
    doubtful, surer, sure = (make.pair(*two, Label.DIVERGENT) for two in ((a, b), (c, d), (a, d)))
    mild = replace(make.pair(a, c, Label.DIVERGENT), significance=Significance.LOW)
    opposed = make.pair(b, c, Label.CONTRADICTORY)
    pairs = (mild, replace(doubtful, is_doubtful=True), surer, sure, opposed)
    assert pairs_in_reading_order(make.report(*answers, pairs=pairs)) == [
        opposed,
        sure,
        surer,
        mild,
        pairs[1],
    ]


def test_of_a_pair_that_is_not_checked_the_two_places_to_read_are_named(anaphylaxis: Report) -> None:
    read = [to_read(anaphylaxis, pair) for pair in anaphylaxis.pairs]
    assert [sentence for sentence in read if sentence] == [
        'Read "Emergency patient" of Meadow Nurses\' Handbook beside p. 4 of Harbour Primary Care (2017).'
    ]


def test_where_one_of_a_pair_quotes_nothing_there_is_no_place_to_read(make: Builder) -> None:
    a, b = make.handbook("A"), make.handbook("B")
    pair = make.pair(a, b, Label.NOT_CHECKED)
    report = make.report(make.answered(a, "x", make.citation("x")), make.failed(b, "torn"), pairs=(pair,))
    assert to_read(report, pair) == ""


def test_a_mark_is_told_beside_a_verdict_that_stays(disputed: Report, anaphylaxis: Report) -> None:
    assert banner(disputed).word == "DISAGREE"
    assert banner(disputed).sentence.endswith("; 1 pair marked by a reader as wrong")
    said = [marked(disputed, pair) for pair in disputed.pairs]
    assert [one for one in said if one] == ["Marked by a reader as wrong, CONSISTENT as right: the same dose"]
    pair = disputed.pairs[1]
    assert marked(replace(anaphylaxis, marks=(Mark(pair.a, pair.b),)), pair) == "Marked by a reader as wrong"


def test_a_marked_silence_is_listed_among_the_pairs(make: Builder) -> None:
    a, b = make.handbook("A"), make.handbook("B")
    report = make.report(make.answered(a, "x"), make.silent(b))
    (absent,) = report.pairs
    assert pairs_in_reading_order(report) == []
    assert pairs_in_reading_order(replace(report, marks=(Mark(absent.a, absent.b),))) == [absent]


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


def test_a_quotation_of_elsewhere_says_so_where_it_stands(make: Builder) -> None:
    for page, place in ((4, "p. 4"), (None, heading(make.citation("a", None)))):
        citation = make.citation("a", page)
        assert where(citation) == place
        assert where(replace(citation, is_elsewhere=True)) == f"also {place}"
        assert unbroken_where(replace(citation, is_elsewhere=True)).startswith("also ")


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


@pytest.mark.parametrize(
    ("concern", "verdict", "said"),
    [
        (Concern.NOT_ENGLISH, Verdict.NOT_UNDERSTOOD, "the question was not read"),
        (Concern.VAGUE, Verdict.TOO_VAGUE, "the question says too little"),
    ],
)
def test_of_a_question_that_is_not_clear_what_was_found_is_told_and_nobody_is_said_to_be_silent(
    make: Builder, concern: Concern, verdict: Verdict, said: str
) -> None:
    unsure = make.answered(make.handbook("Harbour Primary Care"), "Keep it cool.", make.citation("Keep"))
    report = make.report(replace(unsure, status=Status.UNCERTAIN), make.silent(make.handbook("Meadow")))
    report = replace(report, verdict=verdict, understood=Understood(notices=(Notice(concern, "Say more"),)))
    assert banner(report).sentence == (
        f"{said}; something near it was found in 1 handbook; nothing was found in 1 handbook"
    )
    assert silent_word(report.understood) == "NOTHING FOUND"
    assert signed(verdict).startswith("? ")


def test_a_hint_goes_on_from_its_notice_however_that_ends() -> None:
    notices = (
        Notice(Concern.FOLLOW_UP, "This was asked: How long?"),
        Notice(Concern.ASKED_ALONE, "Asked alone"),
        Notice(Concern.VAGUE, "Too vague"),
    )
    hints = {Concern.FOLLOW_UP: "Ctrl+T asks it alone", Concern.ASKED_ALONE: "Ctrl+T joins it"}
    hinted = with_hints(Understood("line", notices), hints)
    assert [notice.sentence for notice in hinted.notices] == [
        "This was asked: How long? Ctrl+T asks it alone",
        "Asked alone. Ctrl+T joins it",
        "Too vague",
    ]


def test_of_a_handbook_that_has_aged_it_is_said_if_it_has_an_answer(aged: Report) -> None:
    said = {answer.handbook.title: newer_edition(aged, answer) for answer in aged.answers}
    assert {title for title, sentence in said.items() if sentence} == {"Cardinal Clinic Guide"}
    assert said["Cardinal Clinic Guide"] == AGED
    assert [remarks(aged, answer) for answer in in_reading_order(aged)][:2] == [[AGED], []]


def test_a_collection_that_is_in_doubt_is_not_shown_beside_an_answer(make: Builder) -> None:
    book = make.handbook("Primary Care")
    for origin, shown in ((Origin.DOCUMENT, ""), (Origin.PERSON, "guideline<U+001B>")):
        known = replace(book.metadata, collection=Stated("guideline\x1b", origin))
        assert collection(replace(book, metadata=known)) == shown


def test_rows_of_one_table_are_told_together_where_the_first_stands(make: Builder) -> None:
    row, other, again = (make.citation(quote) for quote in ("a | b", "Give it.", "c | d"))
    row, again = replace(row, table="a | b\nc | d"), replace(again, table="a | b\nc | d")
    assert by_table([row, other, again, other]) == [[row, again], [other], [other]]
