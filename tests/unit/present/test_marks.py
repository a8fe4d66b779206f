from __future__ import annotations

import json
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from edgerag.domain.reports import Label, Mark, Report
from edgerag.present.marks import mark_lines, mark_rows
from tests.unit.present.conftest import Builder


def test_a_line_holds_question_both_sides_verdict_and_what_is_right(disputed: Report) -> None:
    (line,) = mark_lines(disputed).splitlines()
    assert json.loads(line) == {
        "schema": "edgerag.mark/1",
        "question": "What dose of adrenaline?",
        "label": "DIVERGENT",
        "right_label": "CONSISTENT",
        "note": "the same dose",
        "topic": "adrenaline dose",
        "reasoning": "1 mL vs 0.5 mL (same drug)",
        "decided_by": "typed comparison",
        "a": {
            "handbook": disputed.pairs[1].a,
            "title": "Cardinal Clinic Guide",
            "edition": "2013",
            "status": "answered",
            "text": "Give 1 mL adrenaline (1:1000) IM every 5 minutes until better.",
            "quotations": [
                {
                    "page": 16,
                    "section": "Care > Emergency patient",
                    "quote": "1 mL (1:1000) IM every\n5 minutes until better",
                }
            ],
        },
        "b": {
            "handbook": disputed.pairs[1].b,
            "title": "Harbour Primary Care",
            "edition": "2017",
            "status": "answered",
            "text": "Give 0.5 mL.",
            "quotations": [{"page": 4, "section": "Care > Emergency patient", "quote": "0.5 mL"}],
        },
        "versions": {"embedder": "bge", "program": "edgerag 0.1.0"},
    }


def test_a_row_names_both_handbooks_the_verdict_and_what_is_right(disputed: Report) -> None:
    assert mark_rows(disputed) == [
        (
            "Cardinal Clinic Guide (2013) x Harbour Primary Care (2017)",
            "DIVERGENT",
            "CONSISTENT",
            "the same dose",
        )
    ]


def test_a_report_without_marks_gives_nothing(anaphylaxis: Report) -> None:
    assert mark_lines(anaphylaxis) == b""
    assert mark_rows(anaphylaxis) == []


@given(notes=st.lists(st.text(st.characters(codec="utf-8")), max_size=3))
def test_there_is_one_line_for_each_mark_whatever_was_noted(notes: list[str]) -> None:
    make = Builder()
    books = [make.handbook(str(number)) for number in range(4)]
    pairs = tuple(make.pair(books[0], other, Label.CONSISTENT) for other in books[1:])
    answers = [make.answered(book, "x") for book in books]
    marks = tuple(Mark(pair.a, pair.b, None, note) for pair, note in zip(pairs, notes, strict=False))
    lines = mark_lines(replace(make.report(*answers, pairs=pairs), marks=marks)).split(b"\n")
    assert [json.loads(line)["note"] for line in lines[:-1]] == notes
    assert lines[-1] == b""
