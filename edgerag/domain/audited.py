"""What an audit found: rates with intervals, who is silent, who disagrees with whom, and on what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from edgerag.domain.answers import Status
from edgerag.domain.audits import AuditQuestion, Terms
from edgerag.domain.ids import HandbookId
from edgerag.domain.reports import CONFLICTS, Label, Report, Significance


@dataclass(frozen=True, slots=True)
class Interval:
    """A share and its 95 % interval, 0 to 1; NaN where there is nothing to take it of.

    One question alone has a share and no interval.
    """

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class GroupRates:
    """The rates of some questions, as HERO-QA, section 6.2, has them by organ."""

    label: str
    """Such as "topic"; empty for all questions together."""
    value: str
    """Such as "malaria"."""
    n_questions: int
    n_judged: int
    """Pairs that are neither ABSENT nor NOT CHECKED."""
    n_unchecked: int
    absence: Interval
    consistency: Interval
    divergence: Interval
    any_divergence: Interval


@dataclass(frozen=True, slots=True)
class Coverage:
    """How a handbook took some questions."""

    counts: Mapping[Status, int] = field(default_factory=dict)

    @property
    def n_asked(self) -> int:
        """Questions that it was asked and whose answer did not fail."""
        return sum(n for status, n in self.counts.items() if status is not Status.FAILED)

    @property
    def answered(self) -> float | None:
        """The share that it answers; None if it was asked nothing."""
        return self.counts.get(Status.ANSWERED, 0) / self.n_asked if self.n_asked else None


@dataclass(frozen=True, slots=True)
class Relation:
    """How the answers of two handbooks relate over all questions."""

    counts: Mapping[Label, int] = field(default_factory=dict)

    @property
    def n_judged(self) -> int:
        """Pairs that are neither ABSENT nor NOT CHECKED."""
        left_out = (Label.ABSENT, Label.NOT_CHECKED)
        return sum(n for label, n in self.counts.items() if label not in left_out)

    @property
    def n_conflicts(self) -> int:
        """Pairs that cannot both be followed."""
        return sum(n for label, n in self.counts.items() if label in CONFLICTS)


@dataclass(frozen=True, slots=True)
class ConflictTopic:
    """One thing that handbooks disagree about."""

    topic: str
    significance: Mapping[Significance, int]
    """Pairs by how much the difference could hurt."""
    n_questions: int

    @property
    def n_pairs(self) -> int:
        """How many pairs of answers differ on it."""
        return sum(self.significance.values())


@dataclass(frozen=True, slots=True)
class Contested:
    """A question on which handbooks disagree."""

    question: AuditQuestion
    n_conflicts: int
    n_judged: int
    n_high: int
    """Conflicts among them of high significance."""


@dataclass(frozen=True, slots=True)
class Audited:
    """One question with what became of it."""

    question: AuditQuestion
    report: Report | None
    """None if it failed."""
    failure: str = ""


class Cell(StrEnum):
    """What a handbook said to a question, as one letter."""

    ANSWERED = "A"
    DIFFERS = "D"
    """It answers, and another handbook disagrees."""
    UNCERTAIN = "?"
    SILENT = "-"
    FAILED = "!"


@dataclass(frozen=True, slots=True)
class HeatRow:
    """A question with a cell for each handbook."""

    question: AuditQuestion
    cells: tuple[Cell, ...]
    """In the order of the audit's terms."""
    failure: str = ""
    """Why it could not be asked; empty if it could."""


@dataclass(frozen=True, slots=True)
class Findings:
    """All that an audit shows, but for the answers themselves."""

    name: str
    terms: Terms
    n_questions: int
    n_answered: int
    n_failed: int
    labels: Mapping[Label, int]
    """Pairs of answers by label."""
    groups: tuple[GroupRates, ...]
    """All questions together, and then each value of each label."""
    by: str
    """The label whose values are the columns of `coverage`; empty if questions have none that groups them."""
    columns: tuple[str, ...]
    coverage: Mapping[tuple[int, str], Coverage]
    """By the handbook's place in the terms, and by column."""
    handbooks: tuple[Coverage, ...]
    """Over all questions, in the order of the terms."""
    relations: Mapping[tuple[int, int], Relation]
    """By the places of two handbooks in the terms, the lesser first."""
    topics: tuple[ConflictTopic, ...]
    """The most frequent first."""
    contested: tuple[Contested, ...]
    """The questions with a conflict, those with most first."""
    removed: frozenset[HandbookId] = frozenset()
    """Handbooks that left the library since: their pages cannot be opened."""

    @property
    def n_left(self) -> int:
        """Questions that nobody has asked yet."""
        return self.n_questions - self.n_answered - self.n_failed

    def handbook_name(self, place: int) -> str:
        """Name a handbook by its place in the terms, and say if it was removed since."""
        book = self.terms.handbooks[place]
        return f"{book.name}{' [removed]' if book.id in self.removed else ''}"

    def by_silence(self) -> list[int]:
        """Give the places of the handbooks, those that answer least first."""
        answered = [book.answered for book in self.handbooks]
        places = range(len(self.handbooks))
        return sorted(places, key=lambda place: (answered[place] is None, answered[place] or 0.0, place))


@dataclass(frozen=True, slots=True)
class ChangedPair:
    """A pair of answers with another label than before."""

    question: str
    a: str
    """The name of a handbook, as it is in the second audit."""
    b: str
    before: Label
    after: Label


@dataclass(frozen=True, slots=True)
class Changes:
    """What changed between two audits."""

    handbooks: tuple[tuple[str, bool], ...]
    """Those in both, by name, and whether they are another edition in the second."""
    n_questions: int = 0
    """Questions that both answered."""
    labels: Mapping[tuple[Label, Label], int] = field(default_factory=dict)
    """Pairs by their labels before and after."""
    statuses: Mapping[tuple[Status, Status], int] = field(default_factory=dict)
    """Answers by their statuses before and after."""
    changed: tuple[ChangedPair, ...] = ()
