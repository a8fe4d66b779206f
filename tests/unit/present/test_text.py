from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from edgerag.domain.answers import AnswerMode
from edgerag.domain.reports import Label, Mark, Report
from edgerag.present.lines import cells, plain
from edgerag.present.summary import summary_lines
from edgerag.present.text import answer_lines, report_lines
from edgerag.summarise.summarise import summarise
from tests.unit.present.conftest import AGED

if TYPE_CHECKING:
    from tests.unit.present.conftest import Builder


def test_reads_like_this(anaphylaxis: Report) -> None:
    assert plain(report_lines(anaphylaxis, 80)) == (
        "  ! DISAGREE   2 of 5 handbooks differ from another; pairs: 1 agrees, 1 differs,\n"
        "    1 not checked; 1 does not address it; 1 could not be asked\n"
        "    They differ on adrenaline dose: Cardinal Clinic… (2013) p.\u00a016 x Harbour\n"
        "      Primary… (2017) p.\u00a04.\n"
        "    Not checked, read both: Meadow Nurses' Handbook x Harbour Primary… (2017)\n"
        "      p.\u00a04.\n"
        "    2 of the 3 that answer agree: Meadow Nurses' Handbook, Cardinal Clinic…\n"
        "      (2013) p.\u00a016.\n"
        "    Could not be asked: Torn Booklet.\n"
        "    Does not address it: Antiretroviral… (2013).\n"
        "    Only one quotation gives a frequency: “every\u00a05\u00a0minutes” Cardinal Clinic…\n"
        "      (2013) p.\u00a016.\n"
        "\n"
        "  Cardinal Clinic Guide (2013) · p. 16 · Emergency patient\n"
        "    Give 1 mL adrenaline (1:1000) IM every 5 minutes until better.\n"
        '    "1 mL (1:1000) IM every 5 minutes until better"  [p. 16]\n'
        "\n"
        "  Harbour Primary Care (2017) · p. 4 · Emergency patient\n"
        "    Give 0.5 mL.\n"
        '    "0.5 mL"  [p. 4]\n'
        "    note: 1 citation dropped\n"
        "\n"
        "  Meadow Nurses' Handbook · Emergency patient\n"
        "    Give 1 mL.\n"
        '    "Give 1 mL"  [Emergency patient]\n'
        "\n"
        "  FAILED   Torn Booklet   out of memory\n"
        "  NOT ADDRESSED   Antiretroviral Guide (2013)   looked at: 3 sections, best p. 7\n"
        "\n"
        "  Cardinal Clinic Guide (2013) x Harbour Primary Care (2017)   DIVERGENT\n"
        "    topic: adrenaline dose   significance: high\n"
        "    1 mL vs 0.5 mL (same drug)   decided by: typed comparison\n"
        "\n"
        "  Meadow Nurses' Handbook x Harbour Primary Care (2017)   NOT CHECKED\n"
        "    No layer could decide.   decided by: typed comparison\n"
        '    Read "Emergency patient" of Meadow Nurses\' Handbook beside p. 4 of Harbour\n'
        "      Primary Care (2017).\n"
        "\n"
        "  Meadow Nurses' Handbook x Cardinal Clinic Guide (2013)   CONSISTENT\n"
        "    Both give 1 mL.   decided by: typed comparison\n"
    )


@pytest.mark.parametrize("width", [40, 80, 120])
def test_no_line_is_wider_than_the_terminal(taken_together: Report, width: int) -> None:
    assert all(cells(line) <= width for line in plain(report_lines(taken_together, width)).splitlines())


def test_what_handbooks_say_together_stands_above_the_answers(taken_together: Report) -> None:
    printed = plain(report_lines(taken_together, 80))
    block = printed[printed.index("TOGETHER") :].partition("\n\n")[0]
    assert block == (
        "TOGETHER   3 handbooks, each in its own words\n"
        "    They cannot all be followed: Cardinal Clinic Guide (2013) x Harbour Primary\n"
        "    Care (2017) on adrenaline dose.\n"
        "    Not checked: 1 pair of them.\n"
        "    Meadow Nurses' Handbook\n"
        '      "Give 1 mL"  [Emergency patient]\n'
        "    Cardinal Clinic Guide (2013)\n"
        '      "1 mL (1:1000) IM every 5 minutes until better"  [p. 16]\n'
        "    Harbour Primary Care (2017)\n"
        '      "0.5 mL"  [p. 4]\n'
        "    No handbook known to be of this collection answers: formulary."
    )


def test_escape_sequences_of_handbooks_and_titles_are_inert(make: Builder) -> None:
    evil = make.handbook("Evil\x1b[2J", "\x1b]8;;http://x\x07")
    report = make.report(make.answered(evil, "all\x1b[0m\u202esafe", make.citation("q\x1b[8m")))
    printed = plain(report_lines(report, 80))
    assert "\x1b" not in printed
    assert "\x07" not in printed
    assert "\u202e" not in printed
    assert "<U+001B>" in printed


def test_extractive_answer_is_not_printed_twice(make: Builder) -> None:
    citations = (make.citation("**Give** 1\nmL."), make.citation("Repeat after 5 min-\nutes."))
    answer = replace(
        make.answered(make.handbook("A"), "Give 1 mL. Repeat after\n5 minutes.", *citations),
        mode=AnswerMode.EXTRACTIVE,
    )
    printed = plain(report_lines(make.report(answer), 80))
    assert '    "**Give** 1 mL."  [p. 16]\n' in printed
    assert printed.count("Repeat after") == 1


def test_pairs_that_say_the_same_share_a_block(make: Builder) -> None:
    a, b, c = make.handbook("A"), make.handbook("B"), make.handbook("C")
    answers = [make.answered(book, "x", make.citation("x")) for book in (a, b, c)]
    pairs = tuple(
        make.pair(x, y, Label.CONSISTENT, reasoning="Same words.") for x, y in ((a, b), (a, c), (b, c))
    )
    printed = plain(report_lines(make.report(*answers, pairs=pairs), 80))
    assert "  A x B; A x C; B x C   CONSISTENT\n    Same words." in printed


def test_long_titles_of_two_editions_stay_apart_where_they_are_compared(make: Builder) -> None:
    title = "National Guideline for the Management of Everything That Can Happen"
    old, new = make.handbook(title, "2013"), make.handbook(title, "2019")
    answers = [make.answered(book, "x", make.citation("x")) for book in (old, new)]
    report = make.report(*answers, pairs=(make.pair(old, new, Label.CONTRADICTORY, "start"),))
    relation = next(line for line in plain(report_lines(report, 120)).splitlines() if "CONTRADICTORY" in line)
    assert relation.count("National Guideline for") == 2
    assert "… (2013) x " in relation
    assert "… (2019)   CONTRADICTORY" in relation


def test_how_the_question_was_understood_stands_above_the_verdict(explained: Report) -> None:
    lines = plain(report_lines(explained, 80)).splitlines()
    assert lines[:2] == ["  Understood as: anaphylaxis · adrenaline · dose", "  Did you mean adrenaline?"]
    assert lines[2].startswith("  ! DISAGREE")


def test_of_a_question_that_was_not_read_nobody_is_said_not_to_address_it(unread: Report) -> None:
    printed = plain(report_lines(unread, 80))
    assert "? NOT UNDERSTOOD   the question was not read; nothing was found in 1 handbook" in printed
    assert "  NOTHING FOUND   Cardinal Clinic Guide" in printed
    assert "NOT ADDRESSED" not in printed


def test_what_may_be_no_answer_is_said_so_before_its_quotation(doubtful: Report) -> None:
    text = plain(report_lines(doubtful, 80))
    assert "MAY NOT ADDRESS IT  Harbour Primary Care · p. 12" in text
    assert text.index("Give 1 mL") < text.index("MAY NOT ADDRESS IT") < text.index("Keep it at 8 °C")


def test_a_marked_pair_stands_apart_from_those_that_are_said_the_same_of(make: Builder) -> None:
    a, b, c = (make.handbook(title) for title in "ABC")
    pairs = tuple(make.pair(x, y, Label.CONSISTENT, reasoning="Both say x.") for x, y in ((a, b), (a, c)))
    report = make.report(*(make.answered(book, "x") for book in (a, b, c)), pairs=pairs)
    assert "A x B; A x C" in plain(report_lines(report, 80))
    marked = plain(report_lines(replace(report, marks=(Mark(a.id, c.id, None, "not x"),)), 80))
    assert "A x B; A x C" not in marked
    assert marked.endswith(
        "  A x C   CONSISTENT\n"
        "    Both say x.   decided by: typed comparison\n"
        "    Marked by a reader as wrong: not x\n"
    )


def test_collection_and_age_stand_beside_the_answer_and_are_said_once(aged: Report) -> None:
    text = plain(report_lines(aged, 100))
    assert "Cardinal Clinic Guide (2013) · guideline · p. 16 · Emergency patient" in text
    assert text.count(AGED) == 1
    assert text.index('until better"  [p. 16]') < text.index(AGED) < text.index("Give 0.5 mL.")


def test_a_quoted_row_stands_under_its_head(make: Builder) -> None:
    table = "Weight | Each time\n5 to 7 kg | 175 mg\n8 to 11 kg | 250 mg"
    cited = replace(make.citation("8 to 11 kg | 250 mg"), table=table)
    lines = answer_lines(make.answered(make.handbook("Guide"), "Give it.", cited), 80, question="9 kg child")
    assert plain(lines).splitlines()[2:5] == [
        "      Weight     │ Each time",
        "      ───────────┼──────────",
        "    ► 8 to 11 kg │ 250 mg",
    ]


def test_a_summary_that_would_stand_before_the_answers_as_a_wall_follows_them(anaphylaxis: Report) -> None:
    pairs = tuple(
        replace(pair, topic=f"topic {n} {'of many ' * 30}") for n, pair in enumerate(anaphylaxis.pairs)
    )
    report = replace(anaphylaxis, pairs=pairs, summary=summarise(anaphylaxis.answers, pairs))
    above, _, after = plain(report_lines(report, 80)).partition("WHAT THE ANSWERS COME TO\n")
    told = above.partition("\n\n")[0].splitlines()
    assert len(told) <= 10
    assert f"at the end stand all of {len(report.summary.points)} points" in told[-1]
    assert after.rstrip() == plain(summary_lines(report, 80, indent=4)).rstrip()
