from __future__ import annotations

import pytest

from edgerag.compare.nearness import nearness, weighed
from edgerag.language.reading import read
from edgerag.understand.understand import understand

QUESTION = "What dose of amoxicillin does an adult with pneumonia get?"


def score(text: str) -> float:
    return nearness(read(text)[0], understand(QUESTION))


@pytest.mark.parametrize(
    ("nearer", "farther"),
    [
        ("Pneumonia: amoxicillin 500 mg", "Sinusitis: amoxicillin 500 mg"),
        ("Give amoxicillin 500 mg", "Give ampicillin 500 mg"),
        ("Adults: amoxicillin 500 mg", "Children: amoxicillin 250 mg"),
        ("Amoxicillin 500 mg", "If pregnant, amoxicillin 500 mg"),
        ("Amoxicillin 500 mg", "Second-line: amoxicillin 500 mg"),
    ],
)
def test_what_answers_the_question_is_nearer(nearer: str, farther: str) -> None:
    assert score(nearer) > score(farther)


def test_earlier_paragraph_is_nearer() -> None:
    statements = read("Amoxicillin 500 mg.\n\nAmoxicillin 1 g.")
    heavier, lighter = weighed([(s, s.paragraph) for s in statements[::-1]], understand(QUESTION))
    assert (heavier.said, lighter.said) == (0, 1)
    assert heavier.weight + lighter.weight == pytest.approx(1.0)


def test_nothing_said_has_no_weight() -> None:
    assert weighed([], understand(QUESTION)) == []


@pytest.mark.parametrize(("asked", "other"), [("rectal", "IV"), ("IM", "oral"), ("IV", "IM")])
def test_the_way_of_giving_in_question_is_nearer_than_another(asked: str, other: str) -> None:
    question = understand(f"How much diazepam {asked} in a convulsion?")
    near, unsaid, far = (read(f"Give diazepam {way}10 mg.")[0] for way in (f"{asked} ", "", f"{other} "))
    assert nearness(near, question) > nearness(unsaid, question) > nearness(far, question)
