"""Rankings: descending score, each chunk once, ties broken by chunk id; said here and nowhere else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from edgerag.domain.ids import ChunkId, HandbookId


class Hit(NamedTuple):
    """A chunk and its score; what the score means depends on who ranked."""

    chunk_id: ChunkId
    score: float


Ranking = list[Hit]
"""Hits of one handbook, best first."""

Rankings = Mapping[HandbookId, Ranking]
"""One ranking per handbook; a handbook with no hit may be missing."""


def ranked(hits: Iterable[Hit]) -> Ranking:
    """Sort hits into a ranking, keeping the best score of a chunk that occurs twice."""
    best: dict[ChunkId, float] = {}
    for hit in hits:
        if hit.chunk_id not in best or hit.score > best[hit.chunk_id]:
            best[hit.chunk_id] = hit.score
    return [Hit(chunk, score) for chunk, score in sorted(best.items(), key=lambda item: (-item[1], item[0]))]
