from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.index.vocabulary import Vocabulary
from edgerag.language.listed import meaning, names_that_matter
from edgerag.understand.misspelt import guesses, is_known, respelt

NO_LIBRARY = Vocabulary({}, frozenset())


def corrected(question: str, vocabulary: Vocabulary) -> str:
    """The question with what was surely meant."""
    return respelt(question, guesses(question, vocabulary))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("ceftriaxon for gonorhea", "ceftriaxone for gonorrhoea"),
        ("Amoxicilin dose, child 10 kg", "amoxicillin dose, child 10 kg"),
        ("treetment of maleria", "treatment of malaria"),
        ("CHOLRA TREATMENT", "cholera TREATMENT"),
        ("adult with cholra", "adult with cholera"),
    ],
)
def test_what_is_clearly_meant_is_searched(typed: str, meant: str, vocabulary: Vocabulary) -> None:
    assert corrected(typed, vocabulary) == meant


@pytest.mark.parametrize(
    "question",
    [
        "anemia and anaemia in the newborn",
        "hospitalise or hospitalize",
        "Is a reinfection treated after an incomplete treatment?",
        "The patient is unstable, and no water is available",
        "0.5mg IM q6h, BP 180/110",
        "Dr Mania says that Musa has fever",
        "epinephrine, paracetamol and co-trimoxazole",
    ],
)
def test_known_words_names_numbers_and_opposites_stay(question: str, vocabulary: Vocabulary) -> None:
    assert corrected(question, vocabulary) == question


def test_a_short_plain_word_is_asked_about(vocabulary: Vocabulary) -> None:
    (guess,) = guesses("hands and watter", vocabulary)
    assert (guess.meant, guess.is_sure) == (("water",), False)


def test_between_two_medicines_nothing_is_chosen(vocabulary: Vocabulary) -> None:
    (guess,) = guesses("dose of cefaxime", vocabulary)
    assert (guess.written, guess.is_sure) == ("cefaxime", False)
    assert {"cefixime", "cefotaxime"} <= set(guess.meant)


def test_a_text_of_unknown_words_is_not_misspelt_and_takes_no_time(vocabulary: Vocabulary) -> None:
    nonsense = (f"{first}{second}xxamoxicilin" for first in "abcdefgh" for second in "ijklmno")
    assert guesses(" ".join(["ceftriaxon", *nonsense]), vocabulary) == ()


def test_a_piece_of_a_name_in_a_damaged_text_is_no_other_medicine() -> None:
    library = Vocabulary({"metronidazole": 30, "etronidazole": 1}, frozenset())
    assert corrected("metronidazol dose", library) == "metronidazole dose"


def test_what_ends_like_a_medicine_may_be_one_that_nobody_listed(vocabulary: Vocabulary) -> None:
    (guess,) = guesses("amoxacillin dose", vocabulary)
    assert (guess.meant[0], guess.is_sure) == ("amoxicillin", False)


def test_an_illness_that_no_lexicon_has_does_not_become_another() -> None:
    for written in ("hypercalcaemia", "necrotic", "hypotension", "neurotoxicity"):
        assert corrected(written, NO_LIBRARY) == written
        assert corrected(written, Vocabulary({"nephrotoxicity": 9}, frozenset())) == written


@given(st.sampled_from(sorted(names_that_matter().values())), st.data())
def test_a_slip_never_turns_one_medicine_or_illness_into_another(name: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(1, len(name)))
    letter = data.draw(st.sampled_from("aeioulmnrst"))
    slip = data.draw(
        st.sampled_from([name[:place] + letter + name[place:], name[:place] + name[place + 1 :]])
    )
    library = Vocabulary({name: 9}, frozenset())
    searched = corrected(slip, library)
    assert searched == slip or meaning(searched) & meaning(name)


@given(st.text(max_size=80))
def test_any_question_stays_as_it_is_but_for_its_misspelt_words(question: str) -> None:
    found = guesses(question, NO_LIBRARY)
    assert all(question[guess.start : guess.end] == guess.written for guess in found)
    assert not any(is_known(guess.written, NO_LIBRARY) for guess in found)
