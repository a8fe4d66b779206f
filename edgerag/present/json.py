"""Reports as JSON, schema `edgerag.report/2`: for other programs, and for opening a stored report again.

The records below are the schema: decoding checks every field, and `report.schema.json` beside
this module is what `json_schema` derives from them. Within a version fields are only ever added.
Version 2 has the summary, and of each pair the words that decided; reports of version 1 are still read.
Left out on purpose: `source_path`, which would carry the folders of one machine into a report
that must be the same on every machine.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Annotated

import msgspec
from msgspec import Meta

from edgerag.domain.answers import Answer, AnswerMode, Citation, Status
from edgerag.domain.corrections import Correction
from edgerag.domain.evidence import EvidenceMode, RetrievalTrace
from edgerag.domain.handbooks import Handbook, Metadata, Origin, Stated
from edgerag.domain.ids import HandbookId, SectionId
from edgerag.domain.notes import Note
from edgerag.domain.notices import Concern, Notice, Part, Sort, Spelling, Understood
from edgerag.domain.points import Family, Ground, Party, Point, PointKind, Saying, Summary, Trust
from edgerag.domain.reports import (
    Counts,
    Judgement,
    Label,
    Layer,
    Mark,
    NewerEdition,
    Report,
    Significance,
    Verdict,
    counts_of,
)
from edgerag.domain.together import Excerpt, Together
from edgerag.errors import StoreError
from edgerag.present.summary import point_sentence
from edgerag.present.together import warnings
from edgerag.present.wording import to_read

SCHEMA = "edgerag.report/2"
EARLIER_SCHEMA = "edgerag.report/1"


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
    collection: Annotated[
        str, Meta(description="guideline, formulary, ... or a keeper's own; empty if unknown.")
    ]
    authority: str
    origins: OriginsJson
    sha256: Annotated[str, Meta(description="Of the file's bytes.")]
    file_name: str
    media_type: Annotated[str, Meta(description="pdf, docx, html, markdown, text, csv, xlsx, json or xml.")]
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
    table: Annotated[
        str, Meta(description="The table of which it quotes rows, verbatim from the page; else empty.")
    ] = ""
    is_elsewhere: Annotated[
        bool, Meta(description="Of another place that speaks of it too: shown, and not compared.")
    ] = False


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
        dict[str, float], Meta(description="Relevance, utility, place of what is quoted first, 0 to 1.")
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
    to_read: Annotated[
        str, Meta(description="Of a pair that is not checked, the two places to read; else empty.")
    ] = ""
    words_a: Annotated[str, Meta(description="What `a` says that decided; empty if not one place.")] = ""
    words_b: str = ""


class SayingJson(msgspec.Struct, frozen=True):
    """What one handbook says on a point."""

    handbook: Annotated[str, Meta(description="Handbook id.")]
    words: Annotated[str, Meta(description="Verbatim from the citation; empty if it stands as a whole.")]
    citation: Annotated[
        int | None, Meta(description="Which of the answer's citations, 0 for the first; null if it has none.")
    ]


class PartyJson(msgspec.Struct, frozen=True):
    """Handbooks that are together on a point."""

    sayings: list[SayingJson]
    families: Annotated[int, Meta(description="How many voices these handbooks are.")]


class TrustJson(msgspec.Struct, frozen=True):
    """Which party is borne out best; no proof that it is right."""

    party: Annotated[int, Meta(description="Its place in `parties`, 0 for the first.")]
    confidence: Annotated[float, Meta(description="Share of the weight; no probability of being right.")]
    grounds: list[Ground]
    voices: Annotated[int, Meta(description="Voices in it; older editions beside the newest have none.")]
    of_voices: int


class PointJson(msgspec.Struct, frozen=True):
    """One thing that the report comes to, true of every two of its handbooks."""

    kind: PointKind
    topic: str
    sentence: Annotated[str, Meta(description="The point for a person.")]
    parties: list[PartyJson]
    newest: Annotated[list[str], Meta(description="Newest editions of works whose editions are parted.")]
    trust: Annotated[
        TrustJson | None, Meta(description="null if no party is borne out clearly better than the others.")
    ] = None


class FamilyJson(msgspec.Struct, frozen=True):
    """Handbooks that count as one voice."""

    handbooks: list[str]
    is_one_work: Annotated[bool, Meta(description="Editions of one work; else books of one institution.")]


class SummaryJson(msgspec.Struct, frozen=True):
    """What the report comes to."""

    points: list[PointJson] = []
    families: list[FamilyJson] = []


class CountsJson(msgspec.Struct, frozen=True):
    """What the verdict counts."""

    agree: Annotated[int, Meta(description="Pairs that are CONSISTENT or COMPLEMENTARY.")]
    differ: Annotated[int, Meta(description="Pairs that are DIVERGENT or CONTRADICTORY.")]
    not_checked: Annotated[int, Meta(description="Pairs that are NOT CHECKED.")]
    answered: Annotated[int, Meta(description="Handbooks, as are the following.")]
    uncertain: int
    not_addressed: int
    failed: int


class MarkJson(msgspec.Struct, frozen=True):
    """A reader's word against the relation of a pair."""

    a: Annotated[str, Meta(description="Handbook id, as in the pair.")]
    b: Annotated[str, Meta(description="Handbook id, as in the pair.")]
    right_label: Annotated[Label | None, Meta(description="null if the reader did not say what is right.")]
    note: str


class NoteJson(msgspec.Struct, frozen=True):
    """What a reader noted, in their own words, on an answer or on a page that is cited."""

    handbook: str
    title: str
    sha256: str
    place: str
    note: Annotated[str, Meta(description="Empty if the place is only bookmarked.")]
    page: Annotated[int | None, Meta(description="Ordinal of the page; null of an answer.")]
    made_at: Annotated[str, Meta(description="UTC.")]


class NoticeJson(msgspec.Struct, frozen=True):
    """What a reader must know of the way from the question to the answers."""

    concern: Concern
    sentence: str


class PartJson(msgspec.Struct, frozen=True):
    """One part of what was made of the question."""

    sort: Sort
    words: str


class SpellingJson(msgspec.Struct, frozen=True):
    """A word that neither library nor lexicon has."""

    written: str
    searched: str
    offered: list[str]


class CorrectionJson(msgspec.Struct, frozen=True):
    """What a person changed in how the question was understood."""

    as_typed: Annotated[bool, Meta(description="No spelling corrected, nothing condensed.")] = False
    spellings: Annotated[list[tuple[str, str]], Meta(description="Words, and what to search for each.")] = []
    parts: Annotated[
        list[tuple[str, str]], Meta(description="Names and people, and what is meant; empty if not that.")
    ] = []
    asked_for: Annotated[str, Meta(description="The kind of answer that is wanted.")] = ""


class NewerEditionJson(msgspec.Struct, frozen=True):
    """A handbook that is not the newest of its work in the library."""

    handbook: Annotated[str, Meta(description="Id of the one that was asked.")]
    newer: Annotated[str, Meta(description="Id of the newest.")]
    edition: Annotated[str, Meta(description="Of the newest.")]


class ExcerptJson(msgspec.Struct, frozen=True):
    """The statement of one handbook that answers best, with what completes it."""

    handbook: Annotated[str, Meta(description="Handbook id.")]
    citations: list[CitationJson]


class TogetherJson(msgspec.Struct, frozen=True):
    """What the handbooks say together."""

    excerpts: Annotated[list[ExcerptJson], Meta(description="The likeliest to answer first.")]
    named: Annotated[list[str], Meta(description="Collections that the question names.")]
    silent: Annotated[list[str], Meta(description="Those of which none is known to answer.")]
    left_out: Annotated[list[str], Meta(description="Ids of handbooks that answer and are not quoted.")]
    warnings: Annotated[list[str], Meta(description="Which of those quoted cannot both be followed.")] = []


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
        question=_encodable(report.question),
        verdict=report.verdict,
        answers=[_answer_out(answer) for answer in report.answers],
        pairs=[_pair_out(report, pair) for pair in report.pairs],
        versions=dict(sorted(report.versions.items())),
        understood=_encodable(report.understood.line),
        notices=[NoticeJson(one.concern, _encodable(one.sentence)) for one in report.understood.notices],
        counts=_counts_out(counts_of(report)),
        understood_parts=[PartJson(one.sort, _encodable(one.words)) for one in report.understood.parts],
        spellings=[
            SpellingJson(_encodable(one.written), one.searched, list(one.offered))
            for one in report.understood.spellings
        ],
        correction=_correction_out(report.understood.correction),
        marks=[MarkJson(one.a, one.b, one.right, _encodable(one.note)) for one in report.marks],
        removed=list(report.removed),
        summary=_summary_out(report),
        notes=[
            NoteJson(one.handbook, one.title, one.sha256, one.place, one.note, one.page, one.made_at)
            for one in report.notes
        ],
        searched=_encodable(report.understood.searched),
        newer_editions=[
            NewerEditionJson(one.handbook, one.newer, one.edition) for one in report.newer_editions
        ],
        together=_together_out(report, report.together) if report.together else None,
    )


def _together_out(report: Report, quoted: Together) -> TogetherJson:
    return TogetherJson(
        excerpts=[
            ExcerptJson(one.handbook, [_citation_out(citation) for citation in one.citations])
            for one in quoted.excerpts
        ],
        named=list(quoted.named),
        silent=list(quoted.silent),
        left_out=list(quoted.left_out),
        warnings=warnings(report, quoted),
    )


def _summary_out(report: Report) -> SummaryJson:
    return SummaryJson(
        points=[_point_out(report, point) for point in report.summary.points],
        families=[FamilyJson(list(one.handbooks), one.is_one_work) for one in report.summary.families],
    )


def _point_out(report: Report, point: Point) -> PointJson:
    return PointJson(
        kind=point.kind,
        topic=point.topic,
        sentence=point_sentence(report, point),
        parties=[
            PartyJson(
                [SayingJson(one.handbook, one.words, one.citation) for one in party.sayings], party.n_families
            )
            for party in point.parties
        ],
        newest=list(point.newest),
        trust=_trust_out(point.trust) if point.trust else None,
    )


def _trust_out(trust: Trust) -> TrustJson:
    return TrustJson(trust.party, trust.confidence, list(trust.grounds), trust.n_voices, trust.of_voices)


def _correction_out(correction: Correction) -> CorrectionJson:
    return CorrectionJson(
        as_typed=correction.is_as_typed,
        spellings=list(correction.spellings),
        parts=list(correction.parts),
        asked_for=correction.asked_for,
    )


def _counts_out(counts: Counts) -> CountsJson:
    return CountsJson(
        agree=counts.n_agree,
        differ=counts.n_differ,
        not_checked=counts.n_unchecked,
        answered=counts.n_answered,
        uncertain=counts.n_uncertain,
        not_addressed=counts.n_silent,
        failed=counts.n_failed,
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
        table=citation.table,
        is_elsewhere=citation.is_elsewhere,
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
        turn=trace.turn,
        promise=trace.promise,
        signs=trace.signs,
        views=trace.views,
    )


def _pair_out(report: Report, pair: Judgement) -> PairJson:
    return PairJson(
        a=pair.a,
        b=pair.b,
        label=pair.label,
        probability=pair.probability,
        topic=pair.topic,
        significance=pair.significance,
        reasoning=pair.reasoning,
        decided_by=pair.decided_by,
        to_read=to_read(report, pair),
        words_a=pair.words_a,
        words_b=pair.words_b,
    )


def _report_in(report: ReportJson) -> Report:
    return Report(
        question=report.question,
        verdict=report.verdict,
        answers=tuple(map(_answer_in, report.answers)),
        pairs=tuple(map(_pair_in, report.pairs)),
        versions=report.versions,
        understood=_understood_in(report),
        summary=_summary_in(report),
        marks=tuple(
            Mark(HandbookId(one.a), HandbookId(one.b), one.right_label, one.note) for one in report.marks
        ),
        notes=tuple(
            Note(
                HandbookId(one.handbook),
                one.title,
                one.sha256,
                one.place,
                one.note,
                one.page,
                made_at=one.made_at,
            )
            for one in report.notes
        ),
        removed=tuple(map(HandbookId, report.removed)),
        newer_editions=tuple(
            NewerEdition(HandbookId(one.handbook), HandbookId(one.newer), one.edition)
            for one in report.newer_editions
        ),
        together=_together_in(report, report.together) if report.together else None,
    )


def _together_in(report: ReportJson, quoted: TogetherJson) -> Together:
    asked = {answer.handbook.id: len(answer.citations) for answer in report.answers}
    return Together(
        excerpts=tuple(
            Excerpt(_known(one.handbook, asked), tuple(map(_citation_in, one.citations)))
            for one in quoted.excerpts
        ),
        named=tuple(quoted.named),
        silent=tuple(quoted.silent),
        left_out=tuple(_known(book, asked) for book in quoted.left_out),
    )


def _summary_in(report: ReportJson) -> Summary:
    n_citations = {answer.handbook.id: len(answer.citations) for answer in report.answers}
    return Summary(
        points=tuple(_point_in(point, n_citations) for point in report.summary.points),
        families=tuple(
            Family(tuple(_known(book, n_citations) for book in one.handbooks), one.is_one_work)
            for one in report.summary.families
        ),
    )


def _point_in(point: PointJson, n_citations: Mapping[str, int]) -> Point:
    parties = (
        Party(tuple(_saying_in(one, n_citations) for one in party.sayings), party.families)
        for party in point.parties
    )
    newest = tuple(_known(book, n_citations) for book in point.newest)
    trust = _trust_in(point.trust, len(point.parties)) if point.trust else None
    return Point(point.kind, tuple(parties), point.topic, newest, trust)


def _trust_in(trust: TrustJson, n_parties: int) -> Trust:
    if not 0 <= trust.party < n_parties:
        raise ValueError(f"the summary trusts party {trust.party} of {n_parties}")
    return Trust(trust.party, trust.confidence, tuple(trust.grounds), trust.voices, trust.of_voices)


def _saying_in(saying: SayingJson, n_citations: Mapping[str, int]) -> Saying:
    book = _known(saying.handbook, n_citations)
    if saying.citation is not None and not 0 <= saying.citation < n_citations[book]:
        raise ValueError(f"the summary cites what handbook {book} does not quote")
    return Saying(book, saying.words, saying.citation)


def _known(book: str, n_citations: Mapping[str, int]) -> HandbookId:
    if book not in n_citations:
        raise ValueError(f"the summary names handbook {book}, which was not asked")
    return HandbookId(book)


def _understood_in(report: ReportJson) -> Understood:
    corrected = report.correction
    return Understood(
        line=report.understood,
        notices=tuple(Notice(one.concern, one.sentence) for one in report.notices),
        parts=tuple(Part(one.sort, one.words) for one in report.understood_parts),
        spellings=tuple(Spelling(one.written, one.searched, tuple(one.offered)) for one in report.spellings),
        correction=Correction(
            is_as_typed=corrected.as_typed,
            spellings=tuple(corrected.spellings),
            parts=tuple(corrected.parts),
            asked_for=corrected.asked_for,
        ),
        searched=report.searched,
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
        table=citation.table,
        is_elsewhere=citation.is_elsewhere,
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
        turn=trace.turn,
        promise=trace.promise,
        signs=trace.signs,
        views=trace.views,
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
        words_a=pair.words_a,
        words_b=pair.words_b,
    )


def _encodable(text: str) -> str:
    """Replace what the command line hands over when bytes are not UTF-8 (lone surrogates)."""
    return text.encode("utf-8", "replace").decode("utf-8")
