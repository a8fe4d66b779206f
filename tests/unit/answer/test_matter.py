from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from edgerag.answer.answer import quote_answer
from edgerag.answer.extractive import select_statements
from edgerag.answer.matter import is_of_another_matter
from edgerag.domain.answers import SURE, Answer, Status
from edgerag.domain.evidence import Evidence, Passage
from edgerag.domain.handbooks import Page
from edgerag.language.own_names import NO_OWN_NAMES
from edgerag.understand.understand import understand
from tests.synthetic import Indifferent, Preferring

MakeEvidence = Callable[..., tuple[Evidence, tuple[Page, ...]]]
MakePassages = Callable[..., tuple[Passage, ...]]

QUESTION = "How is malaria treated in an adult?"
OTHER = "Give an adult 1 mL of adrenaline 1:1000 into the muscle of the outer thigh."
PROBABILITY = st.floats(0, 1)


def is_other(
    passages: tuple[Passage, ...], probability: float, question: str = QUESTION, title: str = "Handbook"
) -> bool:
    asked = understand(question)
    statements = select_statements(asked, passages, Indifferent())
    assert statements
    return is_of_another_matter(asked, statements, title, NO_OWN_NAMES, probability)


def answer(
    evidence: tuple[Evidence, tuple[Page, ...]], selector: Indifferent, question: str = QUESTION
) -> Answer:
    return quote_answer(understand(question), *evidence, selector).answer


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(PROBABILITY)
def test_what_names_no_illness_of_the_question_is_of_another_matter_unless_it_surely_answers(
    passages: MakePassages, probability: float
) -> None:
    assert is_other(passages([OTHER], ("Anaphylaxis",)), probability) == (probability < SURE)


@pytest.mark.parametrize(
    ("text", "path", "title"),
    [
        (f"Malaria: {OTHER}", ("Emergencies",), "Handbook"),
        (OTHER, ("Malaria in adults", "Treatment"), "Handbook"),
        (OTHER, ("Emergencies",), "Guideline for malaria"),
        (f"Malaria. {OTHER}", ("Emergencies",), "Handbook"),
    ],
)
def test_an_illness_may_be_named_by_what_is_quoted_above_it_over_it_or_on_the_cover(
    passages: MakePassages, text: str, path: tuple[str, ...], title: str
) -> None:
    assert not is_other(passages([text], path), 0.0, title=title)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(PROBABILITY)
def test_a_question_that_names_no_illness_has_no_other_matter(
    passages: MakePassages, probability: float
) -> None:
    assert not is_other(passages([OTHER]), probability, question="What dose of adrenaline for an adult?")


def test_an_answer_of_another_matter_may_be_none_and_one_statement_comes_nearest(
    evidence: MakeEvidence,
) -> None:
    found = evidence(
        OTHER, "For an unconscious adult, inject 50 mL of dextrose 50% into a vein.", relevance=0.6
    )
    one = answer(found, Indifferent(-1.5))
    assert (one.status, len(one.citations)) == (Status.UNCERTAIN, 1)
    about_it = answer(found, Indifferent(-1.5), question="What is given to an adult?")
    assert about_it.status is Status.ANSWERED


def test_an_answer_that_surely_answers_stands_though_it_says_another_word(evidence: MakeEvidence) -> None:
    found = evidence(
        "Treat an adult with P. falciparum with artemether-lumefantrine for 3 days.", relevance=0.6
    )
    one = answer(found, Preferring("artemether", other=-5.0))
    assert one.status is Status.ANSWERED
