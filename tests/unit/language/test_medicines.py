from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.language.medicines import asked_about, last_named, medicines, tried


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What dose of adrenaline is given?", "Give epinephrine 0.5 mg IM"),
        ("How long is isoniazid given?", "Stop IPT after 12 months"),
        ("Can tenofovir be used?", "Start TLD in all adults"),
        ("What dose of co-trimoxazole?", "cotrimoxazole 960 mg daily"),
        ("What dose of magnesium sulphate?", "MgSO4 4 g"),
        ("What dose of magnesium sulphate?", "magnesium\nsulphate 4 g"),
        ("Is tetracycline safe in pregnancy?", "Avoid tetracyclines"),
        ("What dose of ceftriaxone?", "ceftriaxone1 250 mg"),
        ("How much iron should a pregnant woman take?", "Ferrous sulphate 200 mg daily"),
        ("What dose of penicillin is given for tonsillitis?", "phenoxymethylpenicillin 500 mg"),
        ("At what age is measles vaccine given?", "9 months | Measles"),
        ("Should steroids be given in severe malaria?", "Do not give dexamethasone"),
        ("Should antibiotics be given for bronchitis?", "Augmentin 375 mg"),
        ("Can NSAIDs be used in heart failure?", "Avoid ibuprofen"),
    ],
)
def test_a_medicine_is_found_in_all_its_spellings_and_a_class_in_its_members(
    question: str, text: str
) -> None:
    asked = medicines(question)
    assert asked is not None
    assert asked.search(text)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What dose of paracetamol?", "abacavir 8 mg/kg"),
        ("What dose of insulin?", "insulinoma"),
        ("What dose of iron?", "environment"),
        ("Is isoniazid given?", "her hr was 80"),
        ("Should steroids be given?", "anabolic rest"),
    ],
)
def test_other_medicines_and_other_words_are_not_found(question: str, text: str) -> None:
    asked = medicines(question)
    assert asked is not None
    assert not asked.search(text)


@pytest.mark.parametrize(
    "question",
    [
        "How is scabies treated?",
        "Which antibiotic is given for cystitis?",
        "What is given after a paracetamol overdose?",
        "Which blood glucose level is too low?",
        "How long should an antidepressant be continued?",
        "",
    ],
)
def test_a_question_that_asks_about_no_medicine_names_none(question: str) -> None:
    assert medicines(question) is None


@given(st.text(max_size=60))
def test_any_question_can_be_read(question: str) -> None:
    asked = medicines(question)
    assert asked is None or asked.search("") is None


def test_a_drug_that_is_taken_beside_another_is_not_asked_about() -> None:
    assert asked_about("What dose of pyridoxine is given with isoniazid?") == {"pyridoxine"}
    assert asked_about("Can efavirenz be given with rifampicin?") == {"efavirenz"}
    assert asked_about("Is a patient on isoniazid infectious?") == {"isoniazid"}


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("Give quinine, then doxycycline, then quinine.", 37),
        ("Give doxycycline.", None),
        ("Quinine or doxycycline", 0),
        ("", None),
    ],
)
def test_a_medicine_is_found_where_it_is_named_last(text: str, place: int | None) -> None:
    assert last_named(text, {"quinine"}) == place
    assert last_named(text, frozenset()) is None


@pytest.mark.parametrize(
    "question",
    [
        "The fit goes on after two doses of diazepam. What is given next?",
        "Child still fitting after rectal diazepam twice, what next?",
        "Seizure not controlled by two doses of diazepam: which drug?",
        "Which drug comes next when diazepam has failed?",
        "No response to diazepam. What do I give?",
        "He fits despite diazepam and is alone. Which medicine?",
    ],
)
def test_what_was_given_and_did_not_help_is_not_asked_about(question: str) -> None:
    assert tried(question) == {"diazepam"}
    assert asked_about(question) == frozenset()
    assert asked_about(f"{question} Phenytoin?") == {"phenytoin"}


@pytest.mark.parametrize(
    "question",
    [
        "The child still fits after diazepam. May I give a third dose?",
        "The fit goes on after diazepam. After how long do I repeat it?",
        "Still fitting after the first diazepam. How many doses in all?",
        "How long after diazepam may he drive?",
    ],
)
def test_who_asks_for_more_of_the_same_asks_about_it(question: str) -> None:
    assert asked_about(question) == {"diazepam"}


def test_what_was_given_together_failed_together() -> None:
    assert tried("No better after ampicillin and gentamicin. What next?") == {"ampicillin", "gentamicin"}


@pytest.mark.parametrize(
    ("question", "text", "is_met"),
    [
        ("Can she take ibuprofen?", "NSAIDs of every kind are prohibited.", True),
        ("Is ciprofloxacin allowed?", "Quinolones must not be started.", True),
        ("Is ciprofloxacin allowed?", "Antibiotics are not needed.", False),
        ("Is ciprofloxacin allowed?", "Macrolides are not needed.", False),
        ("Can a child with a cold get measles vaccine?", "Yellow fever vaccine is put off.", False),
    ],
)
def test_the_narrowest_class_of_a_medicine_may_be_meant_with_it(
    question: str, text: str, is_met: bool
) -> None:
    with_classes, alone = medicines(question, or_classes=True), medicines(question)
    assert with_classes is not None
    assert alone is not None
    assert bool(with_classes.search(text)) is is_met
    assert not alone.search(text)


def test_a_medicine_against_an_illness_is_named_by_the_illness_alone() -> None:
    wording = medicines("How much rabies immunoglobulin for a bite?")
    assert wording is not None
    assert wording.search("Rabies: infiltrate the wound")
