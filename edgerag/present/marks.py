"""Marked pairs for whoever makes the next version: one JSON object a line, schema `edgerag.mark/1`.

Each line holds what the judge saw and said, and what a reader says: the question, both sides with their
quotations, the label that was given and why, the right label if the reader named one, and a note. Nothing
else of the library is in it. Within version 1 fields are only ever added.

    {"schema": "edgerag.mark/1", "question": "...", "label": "DIVERGENT", "right_label": "CONSISTENT",
     "note": "", "topic": "...", "reasoning": "...", "decided_by": "typed comparison",
     "a": {"handbook": "0123456789abcdef", "title": "...", "edition": "2013", "status": "answered",
           "text": "...", "quotations": [{"page": 16, "section": "...", "quote": "..."}]},
     "b": {...}, "versions": {"program": "..."}}
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from edgerag.domain.answers import Answer, Status
from edgerag.domain.reports import Judgement, Label, Layer, Mark, Report
from edgerag.present.wording import name

COLUMNS = ("handbooks", "verdict", "right", "note")


class QuotationJson(msgspec.Struct, frozen=True):
    """What was quoted, and where it stands."""

    page: int | None
    section: str
    quote: str


class SideJson(msgspec.Struct, frozen=True):
    """One of the two answers."""

    handbook: str
    title: str
    edition: str
    status: Status
    text: str
    quotations: list[QuotationJson]


class MarkedPairJson(msgspec.Struct, frozen=True):
    """A pair that a reader holds to be judged wrongly."""

    schema: Literal["edgerag.mark/1"]
    question: str
    label: Label
    right_label: Label | None
    note: str
    topic: str
    reasoning: str
    decided_by: Layer
    a: SideJson
    b: SideJson
    versions: dict[str, str]


def mark_lines(report: Report) -> bytes:
    """Encode the marked pairs of a report as UTF-8, each in a line of its own."""
    lines = (msgspec.json.encode(_out(report, pair, mark)) for pair, mark in _marked(report))
    return b"".join(line + b"\n" for line in lines)


def mark_rows(report: Report) -> list[tuple[str, str, str, str]]:
    """Give each marked pair's cells, in the order of `COLUMNS`."""
    names = {answer.handbook.id: name(answer.handbook) for answer in report.answers}
    return [
        (
            f"{names[pair.a]} x {names[pair.b]}",
            pair.label.value,
            mark.right.value if mark.right else "",
            mark.note,
        )
        for pair, mark in _marked(report)
    ]


def _marked(report: Report) -> Iterator[tuple[Judgement, Mark]]:
    for pair in report.pairs:
        if mark := report.mark(pair):
            yield pair, mark


def _out(report: Report, pair: Judgement, mark: Mark) -> MarkedPairJson:
    answers = {answer.handbook.id: answer for answer in report.answers}
    return MarkedPairJson(
        schema="edgerag.mark/1",
        question=report.question,
        label=pair.label,
        right_label=mark.right,
        note=mark.note,
        topic=pair.topic,
        reasoning=pair.reasoning,
        decided_by=pair.decided_by,
        a=_side(answers[pair.a]),
        b=_side(answers[pair.b]),
        versions=dict(sorted(report.versions.items())),
    )


def _side(answer: Answer) -> SideJson:
    book = answer.handbook
    return SideJson(
        handbook=book.id,
        title=book.title,
        edition=book.metadata.edition.value,
        status=answer.status,
        text=answer.text,
        quotations=[QuotationJson(one.page, one.section, one.quote) for one in answer.citations],
    )
