from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from edgerag.compare.advice import advice_on, as_told, direct_answer, says_yes_or_no
from edgerag.language.negation import Polarity
from edgerag.language.reading import read
from edgerag.understand.understand import understand

PROPRANOLOL = "Can a patient with asthma be given propranolol for anxiety?"


def advised(question: str, text: str) -> list[tuple[Polarity, str]]:
    asked = understand(question)
    assert asked.medicine is not None
    return [(s.polarity, s.text) for s in advice_on(asked.medicine, read(text), asked)]


def test_a_ban_of_a_class_is_advice_on_its_members() -> None:
    text = "Beta-blockers are contraindicated in asthma."
    assert advised(PROPRANOLOL, text) == [(Polarity.DO_NOT, text)]


def test_what_stands_under_the_bare_name_of_a_medicine_is_advice_on_it() -> None:
    question = "Can colchicine be used in severe renal failure?"
    said = advised(question, "Colchicine. Contraindicated in renal failure.")
    assert (Polarity.DO_NOT, "Contraindicated in renal failure.") in said


def test_another_medicine_ends_what_stands_under_a_name() -> None:
    question = "Can colchicine be used in gout?"
    assert not advised(question, "Colchicine.\nIbuprofen is contraindicated.\nAvoid it.")


def test_side_effects_and_lists_that_only_name_a_medicine_are_no_advice() -> None:
    assert advised(PROPRANOLOL, "Drugs that slow the heart: propranolol") == []


@pytest.mark.parametrize("text", ["Yes.", "Yes, it can.", "No.", "No, never.", "No"])
def test_yes_and_no_answer_the_question_itself(text: str) -> None:
    assert says_yes_or_no(text)
    assert [s.text for s in direct_answer(read(text), understand(PROPRANOLOL))]


@pytest.mark.parametrize(
    "text", ["No fever: treat at home.", "No antibiotics are needed.", "No-one knows.", "Nothing helps."]
)
def test_a_finding_or_a_ban_that_begins_with_no_is_no_answer_to_the_question(text: str) -> None:
    assert not says_yes_or_no(text)


def test_yes_to_a_question_for_a_ban_is_not_taken_for_a_permission() -> None:
    asked = understand("Should morphine be withheld from a dying patient?")
    assert direct_answer(read("Yes."), asked) == []
    assert direct_answer(read("Give it. Yes."), understand(PROPRANOLOL)) == []


_MEDICINES = ("streptomycin", "metformin", "propranolol", "doxycycline", "enalapril")
_EXCEPT = ("except", "except for", "apart from", "other than", "with the exception of")


@given(
    st.sampled_from(_MEDICINES),
    st.sampled_from(_EXCEPT),
    st.sampled_from(
        ("are safe in pregnancy", "may be given in pregnancy", "should be continued in pregnancy")
    ),
)
def test_all_but_a_medicine_forbids_it(medicine: str, but: str, said: str) -> None:
    (advice,) = advised(f"Is {medicine} safe in pregnancy?", f"All medicines, {but} {medicine}, {said}.")
    assert advice[0] is Polarity.DO_NOT


@given(st.sampled_from(_MEDICINES), st.sampled_from(_EXCEPT))
def test_none_but_a_medicine_allows_it(medicine: str, but: str) -> None:
    text = f"Do not give any medicine {but} {medicine} in pregnancy."
    assert advised(f"Is {medicine} safe in pregnancy?", text) == [(Polarity.MAY, text)]


@pytest.mark.parametrize("text", ["All medicines except streptomycin are given by mouth in pregnancy."])
def test_an_exception_to_how_medicines_are_given_forbids_none(text: str) -> None:
    said = advised("Is streptomycin safe in pregnancy?", text)
    assert all(polarity is not Polarity.DO_NOT for polarity, _ in said)


def test_a_class_that_may_be_given_is_not_read_as_a_ban_of_its_members() -> None:
    text = "Beta-blockers may be given in asthma."
    assert advised(PROPRANOLOL, text) == [(Polarity.MAY, text)]


@given(st.sampled_from(_MEDICINES), st.sampled_from(_MEDICINES), st.sampled_from(["but", "whereas", "while"]))
def test_of_a_contrast_a_medicine_has_its_own_side(one: str, other: str, word: str) -> None:
    assume(one != other)
    text = f"{one} should not be given {word} {other} should be given."
    banned, given_ = (advised(f"Can {name} be given?", text) for name in (one, other))
    assert banned == [(Polarity.DO_NOT, f"{one} should not be given")]
    assert given_ == [(Polarity.DO, f"{other} should be given.")]


def test_a_contrast_that_says_nothing_of_another_medicine_is_read_whole() -> None:
    text = "Propranolol should not be given but the patient should be watched."
    assert advised(PROPRANOLOL, text) == [(Polarity.DO_NOT, text)]


@given(
    st.sampled_from(["except for", "except in", "except if there is", "unless there is"]),
    st.sampled_from(["meningitis", "severe malaria", "cholera"]),
)
def test_an_exception_for_another_illness_leaves_a_ban_what_it_is(joint: str, illness: str) -> None:
    (told,) = read(f"Streptomycin should not be given to pregnant women {joint} {illness}.")
    asked = understand("May a pregnant woman with tuberculosis be given streptomycin?")
    assert told.polarity is not Polarity.DO_NOT
    assert as_told(told, asked).polarity is Polarity.DO_NOT
    of_it = understand(f"May a pregnant woman with {illness} be given streptomycin?")
    assert as_told(told, of_it).polarity is told.polarity


def test_an_exception_for_a_state_still_makes_a_ban_depend_on_it() -> None:
    (told,) = read("Streptomycin should not be given to pregnant women except after careful thought.")
    asked = understand("May a pregnant woman with tuberculosis be given streptomycin?")
    assert as_told(told, asked).polarity is told.polarity


@given(st.sampled_from(["except for", "except in"]))
def test_a_ban_that_excepts_the_people_in_question_does_not_forbid_it_to_them(joint: str) -> None:
    (told,) = read(f"Never give quinine {joint} pregnant women.")
    asked = understand("Can a pregnant woman be given quinine?")
    assert as_told(told, asked).polarity is not Polarity.DO_NOT
    (given,) = read(f"Give quinine {joint} pregnant women.")
    assert as_told(given, asked).polarity is Polarity.DO_NOT


@pytest.mark.parametrize(
    ("text", "is_answer"),
    [
        ("Yes, it may be given.", True),
        ("No, avoid it.", True),
        ("YES: Give metronidazole for giardia.", False),
        ("No: give oral rehydration.", False),
    ],
)
def test_a_branch_of_a_flow_chart_is_no_answer_to_the_question(text: str, is_answer: bool) -> None:
    assert says_yes_or_no(text) is is_answer


@pytest.mark.parametrize(
    "text", ["Cotrimoxazole is for life. Do not stop it.", "Cotrimoxazole is for life. Give it daily."]
)
def test_it_is_the_medicine_that_the_sentence_before_names(text: str) -> None:
    _, second = text.split(". ")
    assert second in [said for _, said in advised("Do I stop cotrimoxazole now?", text)]
    other = f"Prednisone is for life. {second}"
    assert second not in [said for _, said in advised("Do I stop cotrimoxazole now?", other)]


def test_a_ban_for_children_is_one_for_a_child_of_nine() -> None:
    text = "Aspirin is contraindicated in children."
    assert advised("May a 9-year-old with flu have aspirin?", text) == [(Polarity.DO_NOT, text)]
    assert not advised("May a 60-year-old with flu have aspirin?", text)


def test_a_medicine_that_sets_the_scene_is_not_the_one_in_question() -> None:
    question = "Enalapril made her lips swell. May she be given losartan?"
    assert not advised(question, "Enalapril is contraindicated after that.")
    assert advised(question, "Losartan is contraindicated after that.")


def test_general_advice_is_for_those_too_whom_it_includes() -> None:
    text = "Mothers after a caesarean, including breastfeeding mothers: give codeine 30 mg."
    assert advised("Can I give codeine to a breastfeeding mother?", text)


@given(
    st.sampled_from(["May ceftriaxone be given in jaundice?", "Can a baby with jaundice get ceftriaxone?"]),
    st.sampled_from([
        "Ceftriaxone may be used except in jaundice.", "Give ceftriaxone 50 mg/kg unless there is jaundice.",
        "Ceftriaxone can be given, but not in jaundice.", "Ceftriaxone is safe (not in jaundice)",
    ]),
)  # fmt: skip
def test_a_permission_that_excepts_the_case_in_question_is_a_ban_in_it(question: str, text: str) -> None:
    asked = understand(question)
    assert as_told(read(text)[0], asked).polarity is Polarity.DO_NOT
    other = understand("May ceftriaxone be given in gonorrhoea?")
    assert as_told(read(text)[0], other).polarity is not Polarity.DO_NOT
