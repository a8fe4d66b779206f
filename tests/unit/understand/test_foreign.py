from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.index.vocabulary import Vocabulary
from edgerag.understand.foreign import is_foreign
from edgerag.understand.misspelt import guesses

FOREIGN = {
    "French": [
        "Quelle est la dose de ceftriaxone pour un adulte ?",
        "Comment traiter le paludisme chez la femme enceinte",
        "traitement de la pneumonie enfant",
        "Que faire en cas de morsure de serpent",
    ],
    "Swahili": [
        "matibabu ya malaria kwa watoto",
        "Je, dozi ya amoxicillin kwa mtoto ni gani?",
        "mtoto ana homa kali nifanye nini",
        "Jinsi ya kutibu nyoka akiuma",
        "dawa ya kifua kikuu",
    ],
    "Spanish": ["¿Cuál es la dosis de adrenalina en adultos?", "¿Qué hacer con una quemadura?"],
    "Portuguese": ["Como tratar a malária na gravidez", "qual é a dose de paracetamol para criança"],
    "German": ["Wie wird Malaria behandelt?", "Wann muss ein Kind überwiesen werden"],
    "Hausa": ["Menene maganin zazzabin cizon sauro"],
    "Indonesian": ["Berapa dosis parasetamol untuk anak"],
    "Arabic": ["كم جرعة الأدرينالين للبالغين", "ما هو علاج الملاريا"],
    "Amharic": ["የወባ ህክምና"],
    "Hindi": ["मलेरिया का इलाज"],
    "Chinese": ["成人过敏性休克应使用多少肾上腺素？"],
    "Russian": ["лечение малярии у детей"],
}
ENGLISH = [
    "adrenaline dose adult IM",
    "ceftriaxon for gonorhea",
    "HIV PMTCT NVP infant",
    "BP 180/110 preg 34/40 ?mx",
    "snake bite",
    "keppra dose",
    "Can a lactating mum take doxycycline?",
    "whats the dose of amoxicilin for 10kg kid",
    "can mum breastfeed on TB meds",
    "amoxicillin per os per kg",
    "HOW IS MALARIA TREATED",
    "help",
    "",
]


def foreign(question: str, vocabulary: Vocabulary) -> bool:
    return is_foreign(question, vocabulary, [guess.written for guess in guesses(question, vocabulary)])


@pytest.mark.parametrize(
    "question",
    [pytest.param(one, id=f"{name}-{n}") for name, all_ in FOREIGN.items() for n, one in enumerate(all_)],
)
def test_another_language_is_known_though_it_names_a_medicine(question: str, vocabulary: Vocabulary) -> None:
    assert foreign(question, vocabulary)


@pytest.mark.parametrize("question", ENGLISH)
def test_a_nurses_english_is_english(question: str, vocabulary: Vocabulary) -> None:
    assert not foreign(question, vocabulary)


@given(
    st.permutations(["adrenaline", "dose", "adult", "anaphylaxis", "IM"]),
    st.integers(1, 5),
    st.sampled_from(["lower", "capitalize", "upper"]),
)
def test_keywords_are_english_in_any_order_and_number(words: list[str], n: int, case: str) -> None:
    question = getattr(" ".join(words[:n]), case)()
    assert not foreign(question, Vocabulary({}, frozenset()))


@given(st.lists(st.sampled_from(["mtoto", "homa", "dawa", "kwa", "nyoka", "watoto"]), min_size=2, max_size=9))
def test_a_medicines_name_makes_no_english_of_another_language(words: list[str]) -> None:
    assert foreign(" ".join([*words, "ceftriaxone"]), Vocabulary({}, frozenset()))


@given(st.text(max_size=120))
def test_any_text_can_be_judged(text: str) -> None:
    is_foreign(text, Vocabulary({}, frozenset()), ())
