"""The summary in a report's JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import msgspec
from msgspec import Meta

from edgerag.domain.points import Family, Ground, Party, Point, PointKind, Saying, Summary, Trust
from edgerag.domain.reports import Report
from edgerag.present.json.texts import known
from edgerag.present.summary import point_sentence


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


def summary_out(report: Report) -> SummaryJson:
    """Make the record of a report's summary."""
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


def summary_in(summary: SummaryJson, n_citations: Mapping[str, int]) -> Summary:
    """Rebuild a summary from its record.

    Args:
        summary: the record.
        n_citations: of each handbook that was asked, by its id.

    Raises:
        ValueError: it names what nobody said.
    """
    return Summary(
        points=tuple(_point_in(point, n_citations) for point in summary.points),
        families=tuple(
            Family(tuple(known(book, n_citations) for book in one.handbooks), one.is_one_work)
            for one in summary.families
        ),
    )


def _point_in(point: PointJson, n_citations: Mapping[str, int]) -> Point:
    parties = (
        Party(tuple(_saying_in(one, n_citations) for one in party.sayings), party.families)
        for party in point.parties
    )
    newest = tuple(known(book, n_citations) for book in point.newest)
    trust = _trust_in(point.trust, len(point.parties)) if point.trust else None
    return Point(point.kind, tuple(parties), point.topic, newest, trust)


def _trust_in(trust: TrustJson, n_parties: int) -> Trust:
    if not 0 <= trust.party < n_parties:
        raise ValueError(f"the summary trusts party {trust.party} of {n_parties}")
    return Trust(trust.party, trust.confidence, tuple(trust.grounds), trust.voices, trust.of_voices)


def _saying_in(saying: SayingJson, n_citations: Mapping[str, int]) -> Saying:
    book = known(saying.handbook, n_citations)
    if saying.citation is not None and not 0 <= saying.citation < n_citations[book]:
        raise ValueError(f"the summary cites what handbook {book} does not quote")
    return Saying(book, saying.words, saying.citation)
