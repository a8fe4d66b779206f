from __future__ import annotations

import pytest

from edgerag.domain.handbooks import Chunk
from edgerag.domain.ids import ChunkId, HandbookId, SectionId
from edgerag.inference.roles import Reranker
from edgerag.retrieve.first_stage import Candidate
from edgerag.retrieve.rerank import HIGHEST_LOGIT, LOGIT_WEIGHT, LOWEST_LOGIT, rerank
from edgerag.understand.understand import understand


def candidate(chunk: int, text: str, score: float, prefix: str = "") -> Candidate:
    return Candidate(
        HandbookId("0" * 16),
        Chunk(ChunkId(chunk), SectionId(1), chunk, prefix, 0, len(text), text),
        score,
        0.7,
    )


def test_the_logit_corrects_the_first_stage(reranker: Reranker) -> None:
    read = rerank(
        understand("paracetamol dose"),
        [candidate(1, "ibuprofen", 0.5), candidate(2, "paracetamol dose", 0.4)],
        reranker,
    )
    assert [chunk.candidate.chunk.id for chunk in read] == [2, 1]
    assert [chunk.logit for chunk in read] == [5.0, -11.0]
    span = HIGHEST_LOGIT - LOWEST_LOGIT
    assert [chunk.score for chunk in read] == pytest.approx(
        [0.4 + LOGIT_WEIGHT * 16.5 / span, 0.5 + LOGIT_WEIGHT * 0.5 / span]
    )


def test_equal_scores_keep_the_order_of_chunk_ids(reranker: Reranker) -> None:
    read = rerank(understand("x"), [candidate(2, "a", 0.5), candidate(1, "a", 0.5)], reranker)
    assert [chunk.candidate.chunk.id for chunk in read] == [1, 2]


def test_nothing_to_read_is_nothing_read(reranker: Reranker, read_passages: list[str]) -> None:
    assert rerank(understand("x"), [], reranker) == []
    assert read_passages == []


def test_headings_of_another_case_push_a_chunk_back(reranker: Reranker) -> None:
    question = "first-line regimen"
    read = rerank(
        understand(question),
        [
            candidate(1, question, 0.50, "ART > Second-line regimen"),
            candidate(2, question, 0.45, "ART > First-line regimen"),
        ],
        reranker,
    )
    assert [chunk.candidate.chunk.id for chunk in read] == [2, 1]
