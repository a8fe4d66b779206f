from __future__ import annotations

from collections.abc import Sequence
from threading import Event

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.domain.handbooks import Chunk
from edgerag.domain.ids import ChunkId, HandbookId, SectionId
from edgerag.errors import Cancelled
from edgerag.inference.roles import Reranker
from edgerag.retrieve.first_stage import Candidate, Proposal
from edgerag.retrieve.reading import read_by_promise
from edgerag.understand.understand import understand
from tests.synthetic import Indifferent

ASKED = understand("What dose of adrenaline is given?")


def proposed(scores: Sequence[Sequence[float]]) -> dict[HandbookId, Proposal]:
    """Propose chunks of these scores for each handbook."""
    found: dict[HandbookId, Proposal] = {}
    for number, some in enumerate(scores):
        book = HandbookId(f"{number:016x}")
        text = "adrenaline 0.5 mg"
        candidates = (
            Candidate(book, Chunk(ChunkId(100 * number + i), SectionId(i), i, "", 0, 17, text), score, 0.7)
            for i, score in enumerate(sorted(some, reverse=True))
        )
        found[book] = Proposal(tuple(candidates), {})
    return found


Scores = st.lists(st.lists(st.floats(0.01, 1.0), max_size=5), min_size=1, max_size=6)


@given(Scores, st.integers(0, 20))
def test_every_handbook_comes_once_and_the_budget_is_kept(scores: list[list[float]], budget: int) -> None:
    proposals = proposed(scores)
    reads = list(read_by_promise(ASKED, proposals, {"adrenalin": 1.0}, Indifferent(), budget))
    assert sorted(read.handbook for read in reads) == sorted(proposals)
    assert sum(len(read.chunks) for read in reads) <= budget


@given(Scores)
def test_the_most_promising_handbook_is_read_first(scores: list[list[float]]) -> None:
    proposals = proposed(scores)
    reads = [read for read in read_by_promise(ASKED, proposals, {}, Indifferent(), 99) if read.chunks]
    promises = [proposals[read.handbook].promise for read in reads]
    assert promises == sorted(promises, reverse=True)
    assert not reads or reads[0].signs.standing == 1.0


def test_a_stop_is_heeded_before_the_next_handbook(reranker: Reranker, read_passages: list[str]) -> None:
    stop = Event()
    reads = read_by_promise(ASKED, proposed([[0.9], [0.8]]), {}, reranker, 99, stop)
    next(reads)
    n_read = len(read_passages)
    stop.set()
    with pytest.raises(Cancelled):
        next(reads)
    assert len(read_passages) == n_read


@pytest.mark.parametrize("question", ["How is zorbal treated?", "What is done for a stubbed quimple?"])
def test_where_no_condition_is_known_the_words_of_the_question_stand_in(question: str) -> None:
    (read,) = read_by_promise(understand(question), proposed([[0.9]]), {"quimpl": 2.0}, Indifferent(), 9)
    assert read.signs.named == read.signs.coverage == 0.0


def test_another_share_decides_how_much_is_read_and_in_which_order() -> None:
    proposals = proposed([[0.9, 0.8], [0.2, 0.1]])
    last, *_ = reversed(proposals)
    reads = list(read_by_promise(ASKED, proposals, {}, Indifferent(), 99, share=lambda *_: {last: 2}))
    assert [len(read.chunks) for read in reads] == [2, 0]
    assert reads[0].handbook == last
