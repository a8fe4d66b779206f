from __future__ import annotations

from datetime import UTC, datetime

from edgerag.present.history import details, row, title
from edgerag.present.lines import plain
from edgerag.store.reports import KeptReport, ReportId

NOW = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)
ASKED = KeptReport(ReportId(1), "2026-11-22 10:00:00", "What\n\x1b[31mdose?", "", False, "disagree", 4)


def test_a_question_is_one_line_with_when_and_how_it_ended() -> None:
    assert row(ASKED, NOW) == ("", "10:00", "! DISAGREE", "What <U+001B>[31mdose?")


def test_a_pinned_and_named_question_goes_by_its_name() -> None:
    kept = KeptReport(ReportId(1), "2026-11-22 10:00:00", "What dose?", "ward", True, "", 4)
    assert row(kept, NOW) == ("*", "10:00", "", "ward")
    assert title(ASKED) == "What <U+001B>[31mdose?"
    said = plain(details(kept, NOW, 80))
    assert "What dose?" in said
    assert "of 4 handbooks" in said
    assert "named: ward" in said
