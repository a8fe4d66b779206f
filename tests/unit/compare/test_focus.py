from __future__ import annotations

import pytest

from edgerag.compare.focus import focus_of
from edgerag.compare.values import Kind


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("What dose of adrenaline should an adult with anaphylaxis receive?", (Kind.DOSE,)),
        ("How much folic acid should a pregnant woman take?", (Kind.DOSE,)),
        ("How long should a burn be cooled?", (Kind.DURATION,)),
        ("For how many days is prednisone given?", (Kind.DURATION,)),
        ("How often is the injection given?", (Kind.FREQUENCY,)),
        ("How soon can adrenaline be repeated?", (Kind.FREQUENCY,)),
        ("How many doses of the vaccine does a child need?", (Kind.COUNT,)),
        ("When should treatment start?", (Kind.TIMING,)),
        ("At what CD4 count should treatment start?", (Kind.THRESHOLD,)),
        ("Which antibiotic treats cholera?", (Kind.DRUG,)),
        ("What is the first-line regimen?", (Kind.DRUG,)),
        ("Should a tourniquet be applied?", (Kind.ACTION,)),
        ("Is ibuprofen safe in pregnancy?", (Kind.ACTION,)),
        ("What does the handbook say about diet?", ()),
    ],
)
def test_question_names_what_it_asks(question: str, asked: tuple[Kind, ...]) -> None:
    assert focus_of(question).asked == asked


def test_question_names_drug_and_people() -> None:
    focus = focus_of("What dose of epinephrine does a pregnant adult get?")
    assert focus.drugs == {"adrenaline"}
    assert focus.populations == {"pregnant", "adult"}
