from __future__ import annotations

from dataclasses import replace

from edgerag.domain.answers import AnswerMode
from edgerag.domain.reports import Label, Report
from edgerag.present.lines import Style, plain
from edgerag.present.pairs import ONE_MAY_NOT, relation_lines, side_lines
from edgerag.present.tables import MARK
from tests.unit.present.conftest import Builder


def test_a_relation_says_label_topic_significance_reason_and_layer(make: Builder) -> None:
    a, b = make.handbook("A"), make.handbook("B")
    pair = make.pair(a, b, Label.DIVERGENT, "adrenaline dose", "1 vs 2 mL")
    report = make.report(make.answered(a, "1 mL"), make.answered(b, "2 mL"), pairs=(pair,))
    text = plain(relation_lines(report, pair, 100))
    assert "D DIVERGENT   on adrenaline dose   significance: high" in text
    assert "1 vs 2 mL   decided by: typed comparison" in text


def test_a_doubtful_conflict_says_that_one_of_the_two_may_not_answer(make: Builder) -> None:
    a, b = make.handbook("A"), make.handbook("B")
    sure = make.pair(a, b, Label.DIVERGENT, "adrenaline dose", "1 vs 2 mL")
    for pair, is_said in ((sure, False), (replace(sure, is_doubtful=True), True)):
        report = make.report(make.answered(a, "1 mL"), make.answered(b, "2 mL"), pairs=(pair,))
        assert (ONE_MAY_NOT in plain(relation_lines(report, pair, 100))) is is_said


def test_a_pair_that_is_not_checked_says_what_to_read(anaphylaxis: Report) -> None:
    pair = next(pair for pair in anaphylaxis.pairs if pair.label is Label.NOT_CHECKED)
    lines = plain(relation_lines(anaphylaxis, pair, 120)).splitlines()
    assert lines[-1].startswith('Read "Emergency patient" of Meadow Nurses\' Handbook beside p. 4 of Harbour')


def test_marked_words_stand_out_in_a_side(make: Builder) -> None:
    answer = make.answered(make.handbook("Guide"), "Give 1 mL now.", make.citation("Give 1 mL now"))
    lines = side_lines(answer, lambda text: [(5, 9)], 60)
    marked = [segment.text for line in lines for segment in line if segment.style is Style.MARKED]
    assert marked == ["1 mL", "1 mL"]
    assert "Give 1 mL now" in plain(lines)


def test_a_page_number_is_not_parted_from_its_p(make: Builder) -> None:
    answer = make.answered(make.handbook("Guide"), "", make.citation("Give 1 mL now"))
    for width in range(14, 40):
        assert "p.\u00a016" in plain(side_lines(answer, lambda text: (), width))


def test_a_silent_side_says_what_was_looked_at(make: Builder) -> None:
    text = plain(side_lines(make.silent(make.handbook("Guide"), "One", best_page=7), lambda text: (), 60))
    assert "NOT ADDRESSED, looked at: 1 section, best p. 7" in text


def test_a_side_that_may_be_no_answer_says_so(doubtful: Report) -> None:
    text = plain(side_lines(doubtful.answers[1], lambda _: [], 60))
    assert text.index("MAY NOT ADDRESS IT") < text.index("Keep it at 8 °C")


ROW = "8 to 11 kg | 250 mg | 10 mL"
TABLE = f"Weight | Each time | Syrup\n5 to 7 kg | 175 mg | 7 mL\n{ROW}\n12 to 17 kg | 375 mg | 15 mL"


def test_quoted_rows_of_a_table_stand_in_its_columns_and_what_differs_is_marked_there(make: Builder) -> None:
    quoted = replace(make.citation(ROW), table=TABLE)
    answer = replace(make.answered(make.handbook("Guide"), ROW, quoted), mode=AnswerMode.EXTRACTIVE)
    lines = side_lines(answer, lambda text: [(13, 19)], 40, "dose for a child of 9 kg")
    assert plain(lines).splitlines() == [
        "Guide",
        "  Weight     │ Each time │ Syrup",
        "  ───────────┼───────────┼──────",
        "► 8 to 11 kg │ 250 mg    │ 10 mL",
        "► The row for 9 kg",
        "[p.\u00a016]",
    ]
    marked = [part.text for line in lines for part in line if part.style is Style.MARKED]
    assert marked == [MARK, "250 mg", f"{MARK}The row for 9 kg"]
