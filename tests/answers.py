"""Answers, judged pairs and what models say of them that state no more than a test says."""

from __future__ import annotations

import math
from dataclasses import replace

from edgerag.compare.doubt import may_not_answer
from edgerag.compare.similarity import Answering
from edgerag.domain.answers import Answer, AnswerMode, Citation, Status
from edgerag.domain.evidence import EvidenceMode, RetrievalTrace
from edgerag.domain.handbooks import Handbook, Metadata, Origin, Stated
from edgerag.domain.ids import HandbookId, SectionId
from edgerag.domain.reports import CONFLICTS, Judgement, Label, Layer, Significance


def make_handbook(title: str, edition: str = "", institution: str = "") -> Handbook:
    """Make a handbook whose id is its title and edition."""

    def stated(value: str) -> Stated:
        return Stated(value, Origin.DOCUMENT)

    return Handbook(
        id=HandbookId(f"{title} {edition}".strip()),
        sha256="",
        file_name=f"{title}.pdf",
        source_path="",
        media_type="pdf",
        metadata=Metadata(
            stated(title), stated(institution), stated(edition), stated("en"), stated(""), stated("medium")
        ),
        n_pages=9,
        n_sections=1,
        n_chunks=1,
        n_chars=100,
    )


def make_answer(
    book: Handbook | str, *quotes: str, status: Status = Status.ANSWERED, relevance: float = 0.9
) -> Answer:
    """Make an answer that is its quotations, the first of them on page 1."""
    cited = tuple(
        Citation(SectionId(page), "Care", page, page, quote, 0, len(quote))
        for page, quote in enumerate(quotes, start=1)
    )
    trace = RetrievalTrace(EvidenceMode.RETRIEVED, 0, 0, 0.0, relevance, ())
    named = make_handbook(book) if isinstance(book, str) else book
    return Answer(named, status, "\n".join(quotes), AnswerMode.EXTRACTIVE, cited, trace)


def make_pair(
    a: Answer, b: Answer, label: Label, topic: str = "", words: tuple[str, str] = ("", "")
) -> Judgement:
    """Judge two answers by the typed comparison."""
    level = Significance.HIGH if label in CONFLICTS else None
    judged = Judgement(a.handbook.id, b.handbook.id, label, 0.9, topic, level, "", Layer.TYPED, *words)
    return replace(judged, is_doubtful=label in CONFLICTS and may_not_answer(a, b))


def relating(*logits: float) -> Answering:
    """Say how two texts relate as answers, from the logits of a model."""
    whole = math.log(math.fsum(map(math.exp, logits)))
    return Answering(*(logit - whole for logit in logits))
