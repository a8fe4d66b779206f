from __future__ import annotations

from datetime import UTC, datetime

from edgerag.domain.audits import AuditState, AuditSummary
from edgerag.present.audits import COLUMNS, audit_lines, audit_row, progress_numbers
from edgerag.present.lines import plain

STATE = AuditState("doses", "2026-11-21 23:59:59", 12, 6, 2)
NOW = datetime(2026, 11, 23, tzinfo=UTC)


def test_a_row_has_a_cell_for_each_column_and_counts_what_is_left() -> None:
    row = audit_row(STATE, NOW)
    assert len(row) == len(COLUMNS)
    assert row[:5] == ("doses", "12", "6", "2", "4")


def test_only_what_needs_to_be_known_is_told() -> None:
    quiet = AuditSummary(
        AuditState("doses", STATE.created_at, 12, 12, 0), 3, 0, is_extractive=True, n_submitted=0
    )
    assert plain(audit_lines(quiet, 100)).splitlines() == [
        "doses",
        "12 questions to 3 handbooks, in the handbooks' own words",
    ]
    told = plain(audit_lines(AuditSummary(STATE, 3, 1, is_extractive=False, n_submitted=2), 100))
    assert "with written answers" in told
    assert "1 handbook is not in the library any more" in told
    assert "2 shards with a cluster: `edgerag audit status doses`" in told
    assert "2 questions failed: t asks again" in told


def test_the_time_that_is_left_is_the_pace_times_the_questions_left() -> None:
    assert progress_numbers(STATE, 0, 0.0) == "8 of 12 questions"
    assert progress_numbers(STATE, 2, 60.0) == "8 of 12 questions, about 2 min left"
