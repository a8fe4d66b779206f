"""Reports as JSON, schema `edgerag.report/2`: for other programs, and for opening a stored report again.

The records of this package are the schema: decoding checks every field, and `report.schema.json` of
`edgerag.present` is what `json_schema` derives from them. Within a version fields are only ever added.
Version 2 has the summary, and of each pair the words that decided; reports of version 1 are still read.
Left out on purpose: `source_path`, which would carry the folders of one machine into a report
that must be the same on every machine.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from edgerag.domain.ids import HandbookId
from edgerag.domain.notices import Understood
from edgerag.domain.reports import NewerEdition, Report, Verdict, counts_of
from edgerag.errors import StoreError
from edgerag.present.json.answers import AnswerJson, answer_in, answer_out
from edgerag.present.json.notes import NoteJson, note_in, note_out
from edgerag.present.json.pairs import (
    CountsJson,
    MarkJson,
    PairJson,
    counts_out,
    mark_in,
    mark_out,
    pair_in,
    pair_out,
)
from edgerag.present.json.summary import SummaryJson, summary_in, summary_out
from edgerag.present.json.texts import encodable
from edgerag.present.json.together import TogetherJson, together_in, together_out
from edgerag.present.json.understood import (
    CorrectionJson,
    NoticeJson,
    PartJson,
    SpellingJson,
    correction_in,
    correction_out,
    notices_in,
    notices_out,
    parts_in,
    parts_out,
    spellings_in,
    spellings_out,
)

SCHEMA = "edgerag.report/2"
EARLIER_SCHEMA = "edgerag.report/1"


class NewerEditionJson(msgspec.Struct, frozen=True):
    """A handbook that is not the newest of its work in the library."""

    handbook: Annotated[str, Meta(description="Id of the one that was asked.")]
    newer: Annotated[str, Meta(description="Id of the newest.")]
    edition: Annotated[str, Meta(description="Of the newest.")]


class ReportJson(msgspec.Struct, frozen=True, tag_field="schema", tag=SCHEMA):
    """The report on one question."""

    question: str
    verdict: Verdict
    answers: list[AnswerJson]
    pairs: list[PairJson]
    versions: Annotated[dict[str, str], Meta(description="Program, models and prompt.")]
    understood: Annotated[str, Meta(description="What was made of the question; empty if nothing was.")] = ""
    notices: Annotated[list[NoticeJson], Meta(description="What to know before reading the answers.")] = []
    counts: Annotated[CountsJson | None, Meta(description="null in reports of older programs.")] = None
    understood_parts: Annotated[list[PartJson], Meta(description="The parts of `understood`.")] = []
    spellings: list[SpellingJson] = []
    correction: CorrectionJson = CorrectionJson()
    marks: Annotated[list[MarkJson], Meta(description="Pairs that readers hold to be judged wrongly.")] = []
    removed: Annotated[list[str], Meta(description="Ids of handbooks that left the library since.")] = []
    summary: SummaryJson = SummaryJson()
    notes: Annotated[list[NoteJson], Meta(description="Notes of readers; no part of any quotation.")] = []
    searched: Annotated[str, Meta(description="The question as searched; empty if as it was typed.")] = ""
    newer_editions: Annotated[
        list[NewerEditionJson], Meta(description="Handbooks that had aged when this was written.")
    ] = []
    together: Annotated[TogetherJson | None, Meta(description="null if it was not asked for.")] = None


class EarlierReportJson(ReportJson, frozen=True, tag_field="schema", tag=EARLIER_SCHEMA):
    """A report of the first version, which has no summary."""


def report_json(report: Report, *, indent: int = 0) -> bytes:
    """Encode a report as UTF-8 JSON; the same report always gives the same bytes.

    Args:
        report: what to encode.
        indent: spaces per level for a person to read; 0 puts everything on one line.
    """
    encoded = msgspec.json.encode(_report_out(report))
    return msgspec.json.format(encoded, indent=indent) if indent else encoded


def report_from_json(encoded: bytes | str) -> Report:
    """Rebuild a report; its handbooks have no `source_path`.

    Raises:
        StoreError: this is not a report of this schema.
    """
    try:
        return _report_in(msgspec.json.decode(encoded, type=ReportJson | EarlierReportJson))
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise StoreError(f"not a report of schema {SCHEMA}: {error}") from error


def json_schema() -> bytes:
    """Give the JSON Schema (draft 2020-12) that every report satisfies: what `report.schema.json` holds."""
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": SCHEMA}
    encoded = msgspec.json.encode(schema | msgspec.json.schema(ReportJson), order="sorted")
    return msgspec.json.format(encoded, indent=2) + b"\n"


def _report_out(report: Report) -> ReportJson:
    return ReportJson(
        question=encodable(report.question),
        verdict=report.verdict,
        answers=[answer_out(answer) for answer in report.answers],
        pairs=[pair_out(report, pair) for pair in report.pairs],
        versions=dict(sorted(report.versions.items())),
        understood=encodable(report.understood.line),
        notices=notices_out(report.understood),
        counts=counts_out(counts_of(report)),
        understood_parts=parts_out(report.understood),
        spellings=spellings_out(report.understood),
        correction=correction_out(report.understood.correction),
        marks=[mark_out(mark) for mark in report.marks],
        removed=list(report.removed),
        summary=summary_out(report),
        notes=[note_out(note) for note in report.notes],
        searched=encodable(report.understood.searched),
        newer_editions=[
            NewerEditionJson(one.handbook, one.newer, one.edition) for one in report.newer_editions
        ],
        together=together_out(report, report.together) if report.together else None,
    )


def _report_in(report: ReportJson) -> Report:
    n_citations = {answer.handbook.id: len(answer.citations) for answer in report.answers}
    return Report(
        question=report.question,
        verdict=report.verdict,
        answers=tuple(map(answer_in, report.answers)),
        pairs=tuple(map(pair_in, report.pairs)),
        versions=report.versions,
        understood=Understood(
            line=report.understood,
            notices=notices_in(report.notices),
            parts=parts_in(report.understood_parts),
            spellings=spellings_in(report.spellings),
            correction=correction_in(report.correction),
            searched=report.searched,
        ),
        summary=summary_in(report.summary, n_citations),
        marks=tuple(map(mark_in, report.marks)),
        notes=tuple(map(note_in, report.notes)),
        removed=tuple(map(HandbookId, report.removed)),
        newer_editions=tuple(
            NewerEdition(HandbookId(one.handbook), HandbookId(one.newer), one.edition)
            for one in report.newer_editions
        ),
        together=together_in(report.together, n_citations) if report.together else None,
    )
