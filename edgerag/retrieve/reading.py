"""The cross-encoder's round: it reads handbook by handbook, and what speaks for each is collected.

The most promising handbook is read first, so that its evidence can be shown while the others are read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from threading import Event

from edgerag.domain.ids import HandbookId
from edgerag.errors import Cancelled
from edgerag.inference.roles import Reranker
from edgerag.language.questions import Asked
from edgerag.retrieve.first_stage import Proposal
from edgerag.retrieve.rerank import Reranked, rerank
from edgerag.retrieve.screen import Share, allot
from edgerag.retrieve.sufficiency import Signs, signs_of


@dataclass(frozen=True, slots=True)
class Read:
    """What was read of one handbook."""

    handbook: HandbookId
    chunks: tuple[Reranked, ...]
    """Best first; none if it was not worth reading."""
    signs: Signs
    promise: float
    """The best fused score of what was worth reading, 0 to 1."""


def read_by_promise(
    asked: Asked,
    proposals: Mapping[HandbookId, Proposal],
    term_weights: Mapping[str, float],
    reranker: Reranker,
    budget: int,
    cancel: Event | None = None,
    share: Share = allot,
) -> Iterator[Read]:
    """Read what is worth it, at most `budget` passages; each handbook comes once, the likeliest first.

    Args:
        asked: The question.
        proposals: The candidates of each handbook that are worth reading.
        term_weights: The question's terms and how rare each is.
        reranker: The cross-encoder.
        budget: Passages over all handbooks.
        cancel: Set it to stop before the next handbook.
        share: Shares them out.

    Raises:
        Cancelled: `cancel` was set.
    """
    shares = share(proposals, budget)
    most_promise = max((proposal.promise for proposal in proposals.values()), default=0.0)
    for handbook in dict.fromkeys([*shares, *proposals]):
        if cancel is not None and cancel.is_set():
            raise Cancelled("retrieval was stopped")
        proposal = proposals[handbook]
        chunks = rerank(asked, proposal.candidates[: shares.get(handbook, 0)], reranker)
        standing = proposal.promise / most_promise if most_promise else 0.0
        signs = signs_of(asked, chunks, term_weights, standing)
        yield Read(handbook, tuple(chunks), signs, proposal.promise)
