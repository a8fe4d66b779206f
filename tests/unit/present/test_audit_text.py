from __future__ import annotations

import math

from edgerag.audit.findings import find
from edgerag.domain.audited import Interval
from edgerag.present.audit_text import interval, percent, summary_sentences, summary_tables
from tests.unit.audit.reports import QUESTIONS, TERMS, found


def test_what_is_missing_is_said_before_any_rate() -> None:
    assert [*summary_sentences(find("small", TERMS, QUESTIONS, found()))] == [
        "small: 4 questions to 3 handbooks, 2 answered",
        "1 question failed, and count as nothing",
        "1 question not asked yet: this is a part of the audit",
    ]


def test_tables_are_as_wide_as_their_headers() -> None:
    tables = summary_tables(find("small", TERMS, QUESTIONS, found()))
    assert len(tables) == 5
    assert all(len(row) == len(headers) for headers, rows in tables for row in rows)
    assert ("CONTRADICTORY", "1", "16.7%") in tables[0][1]
    assert tables[2][1][0] == ("Gamma (2013)", "50.0%", "1", "1", "0", "0")
    assert ("dose of x", "3", "3", "0", "0", "2") in tables[3][1]


def test_nothing_has_no_share() -> None:
    assert percent(None, 1) == percent(0, 0) == interval(Interval(math.nan, math.nan, math.nan)) == "-"
    assert interval(Interval(0.25, 0.1, 0.4)) == "25 % (10 to 40)"
