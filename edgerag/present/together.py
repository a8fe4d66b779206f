"""What handbooks say together, in words: who is quoted, which of them part, and who is not quoted."""

from __future__ import annotations

from typing import Final

from edgerag.domain.answers import Answer
from edgerag.domain.reports import CONFLICTS, Label, Report
from edgerag.domain.together import Together
from edgerag.present.amounts import count
from edgerag.present.inert import one_line
from edgerag.present.wording import collection, name, newer_edition

HEADING: Final = "TOGETHER"
MOST_PARTED: Final = 4
"""Pairs that are named; the report has them all."""


def subtitle(quoted: Together) -> str:
    """Say how many handbooks are quoted."""
    n = len(quoted.excerpts)
    if not n:
        return "no handbook can be quoted"
    return f"{count(n, 'handbook')}, {'each in its' if n > 1 else 'in its'} own words"


def warnings(report: Report, quoted: Together) -> list[str]:
    """Say which of the handbooks that are quoted cannot both be followed, and that some were not compared."""
    names = {answer.handbook.id: name(answer.handbook) for answer in report.answers}
    among = [pair for pair in report.pairs if {pair.a, pair.b} <= set(quoted.handbooks)]
    parted = [
        f"{names[pair.a]} x {names[pair.b]}" + (f" on {one_line(pair.topic)}" if pair.topic else "")
        for pair in among
        if pair.label in CONFLICTS
    ]
    n_open = sum(pair.label is Label.NOT_CHECKED for pair in among)
    more = len(parted) - MOST_PARTED
    named = [*parted[:MOST_PARTED], *([f"and {count(more, 'pair')} more"] if more > 0 else [])]
    said = [f"They cannot all be followed: {'; '.join(named)}."] if parted else []
    return said + ([f"Not checked: {count(n_open, 'pair')} of them."] if n_open else [])


def omissions(report: Report, quoted: Together) -> list[str]:
    """Say which collections asked about are silent, and which handbooks answer and are not quoted."""
    names = {answer.handbook.id: name(answer.handbook) for answer in report.answers}
    said = [f"No handbook known to be of this collection answers: {one_line(one)}." for one in quoted.silent]
    others = ", ".join(names[book] for book in quoted.left_out)
    return said + ([f"Also answered, and not quoted here: {others}."] if others else [])


def speaker(report: Report, answer: Answer) -> str:
    """Name a handbook that is quoted, its collection, and whether the library has a newer edition of it."""
    return " · ".join(
        filter(None, [name(answer.handbook), collection(answer.handbook), newer_edition(report, answer)])
    )
