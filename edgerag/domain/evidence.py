"""What retrieval hands to the answer stage: passages of one handbook, and how they were found."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from edgerag.domain.handbooks import Handbook
from edgerag.domain.ids import ChunkId, SectionId


class EvidenceMode(StrEnum):
    """Which road the evidence took (HERO-QA, layer 0 and the fallback of layer 5)."""

    FULL_DOCUMENT = "full_document"
    RETRIEVED = "retrieved"


@dataclass(frozen=True, slots=True)
class Passage:
    """A coherent stretch of one section, with the chunks that led to it."""

    section_id: SectionId
    path: tuple[str, ...]
    start: int
    end: int
    """Offsets into the handbook text."""
    text: str
    """Verbatim: the handbook text from `start` to `end`."""
    first_page: int | None
    last_page: int | None
    score: float
    """The cross-encoder's score (a logit) of its best chunk."""
    best_chunk: ChunkId
    chunk_start: int
    chunk_end: int
    """Offsets of the best chunk in the handbook text; inside `start` to `end`."""
    is_within_table: bool = False
    """Whether it begins in the middle of a table, whose head stands above it."""


@dataclass(frozen=True, slots=True)
class RetrievalTrace:
    """What an auditor needs to see how the evidence was found."""

    mode: EvidenceMode
    n_candidates: int
    """Chunks that the first stage proposed."""
    n_reranked: int
    """Chunks that the cross-encoder scored."""
    best_score: float
    """The cross-encoder's best score, or minus infinity if it scored nothing."""
    relevance: float
    """Probability that this handbook addresses the question, 0 to 1."""
    sections: tuple[str, ...]
    """Headings of the sections touched, best first."""
    first_stage: dict[str, int] = field(default_factory=dict)
    """How many chunks each first-stage retriever proposed, by its name."""
    best_page: int | None = None
    """The page of the best chunk: where a person would look first; None without pages or candidates."""
    proposed: tuple[ChunkId, ...] = ()
    """The chunks that the first stage proposed, best first."""
    read: tuple[ChunkId, ...] = ()
    """Those of them that the cross-encoder scored."""
    turn: int = 0
    """1 for the handbook that was read first, and so on; 0 if none was read."""
    promise: float = 0.0
    """The first stage's best score in it, 0 to 1, comparable between the handbooks of a question."""
    signs: dict[str, float] = field(default_factory=dict)
    """What each sign adds to the log odds of `relevance`, by its name; empty if nothing was read."""
    views: dict[str, float] = field(default_factory=dict)
    """How the statement that is quoted first does in each view, and "answer", how probable it is that the
    handbook's quotations answer, 0 to 1; empty if nothing is quoted."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The passages of one handbook for one question, best first; empty if none is worth reading."""

    handbook: Handbook
    passages: tuple[Passage, ...]
    trace: RetrievalTrace
    is_certain: bool = True
    """Whether the passages are likely to hold an answer; else they are the nearest that there is."""
    is_named: bool = True
    """Whether what was read says the name, if the question asks about nothing but a name."""

    @property
    def is_sufficient(self) -> bool:
        """Whether there is anything to answer from."""
        return bool(self.passages) and self.is_certain
