from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.index.vocabulary import Vocabulary
from edgerag.language.words import stem
from edgerag.understand.follow_up import Standing, standing, together
from edgerag.understand.understand import understand

BEFORE = "What dose of ceftriaxone is given to an adult with gonorrhoea?"

ILLNESSES = (
    "gonorrhoea",
    "malaria",
    "cholera",
    "snake bite",
    "anaphylaxis",
    "pneumonia",
    "eclampsia",
    "scabies",
)
MEDICINES = ("ceftriaxone", "amoxicillin", "adrenaline", "gentamicin", "oxytocin", "quinine")
WHOM = ("", " in a child", " in pregnancy", " for a newborn", " to an adult of 50 kg")


@pytest.fixture(scope="session")
def vocabulary() -> Vocabulary:
    """The plain words of a small library."""
    plain = """
        treatment child children adult dose given treated patient receive after before infection complete safe
        repeated complications stuck shoulder head when with penicillin weighs worse
    """
    words = plain.split()
    return Vocabulary(dict.fromkeys(words, 20), frozenset(map(stem, words)))


standing_alone = st.one_of(
    st.builds("How is {} treated{}?".format, st.sampled_from(ILLNESSES), st.sampled_from(WHOM)),
    st.builds("What dose of {} is given{}?".format, st.sampled_from(MEDICINES), st.sampled_from(WHOM)),
    st.builds("For how long is {} given for {}?".format, *map(st.sampled_from, (MEDICINES, ILLNESSES))),
    st.builds("Is {} safe{}?".format, st.sampled_from(MEDICINES), st.sampled_from(WHOM)),
    st.builds("A patient has {}. What should be given{}?".format, *map(st.sampled_from, (ILLNESSES, WHOM))),
)
linked = st.sampled_from(
    ["And ", "and ", "But ", "So ", "Then ", "also, ", "And then ", "What if it is worse: "]
)


@given(question=standing_alone)
def test_what_asks_something_of_something_is_read_alone(question: str, vocabulary: Vocabulary) -> None:
    assert standing(question, vocabulary) is Standing.ALONE


@given(opener=linked, question=standing_alone)
def test_what_could_stand_alone_is_never_joined_however_it_begins(
    opener: str, question: str, vocabulary: Vocabulary
) -> None:
    assert standing(opener + question, vocabulary) is not Standing.GOES_ON


@pytest.mark.parametrize(
    "question",
    [
        "and if she is pregnant?",
        "And if he weighs 12 kg?",
        "what if she is allergic to penicillin?",
        "What about children?",
        "what about amoxicillin?",
        "and malaria?",
        "And for how long?",
        "How long?",
        "What dose for a child?",
        "How is it treated?",
        "Is it safe in pregnancy?",
        "and by mouth?",
        "what about the elderly",
        "and how often is it repeated?",
        "If she is not pregnant?",
    ],
)
def test_what_cannot_stand_alone_goes_on(question: str, vocabulary: Vocabulary) -> None:
    assert standing(question, vocabulary) is Standing.GOES_ON


@pytest.mark.parametrize(
    "question",
    [
        "And how is malaria treated?",
        "and if a child has malaria?",
        "Is it given with rifampicin?",
        "What are the complications?",
        "baby not well",
        "in a 3 year old child",
        "and what do I do when the shoulder is stuck and the head is out?",
    ],
)
def test_what_may_be_another_patient_is_in_doubt(question: str, vocabulary: Vocabulary) -> None:
    assert standing(question, vocabulary) is Standing.IN_DOUBT


@pytest.mark.parametrize(
    "question",
    [
        "malaria in pregnancy",
        "A woman has a snake bite, what is she given?",
        "If a child has malaria, is it treated at home?",
        "How are chilblains treated?",
    ],
)
def test_a_pronoun_that_has_its_noun_in_the_question_carries_nothing(
    question: str, vocabulary: Vocabulary
) -> None:
    assert standing(question, vocabulary) is Standing.ALONE


@pytest.mark.parametrize(
    ("question", "text", "carried"),
    [
        (
            "and if she is pregnant?",
            "What dose of ceftriaxone is given to an adult with gonorrhoea (if she is pregnant)?",
            "ceftriaxone · adult · gonorrhoea · dose",
        ),
        (
            "what about children?",
            "What dose of ceftriaxone is given to children with gonorrhoea?",
            "ceftriaxone · gonorrhoea · dose",
        ),
        (
            "and amoxicillin?",
            "What dose of amoxicillin is given to an adult with gonorrhoea?",
            "adult · gonorrhoea · dose",
        ),
        (
            "and in children under 5 kg?",
            "What dose of ceftriaxone is given to children with gonorrhoea (in children under 5 kg)?",
            "ceftriaxone · gonorrhoea · dose",
        ),
        (
            "And for how long?",
            "For how long (ceftriaxone, adult, gonorrhoea)?",
            "ceftriaxone · adult · gonorrhoea",
        ),
        ("Is it safe in pregnancy?", "Is it safe in pregnancy (ceftriaxone, adult, gonorrhoea)?", None),
        ("what dose in children?", "What dose in children (ceftriaxone, gonorrhoea)?", None),
    ],
)
def test_both_are_read_as_one_text(question: str, text: str, carried: str | None) -> None:
    read = together(question, BEFORE)
    assert read.text == text
    assert carried is None or read.carried == carried


def test_whom_a_question_leaves_out_is_not_carried_over() -> None:
    read = together("and if she is not pregnant?", "What dose of quinine is given to a pregnant woman?")
    assert "pregnant" in understand(read.text).left_out
    assert "pregnant" not in understand(read.text).populations
    assert "pregnant" not in read.carried


def test_of_what_no_name_is_known_the_whole_question_is_carried() -> None:
    read = together("And for how long?", "How are chilblains treated?")
    assert read.text == "For how long (How are chilblains treated)?"


@given(
    before=standing_alone,
    question=st.sampled_from(["and if she is pregnant?", "What about a newborn?", "And how long?"]),
)
def test_every_illness_and_medicine_of_the_question_before_is_kept_and_told(
    before: str, question: str
) -> None:
    read, old = together(question, before), understand(before)
    new = understand(read.text)
    assert new.drugs >= old.drugs
    assert set(new.conditions) >= set(old.conditions)
    assert all(word in read.carried for word in (*ILLNESSES, *MEDICINES) if word in before)


@given(
    before=standing_alone,
    question=st.sampled_from(["and if she is pregnant?", "And for how long?", "what about quinine?"]),
)
def test_to_go_on_twice_keeps_what_was_carried_first(before: str, question: str) -> None:
    first = together(question, before)
    second = understand(together("and if he weighs 40 kg?", first.text).text)
    assert set(second.conditions) >= set(understand(first.text).conditions)
    assert second.drugs >= understand(first.text).drugs
    assert [value.kind.value for value in second.weights]
