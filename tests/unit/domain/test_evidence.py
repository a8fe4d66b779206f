from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from edgerag.domain.evidence import Evidence, EvidenceMode, Passage, RetrievalTrace
from edgerag.domain.ids import ChunkId, SectionId
from tests.synthetic import make_handbook

BOOK = make_handbook("Clinic", ["Oxygen."]).handbook
PASSAGE = Passage(SectionId(1), ("Air",), 0, 7, "Oxygen.", 1, 1, 2.5, ChunkId(1), 0, 7)


def trace(best_score: float) -> RetrievalTrace:
    return RetrievalTrace(EvidenceMode.RETRIEVED, 20, 5, best_score, 0.1, ("Air",))


def test_evidence_suffices_when_there_is_something_to_read_whatever_its_score() -> None:
    assert Evidence(BOOK, (PASSAGE,), trace(-9.0)).is_sufficient
    assert not Evidence(BOOK, (), trace(9.0)).is_sufficient


def test_traces_count_each_for_themselves() -> None:
    first, second = trace(1.0), trace(2.0)
    first.first_stage["dense"] = 20
    assert second.first_stage == {}


@given(st.floats(allow_nan=False))
def test_a_trace_is_kept_with_its_score_even_if_nothing_was_scored(best_score: float) -> None:
    kept = msgspec.msgpack.encode(trace(best_score))
    assert msgspec.msgpack.decode(kept, type=RetrievalTrace) == trace(best_score)
