"""What a report comes to, point by point: who agrees, who differs on what, who says nothing."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from edgerag.domain.ids import HandbookId


class PointKind(StrEnum):
    """What a point says, in the order in which a reader needs it."""

    OPPOSED = "opposed"
    """No two of different parties can both be followed: one reverses what the other says."""
    DIFFERING = "differing"
    """No two of different parties can both be followed."""
    DOUBTFUL = "perhaps differing"
    """No two of different parties can both be followed, and one of every two may not address the question."""
    UNCHECKED = "not checked"
    """No two of different parties could be compared."""
    AGREEING = "agreeing"
    """Every two say the same."""
    COMPATIBLE = "compatible"
    """Every two can be followed at once; some say more than others."""
    ANSWERS_ALONE = "answers alone"
    UNCERTAIN = "uncertain"
    """They may not address the question."""
    FAILED = "failed"
    SILENT = "silent"
    """They do not address the question."""
    SAYS_ALONE = "says alone"
    """Of all that is quoted, one handbook's quotation alone says it."""


@dataclass(frozen=True, slots=True)
class Saying:
    """What one handbook says on a point."""

    handbook: HandbookId
    words: str = ""
    """Verbatim from the citation but for line breaks; empty if no words of it stand for the rest."""
    citation: int | None = None
    """Which of the answer's citations bears it out, 0 for the first; None if the answer quotes nothing."""


@dataclass(frozen=True, slots=True)
class Party:
    """Handbooks together on a point: every two can be followed at once, or state one value of its topic."""

    sayings: tuple[Saying, ...]
    n_families: int
    """How many voices they are."""

    @property
    def handbooks(self) -> tuple[HandbookId, ...]:
        """The handbooks, each once."""
        return tuple(dict.fromkeys(saying.handbook for saying in self.sayings))


class Ground(StrEnum):
    """Why one party of a conflict is trusted more than the others."""

    NEWEST = "newest edition"
    """It has a work's newest edition, whose older one stands elsewhere."""
    VOICES = "most voices"
    """More than half of the voices are in it, and no newer handbook is elsewhere."""
    RANK = "keeper's rank"
    """The library keeper ranks one of it above all others."""
    COLLECTION = "collection"
    """One of it is of a collection that has more authority than all others; the keeper ranks none of them."""
    RECORD = "better record"
    """More of what it said on the subject before was found right."""


@dataclass(frozen=True, slots=True)
class Trust:
    """Which party of a conflict is borne out best, and why: no proof that it is right."""

    party: int
    """Its place among the parties of the point, from 0."""
    confidence: float
    """Its share of the weight, 0 to 1; no probability of being right."""
    grounds: tuple[Ground, ...]
    n_voices: int
    """Voices in it; older editions beside the newest have none."""
    of_voices: int
    """Voices in all parties."""


@dataclass(frozen=True, slots=True)
class Point:
    """One thing that a report comes to."""

    kind: PointKind
    parties: tuple[Party, ...]
    topic: str = ""
    """What they differ on, or what one alone says: "adrenaline dose", "duration"."""
    newest: tuple[HandbookId, ...] = ()
    """Where editions of one work stand in different parties, its newest edition."""
    trust: Trust | None = None
    """None if no party is borne out clearly better than the others."""

    @property
    def handbooks(self) -> tuple[HandbookId, ...]:
        """The handbooks of all parties."""
        return tuple(book for party in self.parties for book in party.handbooks)


@dataclass(frozen=True, slots=True)
class Family:
    """Handbooks that count as one voice, in the order of the report."""

    handbooks: tuple[HandbookId, ...]
    is_one_work: bool
    """Whether all are editions of one work; else one institution stands behind them."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What a report comes to: every handbook and every judged pair is in some point."""

    points: tuple[Point, ...] = ()
    families: tuple[Family, ...] = ()
    """Of the handbooks that answer, those of two or more."""


NO_SUMMARY = Summary()
"""Of a report that nobody has summarised."""
