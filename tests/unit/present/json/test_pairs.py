from __future__ import annotations

import json

from edgerag.domain.reports import Report
from edgerag.present.json.report import report_from_json, report_json


def test_marks_are_kept(disputed: Report) -> None:
    pair = disputed.pairs[1]
    assert json.loads(report_json(disputed))["marks"] == [
        {"a": pair.a, "b": pair.b, "right_label": "CONSISTENT", "note": "the same dose"}
    ]
    assert report_from_json(report_json(disputed)).marks == disputed.marks


def test_what_the_verdict_counts_is_told(anaphylaxis: Report) -> None:
    decoded = json.loads(report_json(anaphylaxis))
    assert decoded["counts"] == {
        "agree": 1,
        "differ": 1,
        "not_checked": 1,
        "answered": 3,
        "uncertain": 0,
        "not_addressed": 1,
        "failed": 1,
        "may_differ": 0,
    }
    assert [pair["to_read"] != "" for pair in decoded["pairs"][:3]] == [False, False, True]
