"""The engine's events as messages: one question, asked in a worker thread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import Event
from typing import TYPE_CHECKING

from textual.message import Message

from edgerag.domain.answers import Answer
from edgerag.domain.corrections import AS_READ, Correction
from edgerag.domain.follow_ups import Before
from edgerag.domain.handbooks import Handbook
from edgerag.domain.ids import HandbookId
from edgerag.domain.notices import Understood
from edgerag.domain.reports import Report
from edgerag.errors import Cancelled, EdgeRagError
from edgerag.store.reports import ReportId
from tui.desk import Desk
from tui.messages import Folded

if TYPE_CHECKING:
    from edgerag.engine.events import AskEvent


@dataclass
class AskBegun(Message):
    """These handbooks are asked."""

    handbooks: tuple[Handbook, ...]


@dataclass
class QuestionUnderstood(Message):
    """The question is read."""

    understood: Understood


@dataclass
class HandbookRead(Message):
    """A handbook's evidence is found."""

    handbook: HandbookId


@dataclass
class HandbookQuoted(Message):
    """A handbook's own words are found."""

    answer: Answer


@dataclass
class HandbookWritten(Folded):
    """All that a model has written of one handbook's answer so far."""

    handbook: HandbookId
    text: str

    @property
    def subject(self) -> object:
        """A longer text replaces a shorter one of the same handbook."""
        return self.handbook


@dataclass
class HandbookAnswered(Message):
    """A handbook's answer is final."""

    answer: Answer


@dataclass
class PairsJudged(Folded):
    """So many pairs of answers are compared."""

    n_judged: int


@dataclass
class QuestionImpaired(Message):
    """The answers do without something that is damaged or cannot be read."""

    error: EdgeRagError


@dataclass
class ReportUnkept(Message):
    """The history could not take the report."""

    error: EdgeRagError


@dataclass
class ReportFinished(Message):
    """The report is complete."""

    report: Report
    number: ReportId | None = None
    """Its number in the history; None if it is not kept."""


def ask(
    desk: Desk,
    question: str,
    post: Callable[[Message], object],
    cancel: Event,
    correction: Correction = AS_READ,
    before: Before | None = None,
) -> None:
    """Ask, and post what happens; what was stopped before it began posts nothing.

    Raises:
        EdgeRagError: as `Engine.ask`.
    """
    from edgerag.understand.checked import checked

    asked = checked(question)
    try:
        engine = desk.engine(cancel)
    except Cancelled:
        return
    post(AskBegun(engine.library.handbooks()))
    translate = Translator()
    for event in engine.ask(asked, cancel=cancel, correction=correction, before=before):
        post(translate(event))


class Translator:
    """Turns the engine's events into messages, adding up what arrives in pieces."""

    def __init__(self) -> None:
        self._written: dict[HandbookId, str] = {}
        self._n_judged = 0

    def __call__(self, event: AskEvent) -> Message:
        """Say an event as a message."""
        from edgerag.engine.events import (
            Answered,
            Drafted,
            Finished,
            Impaired,
            Judged,
            QuestionRead,
            Retrieved,
            Unkept,
            Written,
        )

        match event:
            case QuestionRead(understood):
                return QuestionUnderstood(understood)
            case Retrieved(evidence):
                return HandbookRead(evidence.handbook.id)
            case Drafted(answer):
                return HandbookQuoted(answer)
            case Written(handbook, text):
                self._written[handbook] = self._written.get(handbook, "") + text
                return HandbookWritten(handbook, self._written[handbook])
            case Answered(answer):
                return HandbookAnswered(answer)
            case Judged():
                self._n_judged += 1
                return PairsJudged(self._n_judged)
            case Impaired(error):
                return QuestionImpaired(error)
            case Unkept(error):
                return ReportUnkept(error)
            case Finished(report, number):
                return ReportFinished(report, number)
