"""Audits in a table, and what is told of the one under the cursor or of the one that runs."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from edgerag.domain.audits import AuditState, AuditSummary
from edgerag.present.amounts import count, duration, moment
from edgerag.present.inert import one_line
from edgerag.present.lines import Line, Segment, Style, paragraph

COLUMNS: Final = ("Audit", "Questions", "Answered", "Failed", "Left", "Begun")


def audit_row(state: AuditState, now: datetime) -> tuple[str, ...]:
    """Give the cells of one audit."""
    counts = map(str, (state.n_questions, state.n_answered, state.n_failed, state.n_left))
    return one_line(state.name), *counts, moment(state.created_at, now)


def audit_lines(audit: AuditSummary, width: int) -> list[Line]:
    """Lay out what an audit asks, and what can be done with it."""
    state = audit.state
    how = "in the handbooks' own words" if audit.is_extractive else "with written answers"
    lines = paragraph([Segment(one_line(state.name), Style.TITLE)], width)
    asked = f"{count(state.n_questions, 'question')} to {count(audit.n_handbooks, 'handbook')}, {how}"
    lines += paragraph([Segment(asked)], width)
    if audit.n_removed:
        gone = "1 handbook is" if audit.n_removed == 1 else f"{audit.n_removed} handbooks are"
        lines += paragraph([Segment(f"{gone} not in the library any more", Style.UNSURE)], width)
    if audit.n_submitted:
        told = f"{count(audit.n_submitted, 'shard')} with a cluster: `edgerag audit status {state.name}`"
        lines += paragraph([Segment(told, Style.DIM)], width)
    if state.n_failed:
        lines += paragraph(
            [Segment(f"{count(state.n_failed, 'question')} failed: t asks again", Style.UNSURE)], width
        )
    return lines


def progress_numbers(state: AuditState, n_timed: int, seconds: float) -> str:
    """Say how far a running audit is, and how long it will take.

    Args:
        state: how far it is.
        n_timed: questions that were finished in `seconds`; with none nobody knows how long.
        seconds: since the first question was finished.
    """
    done = f"{state.n_questions - state.n_left} of {count(state.n_questions, 'question')}"
    return f"{done}, about {duration(state.n_left * seconds / n_timed)} left" if n_timed else done
