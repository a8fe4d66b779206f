from __future__ import annotations

from edgerag.domain.reports import Report
from edgerag.present.clipping import clipping, pair_clipping, report_clipping
from edgerag.present.wording import in_reading_order, pairs_in_reading_order


def test_an_answer_is_copied_with_question_handbook_quotation_and_page(anaphylaxis: Report) -> None:
    copied = clipping(anaphylaxis.question, in_reading_order(anaphylaxis)[0])
    assert copied.splitlines() == [
        "What dose of adrenaline?",
        "",
        "Cardinal Clinic Guide (2013)",
        "Give 1 mL adrenaline (1:1000) IM every 5 minutes until better.",
        '"1 mL (1:1000) IM every 5 minutes until better" [p. 16]',
    ]


def test_a_report_is_copied_with_its_verdict_and_every_handbook(anaphylaxis: Report) -> None:
    copied = report_clipping(anaphylaxis)
    assert "DISAGREE: 2 of 5 handbooks differ from another" in copied
    assert all(answer.handbook.title in copied for answer in anaphylaxis.answers)


def test_a_pair_is_copied_with_its_relation(anaphylaxis: Report) -> None:
    pair = pairs_in_reading_order(anaphylaxis)[0]
    both = [a for a in anaphylaxis.answers if a.handbook.id in (pair.a, pair.b)]
    copied = pair_clipping(anaphylaxis, both[0], both[1], pair)
    assert "DIVERGENT on adrenaline dose: 1 mL vs 0.5 mL (same drug)" in copied


def test_a_report_is_copied_with_how_its_question_was_understood(explained: Report, unread: Report) -> None:
    lines = report_clipping(explained).splitlines()
    assert lines[1:3] == ["Understood as: anaphylaxis · adrenaline · dose", "Did you mean adrenaline?"]
    assert "Cardinal Clinic Guide: NOTHING FOUND" in report_clipping(unread)


def test_what_may_be_no_answer_is_copied_as_such(doubtful: Report) -> None:
    assert "MAY NOT ADDRESS IT: Harbour Primary Care" in report_clipping(doubtful)
