from __future__ import annotations

from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.answer import signs
from edgerag.answer.candidates import Candidate
from edgerag.answer.signs import Signs, signs_of
from edgerag.language.sentences import statements
from edgerag.understand.understand import understand
from tests.unit.answer.conftest import make_passages

QUESTIONS = (
    "What dose of adrenaline in anaphylaxis?",
    "When not to give metformin",
    "child 10 kg diarrhoea how much ORS",
    "Should a tourniquet be used in snake bite?",
)
TEXTS = st.lists(
    st.sampled_from(
        [
            "Anaphylaxis: give adrenaline 0.5 mg IM.",
            "Do not give metformin in kidney failure.",
            "Children under 10 kg: 75 mL/kg of ORS over 4 hours.",
            "No tourniquet.",
            "See also page 12.",
            "ORS .......... 45",
            "Wash hands.",
        ]
    ),
    min_size=1,
    max_size=6,
)


@given(TEXTS, st.sampled_from(QUESTIONS))
def test_every_sign_is_between_0_and_1_and_so_is_what_they_come_to(texts: list[str], question: str) -> None:
    for _, found in signs_of(understand(question), make_passages(["\n".join(texts)])):
        assert all(0 <= getattr(found, sign.name) <= 1 for sign in fields(found))
        assert 0 <= found.by_words <= 1


@pytest.mark.parametrize("sign", ["cover", "fit", "place", "aside", "worth"])
def test_more_of_a_sign_never_speaks_against_a_statement(sign: str) -> None:
    plain = {"cover": 0.5, "fit": 0.5, "place": 0.5, "aside": 0.5, "worth": 0.5}
    scores = [Signs(**{**plain, sign: value}).by_words for value in (0.0, 0.25, 0.5, 1.0)]
    assert scores == sorted(scores)
    assert scores[0] < scores[-1]


def test_what_cannot_stand_as_an_answer_is_worth_nothing() -> None:
    assert Signs(cover=1, fit=1, place=1, aside=1, worth=0).by_words == 0


@given(st.permutations(["scabies", "permethrin", "cream", "night", "bedding", "whole", "body"]))
def test_how_much_is_covered_is_the_same_number_in_whatever_order_it_is_summed(terms: list[str]) -> None:
    (passage,) = make_passages(["Scabies: apply permethrin cream at night.\n\nWash all bedding."])
    candidates = [Candidate(passage, around, i) for around in [statements(passage.text)] for i in range(2)]
    about = {(one.passage.start, one.index): set(one.text.lower().split()) for one in candidates}
    weights = {term: 1 / (len(term) + 0.1) for term in terms}
    in_order = {term: weights[term] for term in sorted(terms)}
    for one in candidates:
        assert signs._coverage(weights, one, about) == signs._coverage(in_order, one, about)


@pytest.mark.parametrize("others", ["hydrocortisone 200 mg", "hydrocortisone 200 mg and promethazine 25 mg"])
def test_doses_of_other_medicines_alone_are_beside_the_dose_that_is_asked_for(others: str) -> None:
    said = [f"Give {others} once adrenaline is given.", f"Give adrenaline 0.5 mg, then {others}."]

    def aside(question: str) -> list[float]:
        found = signs_of(understand(question), make_passages(said))
        return [sign.aside for _, sign in found]

    of_others, of_both = aside("What dose of adrenaline is given?")
    assert of_others < of_both
    assert len(set(aside("When is adrenaline given?"))) == 1


def aside(question: str, text: str, said: str) -> float:
    found = signs_of(understand(question), make_passages([text]))
    return next(one.aside for candidate, one in found if candidate.text.lstrip("- ") == said)


@given(st.integers(3, 12), st.integers(1, 3))
def test_a_row_for_another_weight_is_aside_and_the_one_that_fits_is_not(kg: int, more: int) -> None:
    fits, other = f"{kg} to {kg + 2} kg | 250 mg", f"{kg + 2 + more} to {kg + 20} kg | 500 mg"
    text = f"Weight | Amoxicillin\n{fits}\n{other}"
    question = f"What dose of amoxicillin for a child of {kg + 1} kg?"
    assert aside(question, text, other) < aside(question, text, fits)
    assert aside("What dose of amoxicillin?", text, other) == aside("What dose of amoxicillin?", text, fits)


def test_what_stands_under_another_age_is_aside_unless_it_tells_the_age_itself() -> None:
    question = "What dose of zinc for a child of 4 years?"
    text = "Children under 6 months:\n- Give zinc 10 mg\n- 4 to 5 years: zinc 20 mg"
    assert aside(question, text, "Give zinc 10 mg") < aside(question, text, "4 to 5 years: zinc 20 mg")
