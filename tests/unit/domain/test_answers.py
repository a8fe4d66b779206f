from __future__ import annotations

import json
from dataclasses import FrozenInstanceError, replace
from importlib.resources import files

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.domain.answers import SURE, Answer, AnswerMode, Citation, Status
from edgerag.domain.evidence import EvidenceMode, RetrievalTrace
from edgerag.domain.ids import SectionId
from tests.synthetic import make_handbook

BOOK = make_handbook("Clinic", ["Oxygen."]).handbook
TRACE = RetrievalTrace(EvidenceMode.RETRIEVED, 20, 5, 1.0, 0.1, ("Air",))
TEXT = st.text(st.characters(codec="utf-8"), max_size=20)
CITATIONS = st.builds(
    Citation,
    section_id=st.integers(0, 2**63 - 1).map(SectionId),
    section=TEXT,
    page=st.none() | st.integers(1, 9999),
    page_ordinal=st.integers(1, 9999),
    quote=TEXT,
    start=st.integers(0, 9999),
    end=st.integers(0, 9999),
)


@given(
    status=st.sampled_from(Status),
    mode=st.sampled_from(AnswerMode),
    text=TEXT,
    citations=st.lists(CITATIONS, max_size=3),
)
def test_an_answer_is_kept_with_every_citation(
    status: Status, mode: AnswerMode, text: str, citations: list[Citation]
) -> None:
    answer = Answer(BOOK, status, text, mode, tuple(citations), TRACE)
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(answer), type=Answer) == answer


def test_a_citation_cannot_be_changed_after_it_was_verified() -> None:
    citation = Citation(SectionId(1), "Air", 1, 1, "Oxygen.", 0, 7)
    with pytest.raises(FrozenInstanceError):
        citation.quote = "Oxygen 15 L."  # type: ignore[misc]


@pytest.mark.parametrize(
    ("status", "views", "is_doubted"),
    [
        (Status.ANSWERED, {"answer": SURE - 0.01}, True),
        (Status.ANSWERED, {"answer": SURE}, False),
        (Status.ANSWERED, {}, True),
        (Status.UNCERTAIN, {"answer": 0.1}, False),
        (Status.NOT_ADDRESSED, {}, False),
    ],
)
def test_an_answer_whose_quotations_are_hardly_likely_to_answer_is_doubtful(
    status: Status, views: dict[str, float], *, is_doubted: bool
) -> None:
    answer = Answer(BOOK, status, "", AnswerMode.EXTRACTIVE, (), replace(TRACE, views=views))
    assert answer.is_doubtful is is_doubted


def test_words_for_status_and_mode_are_those_of_the_published_schema() -> None:
    schema = json.loads(files("edgerag.present").joinpath("report.schema.json").read_text())
    enums = {name: set(entry["enum"]) for name, entry in schema["$defs"].items() if "enum" in entry}
    assert enums["Status"] == set(Status)
    assert enums["AnswerMode"] == set(AnswerMode)
