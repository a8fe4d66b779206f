from __future__ import annotations

import pytest

from edgerag.index.vocabulary import Vocabulary
from edgerag.understand.understand import understand
from edgerag.understand.vague import is_vague


@pytest.mark.parametrize(
    "question",
    [
        "baby not well",
        "what to do",
        "help",
        "My patient is sick",
        "what should I do for this patient?",
        "She is getting worse",
        "What next?",
        "which medicine",
        "What is the dose?",
        "should I give it?",
        "woman, pregnant",
    ],
)
def test_a_question_that_names_nothing_and_asks_for_nothing_is_vague(
    question: str, vocabulary: Vocabulary
) -> None:
    assert is_vague(understand(question), vocabulary)


@pytest.mark.parametrize(
    "question",
    [
        "adrenaline",
        "adult with malaria",
        "Tell me about scabies",
        "What are the danger signs in pregnancy?",
        "What are the danger signs?",
        "When is a child referred?",
        "how to take a blood sample",
        "child under 5 living with tb patient, does he need ipt",
        "What dose of morphine?",
        "After a knock on the head, which signs mean the adult must go to hospital?",
    ],
)
def test_a_question_that_says_what_it_is_about_is_not(question: str, vocabulary: Vocabulary) -> None:
    assert not is_vague(understand(question), vocabulary)


def test_a_word_that_hardly_any_handbook_has_says_what_it_is_about(vocabulary: Vocabulary) -> None:
    assert not is_vague(understand("Ebola treatment"), vocabulary)
    assert is_vague(understand("pls help"), vocabulary)
