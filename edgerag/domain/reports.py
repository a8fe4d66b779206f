"""The report on one question: every handbook's answer, every pair's relation, one verdict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from edgerag.domain.answers import Answer, Status
from edgerag.domain.ids import HandbookId
from edgerag.domain.notes import Note
from edgerag.domain.notices import NOTHING_SAID, Concern, Understood
from edgerag.domain.points import NO_SUMMARY, Summary
from edgerag.domain.together import Together


class Label(StrEnum):
    """How two handbooks' answers relate (HERO-QA, Table 2), or that nobody could tell."""

    ABSENT = "ABSENT"
    CONSISTENT = "CONSISTENT"
    COMPLEMENTARY = "COMPLEMENTARY"
    DIVERGENT = "DIVERGENT"
    CONTRADICTORY = "CONTRADICTORY"
    NOT_CHECKED = "NOT CHECKED"


CONFLICTS = frozenset({Label.DIVERGENT, Label.CONTRADICTORY})
"""Labels that mean: the two cannot both be followed."""

AGREEMENTS = frozenset({Label.CONSISTENT, Label.COMPLEMENTARY})
"""Labels that mean: the two can both be followed."""


class Significance(StrEnum):
    """How much a difference could hurt."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


class Layer(StrEnum):
    """Which layer of the judge decided."""

    ABSENCE = "absence"
    IDENTITY = "identity"
    TYPED = "typed comparison"
    ENTAILMENT = "entailment"
    RELATION = "relation of the answers"
    SIMILARITY = "similarity"
    LANGUAGE_MODEL = "language model"
    NONE = "none"
    """No layer could decide: the pair is NOT CHECKED."""


INHERITED: Final = "Taken over from other handbooks whose answers have the same words."
"""Ends the reasoning of a pair that was not judged itself."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The relation of two answers; `a` comes before `b` in the order of the report."""

    a: HandbookId
    b: HandbookId
    label: Label
    probability: float
    """The judge's confidence in `label`, 0 to 1."""
    topic: str
    """What they differ on, a short noun phrase; empty unless they differ."""
    significance: Significance | None
    """None unless `label` is a conflict."""
    reasoning: str
    """One or two sentences, with both values where there are values."""
    decided_by: Layer
    words_a: str = ""
    """The words of `a` that decided, in one line; empty if it was not one place in both."""
    words_b: str = ""
    is_doubtful: bool = False
    """Of a conflict: what one of the two is quoted with may not answer the question."""

    @property
    def is_inherited(self) -> bool:
        """Whether the label was taken over from a pair of answers with the same words."""
        return self.reasoning.endswith(INHERITED)


RIGHT_LABELS: Final = tuple(label for label in Label if label is not Label.NOT_CHECKED)
"""What a pair can rightly be; that nobody could tell is no relation."""
LONGEST_NOTE: Final = 500
"""Characters of a mark's note: a few sentences, and no document."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A reader's word against a verdict: the pair `a`, `b` is judged wrongly."""

    a: HandbookId
    b: HandbookId
    """As in the judgement that is held to be wrong."""
    right: Label | None = None
    """How the two relate; None if the reader did not say."""
    note: str = ""


class Verdict(StrEnum):
    """The whole report in one word."""

    AGREE = "agree"
    DISAGREE = "disagree"
    SINGLE = "single"
    """Only one handbook addresses the question."""
    NOT_ADDRESSED = "not_addressed"
    NOT_CHECKED = "not_checked"
    """At least one pair could not be judged, or an answer failed, and no conflict was found."""
    NOT_UNDERSTOOD = "not_understood"
    """No handbook answers a question that could not be read: whether they address it is unknown."""
    TOO_VAGUE = "too_vague"
    """The question says too little to be answered: whether the handbooks address it is unknown."""


@dataclass(frozen=True, slots=True)
class NewerEdition:
    """A handbook that was asked is not the newest of its work in the library."""

    handbook: HandbookId
    """Which was asked."""
    newer: HandbookId
    """The newest."""
    edition: str
    """Of the newest."""


@dataclass(frozen=True, slots=True)
class Report:
    """All there is to say on one question."""

    question: str
    verdict: Verdict
    answers: tuple[Answer, ...]
    pairs: tuple[Judgement, ...]
    versions: Mapping[str, str]
    """Program, models and prompt that made this report."""
    understood: Understood = NOTHING_SAID
    summary: Summary = NO_SUMMARY
    """What it comes to, made of `answers` and `pairs`."""
    marks: tuple[Mark, ...] = ()
    """What readers hold against it since; the verdict stays as it was found."""
    notes: tuple[Note, ...] = ()
    """What readers noted on its answers and on the pages that it cites."""
    removed: tuple[HandbookId, ...] = ()
    """Handbooks that left the library since: their words stay, their pages cannot be opened."""
    newer_editions: tuple[NewerEdition, ...] = ()
    """As the library is when the report is opened."""
    together: Together | None = None
    """What the handbooks say together; None if that was not asked."""

    def answer_of(self, handbook: HandbookId) -> Answer:
        """Give the answer of a handbook that was asked."""
        return next(answer for answer in self.answers if answer.handbook.id == handbook)

    def judgement(self, one: HandbookId, other: HandbookId) -> Judgement | None:
        """Give the relation of two handbooks' answers, in whichever order they are named."""
        both = {one, other}
        return next((pair for pair in self.pairs if {pair.a, pair.b} == both), None)

    def newer_edition(self, handbook: HandbookId) -> NewerEdition | None:
        """Give the newest edition of a handbook's work, if it is another."""
        return next((one for one in self.newer_editions if one.handbook == handbook), None)

    def mark(self, pair: Judgement) -> Mark | None:
        """Give the mark of a pair, if it has one."""
        return next((mark for mark in self.marks if (mark.a, mark.b) == (pair.a, pair.b)), None)


@dataclass(frozen=True, slots=True)
class Counts:
    """How many pairs of a report's answers stand how, and how many handbooks gave none."""

    n_agree: int
    n_add: int
    """Pairs of handbooks that can both be followed, and of which one says more than the other."""
    n_differ: int
    n_doubtful: int
    """Of those that differ: pairs of which one may not answer."""
    n_unchecked: int
    n_answered: int
    """Handbooks, as are the following."""
    n_uncertain: int
    n_silent: int
    n_failed: int


def counts_of(report: Report) -> Counts:
    """Count a report's pairs by their labels and its handbooks by their statuses."""
    labels = [pair.label for pair in report.pairs]
    statuses = [answer.status for answer in report.answers]
    return Counts(
        n_agree=labels.count(Label.CONSISTENT),
        n_add=labels.count(Label.COMPLEMENTARY),
        n_differ=sum(label in CONFLICTS for label in labels),
        n_doubtful=sum(pair.is_doubtful for pair in report.pairs),
        n_unchecked=labels.count(Label.NOT_CHECKED),
        n_answered=statuses.count(Status.ANSWERED),
        n_uncertain=statuses.count(Status.UNCERTAIN),
        n_silent=statuses.count(Status.NOT_ADDRESSED),
        n_failed=statuses.count(Status.FAILED),
    )


def verdict_of(
    answers: Sequence[Answer], pairs: Sequence[Judgement], understood: Understood = NOTHING_SAID
) -> Verdict:
    """Say in one word how the answers stand; a conflict outweighs everything else."""
    labels = {pair.label for pair in pairs}
    if labels & CONFLICTS:
        return Verdict.DISAGREE
    statuses = [answer.status for answer in answers]
    n_answered = statuses.count(Status.ANSWERED)
    if Label.NOT_CHECKED in labels or Status.FAILED in statuses:
        return Verdict.NOT_CHECKED
    if n_answered == 0:
        return _without_answer(understood)
    return Verdict.SINGLE if n_answered == 1 else Verdict.AGREE


def _without_answer(understood: Understood) -> Verdict:
    if understood.has(Concern.NOT_ENGLISH):
        return Verdict.NOT_UNDERSTOOD
    return Verdict.TOO_VAGUE if understood.has(Concern.VAGUE) else Verdict.NOT_ADDRESSED
