"""The report on one question: every handbook's answer, every pair's relation, one verdict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from edgerag.domain.answers import Answer, Status
from edgerag.domain.ids import HandbookId
from edgerag.domain.notices import NOTHING_SAID, Understood


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

    @property
    def is_inherited(self) -> bool:
        """Whether the label was taken over from a pair of answers with the same words."""
        return self.reasoning.endswith(INHERITED)


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


def verdict_of(
    answers: Sequence[Answer], pairs: Sequence[Judgement], *, is_understood: bool = True
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
        return Verdict.NOT_ADDRESSED if is_understood else Verdict.NOT_UNDERSTOOD
    return Verdict.SINGLE if n_answered == 1 else Verdict.AGREE
