"""The history as a table: when it was asked, how it ended, and what was asked."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from edgerag.domain.reports import Verdict
from edgerag.present.amounts import count, moment
from edgerag.present.inert import one_line
from edgerag.present.lines import Line, Segment, Style, fields, paragraph
from edgerag.present.wording import signed
from edgerag.store.reports import KeptReport, matching, threads

COLUMNS = ("", "Asked", "Result", "Question")
PINNED = "*"
GOES_ON = "└ "
"""Stands before a question that goes on from the one above it."""


def arranged(kept: Sequence[KeptReport]) -> list[KeptReport]:
    """Put what is pinned on top, with its thread; what goes on from a question stands below it."""
    by_pin = sorted(threads(kept), key=lambda thread: not any(one.pinned for one in thread))
    return [one for thread in by_pin for one in thread]


def found(kept: Sequence[KeptReport], search: str) -> list[KeptReport]:
    """Keep the threads in which a question has every word of `search`, or a name that has."""
    wanted = {one.id for one in matching(kept, search)}
    hits = [thread for thread in threads(kept) if any(one.id in wanted for one in thread)]
    shown = {one.id for thread in hits for one in thread}
    return [one for one in kept if one.id in shown]


def row(kept: KeptReport, now: datetime) -> tuple[str, str, str, str]:
    """Give one kept question's cells, in the order of `COLUMNS`."""
    return (PINNED if kept.pinned else "", moment(kept.asked_at, now), _result(kept), _indented(kept))


def title(kept: KeptReport) -> str:
    """Name a kept question: as a person named it, else by its own words."""
    return one_line(kept.name) or one_line(kept.question)


def _indented(kept: KeptReport) -> str:
    return f"{GOES_ON}{title(kept)}" if kept.before is not None else title(kept)


def details(kept: KeptReport, now: datetime, width: int, fixed: str = "") -> list[Line]:
    """Lay out a kept question in full; `fixed` says why it cannot be deleted."""
    lines = paragraph([Segment(one_line(kept.question), Style.TITLE)], width)
    known = [
        Segment(_result(kept)),
        Segment(f"asked {moment(kept.asked_at, now)}", Style.DIM),
        Segment(f"of {count(kept.n_handbooks, 'handbook')}", Style.DIM),
        Segment(f"{kept.n_removed} removed since" if kept.n_removed else "", Style.DIM),
        Segment(f"named: {one_line(kept.name)}" if kept.name else ""),
        Segment(f"{PINNED} pinned" if kept.pinned else ""),
    ]
    lines += fields(known, width)
    if fixed:
        lines += paragraph([Segment(f"It cannot be deleted: {one_line(fixed)}.", Style.DIM)], width)
    return lines


def _result(kept: KeptReport) -> str:
    return signed(Verdict(kept.verdict)) if kept.verdict in set(Verdict) else ""
