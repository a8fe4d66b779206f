"""The history as a table: when it was asked, how it ended, and what was asked."""

from __future__ import annotations

from datetime import datetime

from edgerag.domain.reports import Verdict
from edgerag.present.amounts import count, moment
from edgerag.present.inert import one_line
from edgerag.present.lines import Line, Segment, Style, fields, paragraph
from edgerag.present.wording import signed
from edgerag.store.reports import KeptReport

COLUMNS = ("", "Asked", "Result", "Question")
PINNED = "*"


def row(kept: KeptReport, now: datetime) -> tuple[str, str, str, str]:
    """Give one kept question's cells, in the order of `COLUMNS`."""
    return (PINNED if kept.pinned else "", moment(kept.asked_at, now), _result(kept), title(kept))


def title(kept: KeptReport) -> str:
    """Name a kept question: as a person named it, else by its own words."""
    return one_line(kept.name) or one_line(kept.question)


def details(kept: KeptReport, now: datetime, width: int) -> list[Line]:
    """Lay out a kept question in full."""
    lines = paragraph([Segment(one_line(kept.question), Style.TITLE)], width)
    known = [
        Segment(_result(kept)),
        Segment(f"asked {moment(kept.asked_at, now)}", Style.DIM),
        Segment(f"of {count(kept.n_handbooks, 'handbook')}", Style.DIM),
        Segment(f"named: {one_line(kept.name)}" if kept.name else ""),
        Segment(f"{PINNED} pinned" if kept.pinned else ""),
    ]
    return lines + fields(known, width)


def _result(kept: KeptReport) -> str:
    return signed(Verdict(kept.verdict)) if kept.verdict in set(Verdict) else ""
