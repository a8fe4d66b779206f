from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.domain.entities import EntityType as T
from edgerag.language.entities import named, names_of, type_of
from tests.growth import is_linear

WORD_LIST = Path("/usr/share/dict/american-english")


def found(text: str) -> list[tuple[T, str, str]]:
    return [(e.type, e.name, text[e.start : e.end]) for e in named(text)]


@pytest.mark.parametrize(
    ("text", "kind", "name"),
    [
        ("the liver", T.BODY, "liver"),
        ("G6PD", T.GENE, "glucose-6-phosphate dehydrogenase"),
        ("shortness of breath", T.SYMPTOM, "breathlessness"),
        ("a pulse oximeter", T.INSTRUMENT, "pulse oximeter"),
        ("full blood count", T.EXAMINATION, "blood count"),
        ("kerosene", T.CHEMICAL, "kerosene"),
        ("kala-azar", T.DISEASE, "leishmaniasis"),
        ("epinephrine", T.DRUG, "adrenaline"),
        ("ferrous sulfate", T.SUPPLEMENT, "iron"),
        ("vaccination", T.TREATMENT, "immunisation"),
    ],
)
def test_each_of_the_ten_types_is_found_by_any_of_its_names(text: str, kind: T, name: str) -> None:
    assert [(e.type, e.name) for e in named(text)] == [(kind, name)]


def test_spellings_plurals_and_capitals_are_one_entity() -> None:
    texts = ("diarrhoea", "Diarrhea", "DIARRHOEA", "haemorrhoids", "Hemorrhoid")
    assert [found(text)[0][1] for text in texts] == ["diarrhoea"] * 3 + ["haemorrhoid"] * 2


def test_the_longest_name_counts() -> None:
    assert found("severe malaria") == [(T.DISEASE, "severe malaria", "severe malaria")]
    assert found("sore throat") == [(T.DISEASE, "pharyngitis", "sore throat")]


def test_a_combination_names_each_of_its_drugs_at_one_place() -> None:
    names = {name for kind, name, written in found("TLD daily") if kind is T.DRUG and written == "TLD"}
    assert names == {"tenofovir", "lamivudine", "dolutegravir"}


def test_what_was_taken_in_excess_or_is_measured_is_no_drug() -> None:
    assert T.DRUG not in {kind for kind, _, _ in found("blood glucose and iron deficiency")}


def test_an_unlisted_inflammation_is_a_disease() -> None:
    assert found("dacryocystitis") == [(T.DISEASE, "dacryocystitis", "dacryocystitis")]


def test_a_phrase_is_what_the_word_says_that_it_turns_on() -> None:
    assert type_of("isoniazid preventive therapy") is T.TREATMENT
    assert type_of("prevention of mother-to-child transmission") is T.TREATMENT
    assert type_of("nucleoside reverse transcriptase inhibitors") is T.DRUG
    assert type_of("department of health") is None
    assert type_of("") is type_of("...") is None


@pytest.mark.skipif(not WORD_LIST.is_file(), reason="no list of English words here")
def test_the_endings_take_no_common_word_of_english() -> None:
    words = {word for word in WORD_LIST.read_text("utf-8").split() if re.fullmatch("[a-z]+", word)}
    by_ending = {word for word in words if re.search(r"(itis|ectomy)$", word) and named(word)}
    assert {word for word in by_ending if named(word)[0].type not in {T.DISEASE, T.TREATMENT}} == set()
    assert by_ending & {"kuwaitis", "wapitis"} == set()


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("nephrotoxicity", T.DISEASE),
        ("Azotaemia", T.DISEASE),
        ("azotemia", T.DISEASE),
        ("phosphaturia", T.SYMPTOM),
        ("coxalgia", T.SYMPTOM),
        ("rhinoscopy", T.EXAMINATION),
        ("cystotomy", T.TREATMENT),
        ("otoplasty", T.TREATMENT),
    ],
)
def test_an_unlisted_word_is_what_its_ending_says(word: str, kind: T) -> None:
    assert [one[0] for one in found(word)] == [kind]


@pytest.mark.parametrize(
    "word",
    [
        "Kuwaitis",
        "academia",
        "Bohemia",
        "homeopathy",
        "osteopathy",
        "nostalgia",
        "dichotomy",
        "spectroscopy",
        "Manchuria",
    ],
)
def test_a_word_of_another_trade_is_not_ill_for_its_ending(word: str) -> None:
    assert found(word) == []


@pytest.mark.skipif(not WORD_LIST.is_file(), reason="no list of English words here")
@pytest.mark.parametrize(
    "text", ["the patient goes to them", "lead to a back and forth", "may be", "as or it"]
)
def test_small_words_name_nothing(text: str) -> None:
    assert found(text) == []


@given(st.text(max_size=300))
def test_entities_lie_in_the_text_in_its_order_and_overlap_only_as_one_combination(text: str) -> None:
    entities = named(text)
    for one, other in pairwise(entities):
        assert one.end <= other.start or (one.start, one.end) == (other.start, other.end)
    assert all(0 <= e.start < e.end <= len(text) for e in entities)


@pytest.mark.parametrize(
    "part", ["malaria ", "infection of the ", "疟疾和贫血", "\x00\x07 fever\n", "| 5 mg | iron "]
)
def test_the_time_grows_with_the_text(part: str) -> None:
    assert is_linear(named, part, n_chars=20_000)


@pytest.mark.parametrize(
    ("text", "name", "others"),
    [
        ("Flagyl", "metronidazole", {"flagyl"}),
        ("fits", "convulsion", {"seizure", "fits"}),
        ("water pill", "diuretic", {"water pill", "thiazide"}),
    ],
)
def test_an_entity_is_known_by_all_its_names(text: str, name: str, others: set[str]) -> None:
    (entity,) = named(text)
    known = names_of(entity)
    assert name in known
    assert others <= set(known)
    assert len(set(known)) == len(known)


def test_what_is_known_by_its_ending_alone_has_its_own_name_alone() -> None:
    (entity,) = named("Sesamoiditis")
    assert names_of(entity) == ("sesamoiditis",)
