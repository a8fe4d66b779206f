"""The question before: what another question may go on from."""

from __future__ import annotations

from dataclasses import dataclass

from edgerag.domain.corrections import Instead
from edgerag.domain.reports import Report


@dataclass(frozen=True, slots=True)
class Before:
    """A question that was asked before, with all that was carried into it."""

    text: str
    """As it was searched."""
    left_out: Instead = ()
    """Names and people that a person said are not meant in it."""
    number: int | None = None
    """Its number in the history; None if it is not kept."""
    is_meant: bool = False
    """Whether a person says that the question goes on from it; else only one that cannot stand alone does."""


def before_of(report: Report, number: int | None = None, *, is_meant: bool = False) -> Before:
    """Give the question of a report as one that another goes on from."""
    understood = report.understood
    left_out = tuple((heard, meant) for heard, meant in understood.correction.parts if not meant)
    return Before(understood.searched or report.question, left_out, number, is_meant)
