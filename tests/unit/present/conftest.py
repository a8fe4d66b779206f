from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from itertools import combinations

import pytest

from edgerag.domain.answers import Answer, AnswerMode, Citation, Status
from edgerag.domain.evidence import EvidenceMode, RetrievalTrace
from edgerag.domain.handbooks import Handbook, Metadata, Origin, Stated
from edgerag.domain.ids import HandbookId, SectionId, handbook_id
from edgerag.domain.notices import Concern, Notice, Understood
from edgerag.domain.reports import (
    Judgement,
    Label,
    Layer,
    Mark,
    NewerEdition,
    Report,
    Significance,
    Verdict,
    verdict_of,
)
from edgerag.domain.together import Excerpt, Together
from edgerag.summarise.summarise import summarise


@dataclass(frozen=True)
class Builder:
    """Makes small reports about invented handbooks."""

    def handbook(self, title: str, edition: str = "") -> Handbook:
        def stated(value: str) -> Stated:
            return Stated(value, Origin.DOCUMENT)

        sha256 = hashlib.sha256((title + edition).encode()).hexdigest()
        return Handbook(
            id=handbook_id(sha256),
            sha256=sha256,
            file_name=f"{title}.pdf",
            source_path=f"/books/{title}.pdf",
            media_type="pdf",
            metadata=Metadata(
                stated(title), stated("Clinic"), stated(edition), stated("en"), stated(""), stated("medium")
            ),
            n_pages=9,
            n_sections=4,
            n_chunks=8,
            n_chars=4000,
            problems=("page 9 has no text layer",),
        )

    def trace(self, *sections: str, best_page: int | None = None) -> RetrievalTrace:
        best = 3.5 if sections else float("-inf")
        signs = {"logit": 0.49, "coverage": -0.5} if sections else {}
        return RetrievalTrace(
            EvidenceMode.RETRIEVED,
            20,
            len(sections),
            best,
            0.9,
            sections,
            {"dense": 20},
            best_page,
            turn=1,
            promise=0.75,
            signs=signs,
        )

    def citation(
        self, quote: str, page: int | None = 16, section: str = "Care > Emergency patient"
    ) -> Citation:
        return Citation(SectionId(2**62 + 1), section, page, page or 1, quote, 10, 10 + len(quote))

    def answered(self, handbook: Handbook, text: str, *citations: Citation, note: str = "") -> Answer:
        trace = self.trace("Emergency patient", best_page=16)
        return Answer(handbook, Status.ANSWERED, text, AnswerMode.GENERATED, citations, trace, note)

    def silent(self, handbook: Handbook, *sections: str, best_page: int | None = None) -> Answer:
        trace = self.trace(*sections, best_page=best_page)
        return Answer(handbook, Status.NOT_ADDRESSED, "", AnswerMode.EXTRACTIVE, (), trace)

    def failed(self, handbook: Handbook, why: str) -> Answer:
        return Answer(handbook, Status.FAILED, "", AnswerMode.EXTRACTIVE, (), self.trace(), why)

    def pair(self, a: Handbook, b: Handbook, label: Label, topic: str = "", reasoning: str = "") -> Judgement:
        conflict = label in (Label.DIVERGENT, Label.CONTRADICTORY)
        significance = Significance.HIGH if conflict else None
        return Judgement(a.id, b.id, label, 0.9, topic, significance, reasoning, Layer.TYPED)

    def report(self, *answers: Answer, pairs: tuple[Judgement, ...] = ()) -> Report:
        judged = {frozenset((pair.a, pair.b)) for pair in pairs}
        absent = [
            Judgement(a.handbook.id, b.handbook.id, Label.ABSENT, 1.0, "", None, "", Layer.ABSENCE)
            for a, b in combinations(answers, 2)
            if frozenset((a.handbook.id, b.handbook.id)) not in judged
            and Status.NOT_ADDRESSED in (a.status, b.status)
        ]
        every = (*pairs, *absent)
        versions = {"program": "edgerag 0.1.0", "embedder": "bge"}
        summary = summarise(answers, every)
        verdict = verdict_of(answers, every)
        return Report("What dose of adrenaline?", verdict, answers, every, versions, summary=summary)


MISSPELT = Notice(Concern.MISSPELT, "Did you mean adrenaline?")
EXPLAINED = Understood("anaphylaxis · adrenaline · dose", (MISSPELT,))
UNREAD = Understood(notices=(Notice(Concern.NOT_ENGLISH, "The question was not understood"),))


@pytest.fixture
def make() -> Builder:
    return Builder()


@pytest.fixture
def anaphylaxis(make: Builder) -> Report:
    """Two handbooks that disagree, one that agrees with the first, one silent, one broken."""
    cardinal = make.handbook("Cardinal Clinic Guide", "2013")
    harbour = make.handbook("Harbour Primary Care", "2017")
    meadow = make.handbook("Meadow Nurses' Handbook")
    silent = make.handbook("Antiretroviral Guide", "2013")
    broken = make.handbook("Torn Booklet")
    return make.report(
        make.silent(silent, "First line", "Second line", "Side effects", best_page=7),
        make.answered(meadow, "Give 1 mL.", make.citation("Give 1 mL", page=None)),
        make.failed(broken, "out of memory"),
        make.answered(
            cardinal,
            "Give 1 mL adrenaline (1:1000) IM every 5 minutes until better.",
            make.citation("1 mL (1:1000) IM every\n5 minutes until better"),
        ),
        make.answered(harbour, "Give 0.5 mL.", make.citation("0.5 mL", page=4), note="1 citation dropped"),
        pairs=(
            make.pair(meadow, cardinal, Label.CONSISTENT, reasoning="Both give 1 mL."),
            make.pair(cardinal, harbour, Label.DIVERGENT, "adrenaline dose", "1 mL vs 0.5 mL (same drug)"),
            make.pair(meadow, harbour, Label.NOT_CHECKED, reasoning="No layer could decide."),
        ),
    )


@pytest.fixture
def doubtful(make: Builder) -> Report:
    """A report in which one handbook answers, one may not, and one is silent."""
    cardinal, harbour = make.handbook("Cardinal Clinic Guide"), make.handbook("Harbour Primary Care")
    sure = make.answered(cardinal, "Give 1 mL.", make.citation("Give 1 mL"))
    unsure = make.answered(harbour, "Keep it at 8 °C.", make.citation("Keep it at 8 °C", page=12))
    silent = make.silent(make.handbook("Meadow Nurses' Handbook"))
    return make.report(sure, replace(unsure, status=Status.UNCERTAIN), silent)


@pytest.fixture
def disputed(anaphylaxis: Report) -> Report:
    """The same report, of which a reader holds the disagreement to be judged wrongly."""
    pair = anaphylaxis.pairs[1]
    return replace(anaphylaxis, marks=(Mark(pair.a, pair.b, Label.CONSISTENT, "the same dose"),))


@pytest.fixture
def taken_together(anaphylaxis: Report) -> Report:
    """The same report, which also says what the handbooks say together."""
    said = [answer for answer in anaphylaxis.answers if answer.citations]
    excerpts = tuple(Excerpt(answer.handbook.id, answer.citations) for answer in said)
    return replace(anaphylaxis, together=Together(excerpts, ("formulary",), ("formulary",)))


@pytest.fixture
def explained(anaphylaxis: Report) -> Report:
    """The same report, with how its question was understood."""
    return replace(anaphylaxis, understood=EXPLAINED)


@pytest.fixture
def unread(make: Builder) -> Report:
    """A report on a question that was not understood, and that nobody answers."""
    report = make.report(make.silent(make.handbook("Cardinal Clinic Guide"), "First line", best_page=7))
    return replace(report, verdict=Verdict.NOT_UNDERSTOOD, understood=UNREAD)


AGED = "2013 edition; a 2019-11 edition of this work is in the library"


@pytest.fixture
def aged(anaphylaxis: Report) -> Report:
    """The same report, of which the guideline of 2013 and the silent one have newer editions."""
    newer = HandbookId("newer")
    old = [answer.handbook.id for answer in anaphylaxis.answers if answer.handbook.edition == "2013"]
    shelf = Stated("guideline", Origin.PERSON)
    answers = tuple(
        replace(answer, handbook=replace(book, metadata=replace(book.metadata, collection=shelf)))
        if (book := answer.handbook).title == "Cardinal Clinic Guide"
        else answer
        for answer in anaphylaxis.answers
    )
    editions = tuple(NewerEdition(one, newer, "2019-11") for one in old)
    return replace(anaphylaxis, answers=answers, newer_editions=editions)
