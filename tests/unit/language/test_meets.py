from __future__ import annotations

import pytest

from edgerag.language.expectation import Expected, expectation
from edgerag.language.meets import meets


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What dose of adrenaline should an adult receive?", Expected.AMOUNT),
        ("How much folic acid should she take?", Expected.AMOUNT),
        ("How long should the eye be washed?", Expected.DURATION),
        ("For how many days is prednisone given?", Expected.DURATION),
        ("How often is Depo injected?", Expected.FREQUENCY),
        ("How soon can it be repeated?", Expected.FREQUENCY),
        ("How soon should a baby be fed?", Expected.TIME),
        ("Until what age should a baby be breastfed?", Expected.AGE),
        ("At what CD4 count should ART start?", Expected.THRESHOLD),
        ("What is the target HbA1c in diabetes?", Expected.THRESHOLD),
        ("What viral load means failure?", Expected.THRESHOLD),
        ("How many injections does she need?", Expected.COUNT),
        ("How many doses of hepatitis B vaccine does she need?", Expected.COUNT),
        ("Which antibiotics treat urethral discharge?", Expected.DRUG),
        ("Which drug stops a seizure, and at what dose?", Expected.AMOUNT),
        ("How is scabies treated?", Expected.DRUG),
        ("When should ART start?", Expected.TIME),
        ("Should a tourniquet be applied?", Expected.POLARITY),
        ("Tell me about scabies", Expected.ANYTHING),
    ],
)
def test_the_question_says_what_would_answer_it(question: str, expected: Expected) -> None:
    assert expectation(question) is expected


@pytest.mark.parametrize(
    ("expected", "answer", "other"),
    [
        (Expected.AMOUNT, "Give 0.5mℓ IM", "Give adrenaline at once"),
        (Expected.DURATION, "for at least 9 months", "with food"),
        (Expected.FREQUENCY, "8 hourly", "with food"),
        (Expected.AGE, "for the first 6 months of life", "with food"),
        (Expected.AGE, "at birth", "with food"),
        (Expected.THRESHOLD, "CD4 ≤ 500 cells/mm3", "CD4 count is measured"),
        (Expected.DRUG, "Hydrochlorothiazide, oral, 12.5 mg daily", "Measure the blood pressure"),
        (Expected.POLARITY, "Do not apply a tourniquet", "Snakes of this region"),
        (Expected.TIME, "within 2 weeks of TB treatment", "Antiretroviral therapy"),
        (Expected.COUNT, "single dose", "in the buttock"),
    ],
)
def test_an_answer_holds_what_was_asked_for(expected: Expected, answer: str, other: str) -> None:
    assert meets(expected, answer) > meets(expected, other)
