from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest

from edgerag.answer.answer import Token, answer_question, quote_answer
from edgerag.answer.cite import verify
from edgerag.domain.answers import Answer, Status
from edgerag.domain.evidence import Evidence
from edgerag.domain.handbooks import Page
from edgerag.errors import Cancelled
from edgerag.inference.installed import InstalledModels
from edgerag.inference.opening import open_generator, open_selector
from edgerag.inference.roles import Generator, Reranker
from edgerag.understand.understand import understand
from tests.synthetic import Indifferent

MakeEvidence = Callable[..., tuple[Evidence, tuple[Page, ...]]]
QUESTION = "What dose of adrenaline should an adult with anaphylaxis receive?"
PAGE = "Anaphylaxis: call for help. Give adrenaline 0.5 mL (1:1000) IM. Repeat every 5 minutes if needed."


@pytest.fixture(scope="module")
def generator(models_folder: Path) -> Generator:
    smallest = open_generator(InstalledModels(models_folder), "smollm2-135m-instruct", threads=1)
    assert smallest is not None
    return smallest


@pytest.fixture(scope="module")
def selector(models_folder: Path) -> Reranker:
    shipped = open_selector(InstalledModels(models_folder), threads=1)
    assert shipped is not None
    return shipped


def test_the_sentence_that_the_selector_holds_for_the_answer_is_quoted_first(
    selector: Reranker, evidence: MakeEvidence
) -> None:
    said = "Put the baby to the breast as soon as it is born, within the first hour."
    found, pages = evidence(f"Weigh the baby soon after birth, and again after 6 weeks. {said}")
    question = "How soon should a baby be put to the breast after birth?"
    assert quote_answer(understand(question), found, pages, selector).answer.citations[0].quote == said


def test_whatever_a_real_model_says_the_answer_is_supported(
    generator: Generator, evidence: MakeEvidence
) -> None:
    found, pages = evidence(PAGE)
    quoted = quote_answer(understand(QUESTION), found, pages, Indifferent())
    events = list(answer_question(understand(QUESTION), found, pages, quoted, generator, max_tokens=24))
    assert any(isinstance(event, Token) for event in events)
    last = events[-1]
    assert isinstance(last, Answer)
    assert last.status is Status.ANSWERED
    assert last.citations
    assert all(verify(citation, pages) for citation in last.citations)


def test_a_real_model_can_be_stopped_and_asked_again(generator: Generator, evidence: MakeEvidence) -> None:
    found, pages = evidence(PAGE)
    quoted = quote_answer(understand(QUESTION), found, pages, Indifferent())
    cancel = Event()
    cancel.set()
    with pytest.raises(Cancelled):
        list(
            answer_question(
                understand(QUESTION), found, pages, quoted, generator, max_tokens=8, cancel=cancel
            )
        )
    last = list(answer_question(understand(QUESTION), found, pages, quoted, generator, max_tokens=8))[-1]
    assert isinstance(last, Answer)
    assert "stopped" not in last.note
