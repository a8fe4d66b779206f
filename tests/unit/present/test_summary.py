from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations

import pytest

from edgerag.domain.answers import Answer, Status
from edgerag.domain.handbooks import Origin, Stated
from edgerag.domain.notices import Concern, Notice, Understood
from edgerag.domain.points import Ground, Trust
from edgerag.domain.reports import Judgement, Label, Report, verdict_of
from edgerag.present.lines import plain
from edgerag.present.summary import (
    folded_summary_lines,
    point_sentence,
    summary_lines,
    summary_sentences,
)
from edgerag.summarise.summarise import summarise
from tests.answers import make_answer, make_handbook, make_pair


def reported(*answers: Answer, pairs: tuple[Judgement, ...] = ()) -> Report:
    summary = summarise(answers, pairs)
    return Report("What dose?", verdict_of(answers, pairs), answers, pairs, {}, summary=summary)


def test_parties_are_told_with_their_words_handbooks_and_pages() -> None:
    a, b, c = (
        make_answer(title, f"Give {dose}.")
        for title, dose in zip("ABC", ("1 mL", "0.5 mL", "0.5 mL"), strict=True)
    )
    pairs = (
        make_pair(a, b, Label.DIVERGENT, "adrenaline dose", ("1 mL", "0.5 mL")),
        make_pair(a, c, Label.DIVERGENT, "adrenaline dose", ("1 mL", "0.5 mL")),
        make_pair(b, c, Label.CONSISTENT, "", ("0.5 mL", "0.5 mL")),
    )
    report = reported(a, b, c, pairs=pairs)
    said = "They differ on adrenaline dose: “1 mL” A p. 1 x “0.5 mL” B p. 1, C p. 1."
    assert summary_sentences(report) == [said]
    assert point_sentence(report, report.summary.points[0]) == said
    assert summary_sentences(report, is_spoken=True) == [
        "They differ on adrenaline dose: “1 mL” A page 1; against “0.5 mL” B page 1, C page 1."
    ]
    assert plain(summary_lines(report, 44)) == (
        "They differ on adrenaline dose: “1\u00a0mL” A\n"
        "  p.\u00a01 x “0.5\u00a0mL” B p.\u00a01, C p.\u00a01.\n"
    )


def test_no_line_begins_with_the_full_stop() -> None:
    report = reported(make_answer("A", "Give it."))
    assert plain(summary_lines(report, 24)) == "Only one answers: A\n  p.\u00a01.\n"


def test_differences_on_one_topic_that_cannot_be_told_at_once_share_a_sentence() -> None:
    a, b, c = (make_answer(title, "Give it.") for title in "ABC")
    pairs = tuple(make_pair(a, other, Label.CONTRADICTORY, "action") for other in (b, c))
    assert summary_sentences(reported(a, b, c, pairs=pairs)) == [
        "They say the opposite on action: A p. 1 x B p. 1; A p. 1 x C p. 1.",
        "Not checked, read both: B p. 1 x C p. 1.",
    ]


@pytest.mark.parametrize(
    ("label", "n", "said"),
    [
        (Label.CONSISTENT, 2, "Both that answer agree: A p. 1, B p. 1."),
        (Label.CONSISTENT, 3, "All 3 that answer agree: A p. 1, B p. 1, C p. 1."),
        (
            Label.COMPLEMENTARY,
            2,
            "Both that answer add more to each other, and can be followed together: A p. 1, B p. 1.",
        ),
    ],
)
def test_agreement_says_of_how_many(label: Label, n: int, said: str) -> None:
    answers = [make_answer(title, "Rest.") for title in "ABC"[:n]]
    pairs = tuple(make_pair(x, y, label) for x, y in combinations(answers, 2))
    assert summary_sentences(reported(*answers, pairs=pairs)) == [said]


def test_editions_are_one_voice_and_the_newest_is_named_beside_the_older() -> None:
    old, new = (
        make_answer(make_handbook("Guide", year, "Cape"), f"Give {dose}.")
        for year, dose in (("2009", "1 mL"), ("2014", "0.5 mL"))
    )
    pairs = (make_pair(old, new, Label.DIVERGENT, "dose", ("1 mL", "0.5 mL")),)
    assert summary_sentences(reported(old, new, pairs=pairs)) == [
        (
            "They differ on dose: “1 mL” Guide (2009) p. 1 x “0.5 mL” Guide (2014) p. 1; "
            "the newest edition is Guide (2014): “0.5 mL”."
        ),
        "One voice: Guide (2009), Guide (2014) (editions of one work).",
    ]
    alike = (make_pair(old, new, Label.CONSISTENT),)
    assert summary_sentences(reported(old, new, pairs=alike))[0] == (
        "Both that answer agree: Guide (2009) p. 1, Guide (2014) p. 1 (2 handbooks, 1 family)."
    )


def test_the_institution_that_makes_books_one_voice_is_named() -> None:
    named = "World Health Organization"
    a, b = (make_answer(make_handbook(title, "", named), "Rest.") for title in ("Diet", "Feeding"))
    report = reported(a, b, pairs=(make_pair(a, b, Label.CONSISTENT),))
    assert summary_sentences(report)[-1] == (
        "One voice: Diet, Feeding (of one institution, World Health Organization)."
    )


def test_silence_and_what_one_alone_says_are_told() -> None:
    answers = (
        make_answer("A", "Give it for 7 days."),
        make_answer("B", "Give ceftriaxone."),
        make_answer("C", status=Status.NOT_ADDRESSED),
        make_answer("D", "Keep it cool.", status=Status.UNCERTAIN),
        make_answer("E", status=Status.FAILED),
    )
    report = reported(*answers, pairs=(make_pair(answers[0], answers[1], Label.NOT_CHECKED),))
    assert summary_sentences(report)[1:] == [
        "May not address it: D p. 1.",
        "Could not be asked: E.",
        "Does not address it: C.",
        "Only one quotation gives a duration: “7 days” A p. 1.",
        "Only one quotation names a medicine: “ceftriaxone” B p. 1.",
    ]
    assert summary_sentences(reported(answers[0], answers[2]))[0] == "Only one answers: A p. 1."


def test_many_pairs_that_were_not_checked_are_counted_and_their_handbooks_named_once() -> None:
    a, b, c = (make_answer(title, "Rest.") for title in "ABC")
    report = reported(a, b, c, pairs=(make_pair(a, b, Label.CONSISTENT),))
    assert summary_sentences(report)[0] == "Not checked, read both: A p. 1, B p. 1 x C p. 1."
    d = make_answer("D", "Rest.")
    pairs = (
        make_pair(a, b, Label.CONSISTENT),
        make_pair(c, d, Label.DIVERGENT),
        make_pair(a, d, Label.DIVERGENT),
    )
    said = summary_sentences(reported(a, b, c, d, pairs=pairs))
    assert "3 pairs not checked, among A p. 1, B p. 1, C p. 1, D p. 1." in said


def test_many_silent_handbooks_are_counted_where_columns_are_few() -> None:
    report = reported(*(make_answer(title, status=Status.NOT_ADDRESSED) for title in "ABCDE"))
    assert summary_sentences(report) == ["Do not address it: A, B, C, D, E."]
    assert plain(summary_lines(report, 60)) == "Do not address it: A, B, C, and 2 more.\n"


def test_nothing_found_to_a_question_that_was_not_read_is_no_silence() -> None:
    report = reported(make_answer("A", status=Status.NOT_ADDRESSED))
    unread = Understood(notices=(Notice(Concern.NOT_ENGLISH, "not understood"),))
    assert summary_sentences(replace(report, understood=unread)) == ["Nothing found in: A."]


def test_of_a_long_summary_the_foremost_is_shown_how_handbooks_part_and_who_agrees(
    anaphylaxis: Report,
) -> None:
    whole = plain(summary_lines(anaphylaxis, 60, indent=2)).splitlines()
    assert folded_summary_lines(anaphylaxis, 60, len(whole), "s shows") == summary_lines(anaphylaxis, 60)
    answers = [make_answer(title, f"Give {n} mL.") for n, title in enumerate("ABCDEF")]
    labels = [Label.DIVERGENT, Label.NOT_CHECKED, Label.COMPLEMENTARY, Label.CONSISTENT]
    pairs = tuple(
        make_pair(one, other, labels[n % 4], f"topic {n}")
        for n, (one, other) in enumerate(combinations(answers, 2))
    )
    report = reported(*answers, pairs=pairs)
    folded = plain(folded_summary_lines(report, 60, 6, "s shows", indent=2)).splitlines()
    assert [line.split(":")[0].strip() for line in folded[:5]] == [
        *(f"They differ on topic {n}" for n in (0, 4, 8, 12)),
        "2 of the 6 that answer agree",
    ]
    assert folded[5] == f"  … s shows all of {len(report.summary.points)} points"


def test_a_sentence_that_is_cut_never_parts_words_from_who_says_them() -> None:
    answers = [
        make_answer(f"Handbook {title}", f"Give {n}0 mg of it.") for n, title in enumerate("ABCDEFGHI", 1)
    ]
    pairs = tuple(
        make_pair(one, other, Label.DIVERGENT, "dose", (one.text[5:10], other.text[5:10]))
        for one, other in combinations(answers, 2)
    )
    report = reported(*answers, pairs=pairs)
    for width in range(60, 90, 3):
        first, *others, last = plain(folded_summary_lines(report, width, 3, "s shows")).splitlines()
        shown = " ".join(line.strip() for line in (first, *others))
        assert re.fullmatch(r"They differ on dose: (“\d0\xa0mg” [^“”]+ p\.\xa01 (x )?)*…", shown), shown
        assert last.endswith("with more differences")


def test_what_a_handbook_writes_cannot_steer_the_terminal() -> None:
    book = make_handbook("A\x1b[31m\nB")
    said = summary_sentences(reported(make_answer(book, "Give it.")))
    assert "\x1b" not in said[0]
    assert "\n" not in said[0]


@pytest.mark.parametrize(
    ("grounds", "why"),
    [
        ((Ground.VOICES,), "2 of 3 voices"),
        ((Ground.RANK, Ground.RECORD), "you rank it higher, found right more often before"),
    ],
)
def test_the_side_that_is_supported_best_is_named_with_the_reasons_after_all_sides(
    grounds: tuple[Ground, ...], why: str
) -> None:
    a, b = make_answer("A", "Give 1 mL."), make_answer("B", "Give 0.5 mL.")
    pair = make_pair(a, b, Label.DIVERGENT, "dose", ("1 mL", "0.5 mL"))
    report = reported(a, b, pairs=(pair,))
    (point,) = report.summary.points
    trusted = replace(point, trust=Trust(1, 0.7, grounds, 2, 3))
    said = f"They differ on dose: “1 mL” A p. 1 x “0.5 mL” B p. 1; best supported: “0.5 mL” ({why})."
    assert point_sentence(report, trusted) == said


def test_which_collection_stands_before_which_is_said() -> None:
    a, b, c = (
        make_answer(
            replace(book, metadata=replace(book.metadata, collection=Stated(shelf, Origin.PERSON))), "x"
        )
        for shelf in ("guideline", "textbook", "patient education")
        for book in [make_handbook(shelf)]
    )
    clash = ("1 mL", "0.5 mL")
    parted = tuple(make_pair(a, other, Label.DIVERGENT, "dose", clash) for other in (b, c))
    pairs = (*parted, make_pair(b, c, Label.CONSISTENT))
    (point,) = (one for one in reported(a, b, c, pairs=pairs).summary.points if len(one.parties) > 1)
    trusted = replace(point, trust=Trust(0, 0.7, (Ground.COLLECTION,), 1, 3))
    said = point_sentence(reported(a, b, c, pairs=pairs), trusted)
    assert said.endswith("(guideline before textbook, patient education).")


def test_the_newest_edition_is_named_once_where_it_is_supported_best() -> None:
    old, new = (
        make_answer(make_handbook("Primary Care 101", year), f"Give {year}.") for year in ("2013", "2019")
    )
    report = reported(old, new, pairs=(make_pair(old, new, Label.DIVERGENT, "dose"),))
    (point,) = report.summary.points
    trusted = replace(point, trust=Trust(1, 1.0, (Ground.NEWEST,), 1, 1))
    assert point_sentence(report, trusted) == (
        "They differ on dose: Primary Care 101 (2013) p. 1 x Primary Care 101 (2019) p. 1; best supported: "
        "Primary Care 101 (2019) (newest edition)."
    )
