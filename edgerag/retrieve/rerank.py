"""The cross-encoder's say: it reads question and chunk together, and corrects the first stage.

It was trained on web search, not on medicine: its own order is worse than the first stage's on medical text,
and the two together are better than either. So its logit is interpolated, not obeyed.

    score = fused + w normalised logit - c (axes with another case) - c/2 (axes with further cases)

where the headings over a chunk say which case it is about, such as "Second-line regimens": to both rankings
that is nearly the same as the question's "first-line".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from edgerag.domain.handbooks import Chunk
from edgerag.inference.roles import Reranker
from edgerag.language.cases import departure
from edgerag.language.questions import Asked
from edgerag.retrieve.first_stage import Candidate

LOGIT_WEIGHT = 0.5
"""Worth of the normalised logit against the fused score, both from 0 to 1. Questions in sentences would take
more, keywords less."""
OTHER_CASE_WEIGHT = 0.1
LOWEST_LOGIT = -11.5
HIGHEST_LOGIT = 6.5
"""The range of ms-marco-MiniLM-L-12-v2, from passages on something else to plain answers."""


@dataclass(frozen=True, slots=True)
class Reranked:
    """A candidate that the cross-encoder has read."""

    candidate: Candidate
    logit: float
    score: float
    """Fused score and logit together; comparable between the handbooks of one question."""


def rerank(asked: Asked, candidates: Sequence[Candidate], reranker: Reranker) -> list[Reranked]:
    """Read every candidate with the cross-encoder and put the best first."""
    if not candidates:
        return []
    logits = reranker.score(asked.text, [candidate.written_out for candidate in candidates]).tolist()
    read = [
        Reranked(
            candidate,
            logit,
            candidate.score + LOGIT_WEIGHT * normalised(logit) - _departure(asked, candidate.chunk),
        )
        for candidate, logit in zip(candidates, logits, strict=True)
    ]
    return sorted(read, key=lambda chunk: (-chunk.score, chunk.candidate.chunk.id))


def _departure(asked: Asked, chunk: Chunk) -> float:
    headings = chunk.prefix.partition("\n")[0].split(" > ")
    other, wider = departure(asked.cases, headings[::-1])
    return OTHER_CASE_WEIGHT * (other + wider / 2)


def normalised(logit: float) -> float:
    """Put a logit of the cross-encoder between 0, something else, and 1, a plain answer."""
    return min(max((logit - LOWEST_LOGIT) / (HIGHEST_LOGIT - LOWEST_LOGIT), 0.0), 1.0)
