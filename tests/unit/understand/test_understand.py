from __future__ import annotations

import pytest

from edgerag.language.values import Kind
from edgerag.understand.understand import understand


@pytest.mark.parametrize(
    ("question", "kinds"),
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
        ("What is the target blood pressure in diabetes?", (Kind.THRESHOLD,)),
        ("What viral load means failure?", (Kind.THRESHOLD,)),
        ("Which antibiotic treats cholera?", (Kind.DRUG,)),
        ("Which drug lowers blood pressure?", (Kind.DRUG,)),
        ("What is the first-line regimen?", (Kind.DRUG,)),
        ("Should a tourniquet be applied?", (Kind.ACTION,)),
        ("Is ibuprofen safe in pregnancy?", (Kind.ACTION,)),
        ("What does the handbook say about diet?", ()),
    ],
)
def test_question_names_what_it_asks(question: str, kinds: tuple[Kind, ...]) -> None:
    assert understand(question).kinds == kinds


def test_question_names_drug_and_people() -> None:
    asked = understand("What dose of epinephrine does a pregnant adult get?")
    assert asked.drugs == {"adrenaline"}
    assert asked.populations == {"pregnant", "adult"}


@pytest.mark.parametrize(
    ("question", "deed"),
    [
        ("Should antibiotics be given for acute bronchitis?", {"antibiotic"}),
        ("Should a fever be treated with sponging?", {"spong"}),
        ("Should pregnant women avoid alcohol?", {"alcohol"}),
        ("Should a newborn get BCG?", {"bcg"}),
        ("Should blisters of a burn be opened?", {"blister", "open"}),
        ("Should a snake bite be cut and sucked?", {"cut", "suck"}),
    ],
)
def test_the_deed_is_what_is_done_and_not_that_something_is_done(question: str, deed: set[str]) -> None:
    assert understand(question).deed == deed


def test_whom_a_question_excludes_it_is_not_about() -> None:
    assert understand("Which antibiotic is given to a woman who is not pregnant?").populations == frozenset()


@pytest.mark.parametrize(
    ("question", "is_one"),
    [
        ("Does the drug lower the blood pressure of adults?", True),
        ("In patients with hypertension, does the drug help?", True),
        ("Should a tourniquet be applied?", True),
        ("What dose of adrenaline is given?", False),
        ("How often is the drug given?", False),
        ("", False),
    ],
)
def test_yes_or_no_question_is_known(question: str, is_one: bool) -> None:
    assert understand(question).is_yes_or_no is is_one
