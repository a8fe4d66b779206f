"""What happens while a question is answered: whatever was told before a stop stays true."""

from __future__ import annotations

from dataclasses import dataclass

from edgerag.domain.answers import Answer
from edgerag.domain.evidence import Evidence
from edgerag.domain.ids import HandbookId
from edgerag.domain.notices import Understood
from edgerag.domain.reports import Judgement, Report
from edgerag.errors import EdgeRagError, StoreError
from edgerag.store.reports import ReportId


@dataclass(frozen=True, slots=True)
class QuestionRead:
    """The question is read: what was understood, and what its reader must know at once."""

    understood: Understood


@dataclass(frozen=True, slots=True)
class Retrieved:
    """One handbook's evidence is found."""

    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Drafted:
    """One handbook's answer in its own words: shown at once, and kept if the model does no better."""

    answer: Answer


@dataclass(frozen=True, slots=True)
class Written:
    """A piece of one handbook's generated answer."""

    handbook: HandbookId
    text: str


@dataclass(frozen=True, slots=True)
class Answered:
    """One handbook's answer is final."""

    answer: Answer


@dataclass(frozen=True, slots=True)
class Judged:
    """One pair of answers is compared."""

    judgement: Judgement


@dataclass(frozen=True, slots=True)
class Impaired:
    """Something that a question uses is damaged or cannot be read; the answers do without it."""

    error: EdgeRagError


@dataclass(frozen=True, slots=True)
class Unkept:
    """The report could not be put into the library's history; it is complete all the same."""

    error: StoreError


@dataclass(frozen=True, slots=True)
class Finished:
    """The report is complete."""

    report: Report
    number: ReportId | None = None
    """Its number in the history; None if it is not kept."""


AskEvent = QuestionRead | Retrieved | Drafted | Written | Answered | Judged | Impaired | Unkept | Finished
