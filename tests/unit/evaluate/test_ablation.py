from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag import paths
from edgerag.config import Config, Models
from edgerag.domain.handbooks import Chunk
from edgerag.domain.ids import ChunkId, HandbookId, SectionId
from edgerag.evaluate.ablation import Unread, ablated, equal_shares
from edgerag.evaluate.bench import Bench
from edgerag.evaluate.datasets.corpora import Document
from edgerag.evaluate.searching import searchable
from edgerag.evaluate.workspace import Workspaces
from edgerag.retrieve.first_stage import Candidate, Proposal
from edgerag.retrieve.rerank import normalised
from edgerag.understand.understand import understand

CONFIG = Config(models=Models(threads=1))


def proposed(numbers: list[int]) -> dict[HandbookId, Proposal]:
    """Propose so many chunks of each handbook."""
    found: dict[HandbookId, Proposal] = {}
    for book, n in enumerate(numbers):
        handbook = HandbookId(f"{book:016x}")
        chunks = (Chunk(ChunkId(100 * book + i), SectionId(i), i, "", 0, 1, "x") for i in range(n))
        found[handbook] = Proposal(tuple(Candidate(handbook, chunk, 0.5, 0.5) for chunk in chunks), {})
    return found


@given(st.lists(st.integers(0, 30), max_size=8), st.integers(0, 100))
def test_shares_are_equal_as_far_as_there_is_something_to_read(numbers: list[int], budget: int) -> None:
    proposals = proposed(numbers)
    shares = equal_shares(proposals, budget)
    assert sum(shares.values()) <= budget
    assert all(share <= len(proposals[handbook].candidates) for handbook, share in shares.items())
    cut = [share for handbook, share in shares.items() if share < len(proposals[handbook].candidates)]
    assert max(cut, default=0) - min(cut, default=0) <= 1
    assert all(share <= min(cut) + 1 for share in shares.values() if cut)


def test_handbooks_with_equal_shares_stay_in_the_order_of_the_library() -> None:
    proposals = proposed([2, 9, 5])
    assert list(equal_shares(proposals, 9)) == list(proposals)


def test_what_is_unread_is_neither_good_nor_bad() -> None:
    assert [normalised(score) for score in Unread().score("q", ["a", "b"])] == [0.5, 0.5]


@pytest.mark.parametrize("without", ["without meaning", "without words", "without the cross-encoder"])
def test_each_part_can_be_left_out(tmp_path: Path, models_folder: Path, without: str) -> None:
    paths.data_folder().mkdir(parents=True)
    paths.models_folder().symlink_to(models_folder)
    rows = [
        Document("m", "Give artemether-lumefantrine for three days.", "Malaria", "A"),
        Document("h", "Use soap and water before every meal.", "Hands", "A"),
    ]
    bench = Bench(CONFIG, Workspaces(tmp_path / "kept", CONFIG.ingest), lambda *_: None)
    with searchable("clinic", rows, bench) as corpus:
        retriever = ablated(corpus, corpus.reranker)[without]
        (evidence,) = retriever.retrieve(understand("Which medicine is given for malaria?"))
        (usual,) = corpus.retriever.retrieve(understand("Which medicine is given for malaria?"))
    assert evidence.trace.read
    assert evidence.trace.signs != usual.trace.signs or evidence.trace.promise != usual.trace.promise
