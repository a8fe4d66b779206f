"""Answers: one per handbook, with citations that have been verified against the stored page."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from edgerag.domain.evidence import RetrievalTrace
from edgerag.domain.handbooks import Handbook
from edgerag.domain.ids import SectionId


class Status(StrEnum):
    """How a handbook took the question."""

    ANSWERED = "answered"
    NOT_ADDRESSED = "not_addressed"
    UNCERTAIN = "uncertain"
    """It may not address it: the nearest passage is quoted, and never compared as an answer."""
    FAILED = "failed"


class AnswerMode(StrEnum):
    """How the answer's text was made."""

    EXTRACTIVE = "extractive"
    GENERATED = "generated"
    FULL_DOCUMENT = "full_document"
    """Generated with the whole handbook in the context instead of retrieved passages."""


QUOTED_WITHOUT_MODEL = "quoted: the model"
"""How a note, or one of several joined by "; ", begins that says only what the model did."""

SURE: Final = 0.34
"""From this probability on, what is quoted of a handbook is taken to answer; below, it may be no answer.

Of the conflicts flagged between 20 real handbooks, 86 of 107 that were some stay on this side (67 of 72 on
the questions held back), and 63 of 126 (29 of 72) with a handbook that does not address the question are
beyond; of 300 flagged for nurses' own questions and read one by one, 17 of 21 that were some stay, and 164 of
279 that were none are beyond; of 480 flagged for others, in full sentences, all 15 that were some stay, and
220 of 465 that were none are beyond. Of 1,755 answers to 330 nurses' questions that were read one by one, 575
are below, of which .15 answer; of the others .44.
"""


@dataclass(frozen=True, slots=True)
class Citation:
    """A verbatim span of one stored page."""

    section_id: SectionId
    section: str
    """The heading path, joined by " > "."""
    page: int | None
    """The page to turn to; None where the format has no pages."""
    page_ordinal: int
    """Which stored page `start` and `end` refer to."""
    quote: str
    start: int
    end: int
    """Offsets into the stored page's text: `page.text[start:end] == quote`."""
    table: str = ""
    """Of rows of a table whose columns have names: the whole table, verbatim from the page; else empty."""
    is_elsewhere: bool = False
    """Whether it is of another place that speaks of the matter too: shown, and no part of the answer."""
    head: str = ""
    """What it stands under, verbatim, where something lies between: the head of its table, "Children:"."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What one handbook says to one question."""

    handbook: Handbook
    status: Status
    text: str
    """Plain text; empty unless `status` is ANSWERED or UNCERTAIN."""
    mode: AnswerMode
    citations: tuple[Citation, ...]
    """Those that answer first, then those of elsewhere."""
    trace: RetrievalTrace
    note: str = ""
    """What a reader must know: why the answer is extractive although a generator is installed,
    how many citations were dropped, why it failed."""

    @property
    def answering(self) -> tuple[Citation, ...]:
        """The citations that answer: what is compared with other handbooks."""
        return tuple(citation for citation in self.citations if not citation.is_elsewhere)

    @property
    def probability(self) -> float:
        """How probable it is that what is quoted answers, 0 to 1; less is known where no selector reads."""
        return self.trace.views.get("answer", self.trace.relevance)

    @property
    def is_doubtful(self) -> bool:
        """Whether the handbook is taken to answer, and what is quoted of it may be no answer all the same."""
        return self.status is Status.ANSWERED and self.probability < SURE
