"""Reports as JSON, schema `edgerag.report/1`: for other programs, and for opening a stored report again.

The records below are the schema: decoding checks every field, and `report.schema.json` beside
this module is what `json_schema` derives from them. Within version 1 fields are only ever added.
Left out on purpose: `source_path`, which would carry the folders of one machine into a report
that must be the same on every machine.
"""

from __future__ import annotations

import math
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from edgerag.domain.answers import Answer, AnswerMode, Citation, Status
from edgerag.domain.evidence import EvidenceMode, RetrievalTrace
from edgerag.domain.handbooks import Handbook, Metadata, Origin, Stated
from edgerag.domain.ids import HandbookId, SectionId
from edgerag.domain.notices import Concern, Notice, Understood
from edgerag.domain.reports import Judgement, Label, Layer, Report, Significance, Verdict
from edgerag.errors import StoreError

SCHEMA = "edgerag.report/1"


class OriginsJson(msgspec.Struct, frozen=True):
    """Where each piece of a handbook's metadata came from."""

    title: Origin
    institution: Origin
    edition: Origin
    language: Origin
    collection: Origin
    authority: Origin


class HandbookJson(msgspec.Struct, frozen=True):
    """A handbook as it was when it was asked."""

    id: Annotated[str, Meta(description="The first 16 hexadecimal digits of `sha256`.")]
    title: str
    edition: Annotated[str, Meta(description="A date as exact as is known; empty if unknown.")]
    institution: str
    language: Annotated[str, Meta(description="ISO 639-1.")]
    collection: str
    authority: str
    origins: OriginsJson
    sha256: Annotated[str, Meta(description="Of the file's bytes.")]
    file_name: str
    media_type: Annotated[str, Meta(description="pdf, docx, html, markdown or text.")]
    n_pages: int
    n_sections: int
    n_chunks: int
    n_chars: int
    problems: list[str]


class CitationJson(msgspec.Struct, frozen=True):
    """A verbatim span of one stored page."""

    section: Annotated[str, Meta(description='Headings from the top down, joined by " > ".')]
    page: Annotated[int | None, Meta(description="The page to turn to; null where there are no pages.")]
    quote: str
    start: Annotated[int, Meta(description="First character of the quote in the stored page's text.")]
    end: int
    page_ordinal: Annotated[int, Meta(description="Which stored page, 1 for the first.")]
    section_id: Annotated[
        str, Meta(description="A 63-bit number, in decimal digits because JSON readers round.")
    ]


class TraceJson(msgspec.Struct, frozen=True):
    """How the evidence was found."""

    mode: EvidenceMode
    n_candidates: Annotated[int, Meta(description="Chunks that the first stage proposed.")]
    n_reranked: Annotated[int, Meta(description="Chunks that the cross-encoder scored.")]
    best_score: Annotated[
        float | None, Meta(description="The best cross-encoder logit; null if it scored none.")
    ]
    relevance: Annotated[float, Meta(description="Probability that the handbook addresses the question.")]
    sections: Annotated[list[str], Meta(description="Headings looked at, best first.")]
    first_stage: Annotated[dict[str, int], Meta(description="Chunks proposed by each retriever.")]
    best_page: Annotated[int | None, Meta(description="The page of the best chunk.")] = None


class AnswerJson(msgspec.Struct, frozen=True):
    """What one handbook says."""

    handbook: HandbookJson
    status: Status
    text: Annotated[str, Meta(description="Plain text; empty unless answered.")]
    mode: AnswerMode
    citations: list[CitationJson]
    trace: TraceJson
    note: Annotated[str, Meta(description="What a reader must know about how the text was made.")] = ""


class PairJson(msgspec.Struct, frozen=True):
    """How two handbooks' answers relate."""

    a: Annotated[str, Meta(description="Handbook id.")]
    b: Annotated[str, Meta(description="Handbook id.")]
    label: Label
    probability: Annotated[float, Meta(description="The judge's confidence in the label.")]
    topic: str
    significance: Annotated[Significance | None, Meta(description="null unless the label is a conflict.")]
    reasoning: str
    decided_by: Layer


class NoticeJson(msgspec.Struct, frozen=True):
    """What a reader must know of the way from the question to the answers."""

    concern: Concern
    sentence: str


class ReportJson(msgspec.Struct, frozen=True):
    """The report on one question."""

    schema: Literal["edgerag.report/1"]
    question: str
    verdict: Verdict
    answers: list[AnswerJson]
    pairs: list[PairJson]
    versions: Annotated[dict[str, str], Meta(description="Program, models and prompt.")]
    understood: Annotated[str, Meta(description="What was made of the question; empty if nothing was.")] = ""
    notices: Annotated[list[NoticeJson], Meta(description="What to know before reading the answers.")] = []


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
        return _report_in(msgspec.json.decode(encoded, type=ReportJson))
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise StoreError(f"not a report of schema {SCHEMA}: {error}") from error


def json_schema() -> bytes:
    """Give the JSON Schema (draft 2020-12) that every report satisfies: what `report.schema.json` holds."""
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": SCHEMA}
    encoded = msgspec.json.encode(schema | msgspec.json.schema(ReportJson), order="sorted")
    return msgspec.json.format(encoded, indent=2) + b"\n"


def _report_out(report: Report) -> ReportJson:
    return ReportJson(
        schema="edgerag.report/1",
        question=_encodable(report.question),
        verdict=report.verdict,
        answers=[_answer_out(answer) for answer in report.answers],
        pairs=[_pair_out(pair) for pair in report.pairs],
        versions=dict(sorted(report.versions.items())),
        understood=_encodable(report.understood.line),
        notices=[NoticeJson(one.concern, _encodable(one.sentence)) for one in report.understood.notices],
    )


def _answer_out(answer: Answer) -> AnswerJson:
    return AnswerJson(
        handbook=_handbook_out(answer.handbook),
        status=answer.status,
        text=answer.text,
        mode=answer.mode,
        citations=[_citation_out(citation) for citation in answer.citations],
        trace=_trace_out(answer.trace),
        note=answer.note,
    )


def _handbook_out(handbook: Handbook) -> HandbookJson:
    metadata = handbook.metadata
    return HandbookJson(
        id=handbook.id,
        title=metadata.title.value,
        edition=metadata.edition.value,
        institution=metadata.institution.value,
        language=metadata.language.value,
        collection=metadata.collection.value,
        authority=metadata.authority.value,
        origins=OriginsJson(
            title=metadata.title.origin,
            institution=metadata.institution.origin,
            edition=metadata.edition.origin,
            language=metadata.language.origin,
            collection=metadata.collection.origin,
            authority=metadata.authority.origin,
        ),
        sha256=handbook.sha256,
        file_name=_encodable(handbook.file_name),
        media_type=handbook.media_type,
        n_pages=handbook.n_pages,
        n_sections=handbook.n_sections,
        n_chunks=handbook.n_chunks,
        n_chars=handbook.n_chars,
        problems=list(handbook.problems),
    )


def _citation_out(citation: Citation) -> CitationJson:
    return CitationJson(
        section=citation.section,
        page=citation.page,
        quote=citation.quote,
        start=citation.start,
        end=citation.end,
        page_ordinal=citation.page_ordinal,
        section_id=str(citation.section_id),
    )


def _trace_out(trace: RetrievalTrace) -> TraceJson:
    return TraceJson(
        mode=trace.mode,
        n_candidates=trace.n_candidates,
        n_reranked=trace.n_reranked,
        best_score=trace.best_score if math.isfinite(trace.best_score) else None,
        relevance=trace.relevance,
        sections=list(trace.sections),
        first_stage=dict(sorted(trace.first_stage.items())),
        best_page=trace.best_page,
    )


def _pair_out(pair: Judgement) -> PairJson:
    return PairJson(
        a=pair.a,
        b=pair.b,
        label=pair.label,
        probability=pair.probability,
        topic=pair.topic,
        significance=pair.significance,
        reasoning=pair.reasoning,
        decided_by=pair.decided_by,
    )


def _report_in(report: ReportJson) -> Report:
    return Report(
        question=report.question,
        verdict=report.verdict,
        answers=tuple(map(_answer_in, report.answers)),
        pairs=tuple(map(_pair_in, report.pairs)),
        versions=report.versions,
        understood=Understood(
            report.understood, tuple(Notice(one.concern, one.sentence) for one in report.notices)
        ),
    )


def _answer_in(answer: AnswerJson) -> Answer:
    return Answer(
        handbook=_handbook_in(answer.handbook),
        status=answer.status,
        text=answer.text,
        mode=answer.mode,
        citations=tuple(map(_citation_in, answer.citations)),
        trace=_trace_in(answer.trace),
        note=answer.note,
    )


def _handbook_in(handbook: HandbookJson) -> Handbook:
    origins = handbook.origins
    metadata = Metadata(
        title=Stated(handbook.title, origins.title),
        institution=Stated(handbook.institution, origins.institution),
        edition=Stated(handbook.edition, origins.edition),
        language=Stated(handbook.language, origins.language),
        collection=Stated(handbook.collection, origins.collection),
        authority=Stated(handbook.authority, origins.authority),
    )
    return Handbook(
        id=HandbookId(handbook.id),
        sha256=handbook.sha256,
        file_name=handbook.file_name,
        source_path="",
        media_type=handbook.media_type,
        metadata=metadata,
        n_pages=handbook.n_pages,
        n_sections=handbook.n_sections,
        n_chunks=handbook.n_chunks,
        n_chars=handbook.n_chars,
        problems=tuple(handbook.problems),
    )


def _citation_in(citation: CitationJson) -> Citation:
    return Citation(
        section_id=SectionId(int(citation.section_id)),
        section=citation.section,
        page=citation.page,
        page_ordinal=citation.page_ordinal,
        quote=citation.quote,
        start=citation.start,
        end=citation.end,
    )


def _trace_in(trace: TraceJson) -> RetrievalTrace:
    return RetrievalTrace(
        mode=trace.mode,
        n_candidates=trace.n_candidates,
        n_reranked=trace.n_reranked,
        best_score=-math.inf if trace.best_score is None else trace.best_score,
        relevance=trace.relevance,
        sections=tuple(trace.sections),
        first_stage=trace.first_stage,
        best_page=trace.best_page,
    )


def _pair_in(pair: PairJson) -> Judgement:
    return Judgement(
        a=HandbookId(pair.a),
        b=HandbookId(pair.b),
        label=pair.label,
        probability=pair.probability,
        topic=pair.topic,
        significance=pair.significance,
        reasoning=pair.reasoning,
        decided_by=pair.decided_by,
    )


def _encodable(text: str) -> str:
    """Replace what the command line hands over when bytes are not UTF-8 (lone surrogates)."""
    return text.encode("utf-8", "replace").decode("utf-8")
