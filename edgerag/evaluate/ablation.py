"""What each part of retrieval is worth: retrievers that lack one, or have the plainest thing in its place.

equal shares              every handbook gets as many passages read, in the library's order
without meaning           the vectors weigh nothing
without words             nor do the chunks' words
without whole sections    nor the sections' words
without headings          nor their headings
without the cross-encoder nothing is read, and every passage is taken to be neither good nor bad
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from jaxtyping import Float32

from edgerag.domain.ids import HandbookId
from edgerag.evaluate.searching import Searchable
from edgerag.inference.roles import Reranker
from edgerag.retrieve.first_stage import WEIGHTS, Proposal
from edgerag.retrieve.rerank import HIGHEST_LOGIT, LOWEST_LOGIT
from edgerag.retrieve.retrieve import Retriever


class Unread:
    """A reranker that reads nothing."""

    name = "none"

    def score(self, query: str, passages: Sequence[str]) -> Float32[np.ndarray, " passage"]:  # noqa: ARG002
        """Give every passage the middle of the cross-encoder's range."""
        return np.full(len(passages), (LOWEST_LOGIT + HIGHEST_LOGIT) / 2, dtype=np.float32)


def equal_shares(proposals: Mapping[HandbookId, Proposal], budget: int) -> dict[HandbookId, int]:
    """Give each handbook as many passages as any other, as far as it has so many."""
    found = [handbook for handbook, proposal in proposals.items() if proposal.candidates]
    each, more = divmod(budget, max(len(found), 1))
    shares = {
        handbook: min(each + (turn < more), len(proposals[handbook].candidates))
        for turn, handbook in enumerate(found)
    }
    return {handbook: share for handbook, share in shares.items() if share}


def ablated(corpus: Searchable, reranker: Reranker) -> dict[str, Retriever]:
    """Make the retrievers of the module's list, by their names.

    Args:
        corpus: what they search.
        reranker: reads for those that read.
    """
    unweighed = {
        "meaning": replace(WEIGHTS, dense=0.0),
        "words": replace(WEIGHTS, words=0.0),
        "whole sections": replace(WEIGHTS, bodies=0.0),
        "headings": replace(WEIGHTS, titles=0.0),
    }
    return {
        "equal shares": corpus.retriever_with(reranker, share=equal_shares),
        **{
            f"without {what}": corpus.retriever_with(reranker, weights) for what, weights in unweighed.items()
        },
        "without the cross-encoder": corpus.retriever_with(Unread()),
    }
