from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.compare.findings import Relation
from edgerag.compare.typed import compare_typed
from edgerag.language.reading import read
from edgerag.language.text import folded
from edgerag.understand.not_borne import not_borne
from edgerag.understand.understand import understand

SAID = (
    "she is allergic to {}",
    "{} allergy",
    "a {}-allergic man",
    "intolerance of {}",
    "he cannot take {}",
    "{} gives her a rash",
    "{} caused swelling last year",
)
"""Ways to say that somebody cannot take a medicine."""


def names_of(question: str) -> frozenset[str]:
    return not_borne(question, folded(question))


@given(st.sampled_from(SAID), st.sampled_from(["doxycycline", "amoxicillin", "metronidazole"]))
def test_a_medicine_that_somebody_cannot_take_is_named(said: str, medicine: str) -> None:
    assert names_of(f"Syphilis, {said.format(medicine)}. Which drug do I give?") == {medicine}


@given(st.sampled_from(SAID))
def test_of_a_class_that_somebody_cannot_take_all_members_are(said: str) -> None:
    question = f"Syphilis, {said.format('penicillin')}. Which antibiotic do I give?"
    assert {"penicillin", "amoxicillin"} <= names_of(question)
    asked = understand(question)
    assert "erythromycin" in asked.drug_class
    assert "amoxicillin" not in asked.drug_class


@pytest.mark.parametrize(
    "question",
    [
        "Which penicillin is given for tonsillitis?",
        "What is given for an allergic reaction? Adrenaline or promethazine?",
        "Can calamine be put on a rash?",
        "Is amoxicillin safe in pregnancy?",
    ],
)
def test_a_medicine_that_is_asked_about_is_borne(question: str) -> None:
    assert not names_of(question)


@given(st.sampled_from(SAID), st.sampled_from(["erythromycin 500 mg qid", "azithromycin 2 g once"]))
def test_what_cannot_be_taken_is_no_answer_that_two_handbooks_share(said: str, instead: str) -> None:
    asked = understand(f"Syphilis, {said.format('penicillin')}. Which drug do I give?")
    both = "Give benzathine penicillin 2.4 MU IM."
    one, other = read(f"{both}\n\nGive {instead}."), read(f"{both}\n\nGive doxycycline 100 mg bd.")
    assert compare_typed(asked, one, other).relation is Relation.CONFLICT
    assert compare_typed(asked, read(both), read(both)).relation is Relation.NOTHING
