"""An answer in a report's JSON: what one handbook says, where, and how it was found."""

from __future__ import annotations

import math
from typing import Annotated

import msgspec
from msgspec import Meta, structs

from edgerag.domain.answers import Answer, AnswerMode, Citation, Status
from edgerag.domain.evidence import EvidenceMode, RetrievalTrace
from edgerag.domain.ids import SectionId
from edgerag.present.json.handbooks import HandbookJson, handbook_in, handbook_out


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
    table: Annotated[
        str, Meta(description="The table of which it quotes rows, verbatim from the page; else empty.")
    ] = ""
    is_elsewhere: Annotated[
        bool, Meta(description="Of another place that speaks of it too: shown, and not compared.")
    ] = False
    head: Annotated[
        str, Meta(description="What it stands under, verbatim, where something lies between; else empty.")
    ] = ""


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
    turn: Annotated[int, Meta(description="1 for the handbook that was read first; 0 if not known.")] = 0
    promise: Annotated[float, Meta(description="The first stage's best score in it, 0 to 1.")] = 0.0
    signs: Annotated[
        dict[str, float], Meta(description="What each sign adds to the log odds of the relevance.")
    ] = {}
    views: Annotated[
        dict[str, float],
        Meta(
            description="Relevance, utility and place of what is quoted first, and answer: "
            "how probable it is that the quotations answer; 0 to 1."
        ),
    ] = {}


class AnswerJson(msgspec.Struct, frozen=True):
    """What one handbook says."""

    handbook: HandbookJson
    status: Status
    text: Annotated[str, Meta(description="Plain text; empty unless answered.")]
    mode: AnswerMode
    citations: list[CitationJson]
    trace: TraceJson
    note: Annotated[str, Meta(description="What a reader must know about how the text was made.")] = ""


def answer_out(answer: Answer) -> AnswerJson:
    """Make the record of an answer."""
    return AnswerJson(
        handbook=handbook_out(answer.handbook),
        status=answer.status,
        text=answer.text,
        mode=answer.mode,
        citations=[citation_out(citation) for citation in answer.citations],
        trace=_trace_out(answer.trace),
        note=answer.note,
    )


def citation_out(citation: Citation) -> CitationJson:
    """Make the record of a citation."""
    return CitationJson(
        section=citation.section,
        page=citation.page,
        quote=citation.quote,
        start=citation.start,
        end=citation.end,
        page_ordinal=citation.page_ordinal,
        section_id=str(citation.section_id),
        table=citation.table,
        is_elsewhere=citation.is_elsewhere,
        head=citation.head,
    )


def _trace_out(trace: RetrievalTrace) -> TraceJson:
    score = trace.best_score if math.isfinite(trace.best_score) else None
    by_name = dict(sorted(trace.first_stage.items()))
    told = msgspec.convert(trace, TraceJson, from_attributes=True)
    return structs.replace(told, best_score=score, first_stage=by_name)


def answer_in(answer: AnswerJson) -> Answer:
    """Rebuild an answer from its record."""
    return Answer(
        handbook=handbook_in(answer.handbook),
        status=answer.status,
        text=answer.text,
        mode=answer.mode,
        citations=tuple(map(citation_in, answer.citations)),
        trace=_trace_in(answer.trace),
        note=answer.note,
    )


def citation_in(citation: CitationJson) -> Citation:
    """Rebuild a citation from its record.

    Raises:
        ValueError: its section is no number.
    """
    return Citation(
        section_id=SectionId(int(citation.section_id)),
        section=citation.section,
        page=citation.page,
        page_ordinal=citation.page_ordinal,
        quote=citation.quote,
        start=citation.start,
        end=citation.end,
        table=citation.table,
        is_elsewhere=citation.is_elsewhere,
        head=citation.head,
    )


def _trace_in(told: TraceJson) -> RetrievalTrace:
    score = -math.inf if told.best_score is None else told.best_score
    return msgspec.convert(structs.replace(told, best_score=score), RetrievalTrace, from_attributes=True)
