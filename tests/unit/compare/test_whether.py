from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edgerag.compare.findings import Relation
from edgerag.compare.whether import compare_whether
from edgerag.language.reading import read
from edgerag.understand.understand import understand

MEDICINES = st.sampled_from(["diazepam", "misoprostol", "artesunate", "salbutamol"])
TIMES = st.sampled_from(["second", "third", "fourth"])
BANS = st.sampled_from(
    [
        "Do not give a {n} dose.",
        "A {n} dose is not needed.",
        "Never repeat it a {n} time.",
        "Avoid a {n} dose.",
    ]
)
ORDERS = st.sampled_from(
    ["Give a {n} dose after 10 minutes.", "If needed repeat it a {n} time.", "A {n} dose may be given."]
)


def compared(question: str, a: str, b: str) -> Relation:
    return compare_whether(understand(question), read(a), read(b)).relation


@given(medicine=MEDICINES, n=TIMES, ban=BANS, order=ORDERS)
@settings(deadline=None)
def test_what_is_asked_forbidden_here_and_ordered_there_is_opposite(
    medicine: str, n: str, ban: str, order: str
) -> None:
    question = f"A child got {medicine} twice. May I give a {n} dose?"
    a, b = f"Give {medicine} slowly. {ban.format(n=n)}", f"{medicine.capitalize()} helps. {order.format(n=n)}"
    assert compared(question, a, b) is Relation.OPPOSITE
    assert compared(question, b, a) is Relation.OPPOSITE
    assert compared(question, a, a) is Relation.NOTHING
    assert compared(question, b, b) is Relation.NOTHING


@pytest.mark.parametrize(
    ("question", "a", "b"),
    [
        (
            "Anaphylaxis: may I inject adrenaline subcutaneously?",
            "0.5 mL subcutaneously.",
            "Never subcutaneously.",
        ),
        ("Do I pull back the plunger?", "- Pull back the plunger\n- Inject", "Do not pull back the plunger."),
        ("Must she come fasting for the test?", "Come after a fast of 8 hours.", "There is no need to fast."),
    ],
)
def test_any_words_of_the_question_count(question: str, a: str, b: str) -> None:
    assert compared(question, a, b) is Relation.OPPOSITE


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Do not give a third dose if there is a rash.", "Give a third dose."),
        ("Do not give a third dose. Give a third dose in hospital.", "Give a third dose."),
        ("Do not give it with milk.", "Give a third dose."),
        ("", "Give a third dose."),
    ],
)
def test_a_ban_for_another_case_or_of_something_else_is_none(a: str, b: str) -> None:
    assert compared("May I give a third dose of diazepam?", a, b) is Relation.NOTHING


def test_only_a_question_that_can_be_answered_with_yes_or_no_is_about_a_deed() -> None:
    asked = replace(understand("May I give a third dose of diazepam?"), whether=frozenset())
    found = compare_whether(asked, read("Do not give a third dose."), read("Give a third dose."))
    assert found.relation is Relation.NOTHING
    assert not understand("How much diazepam is a third dose?").whether


def test_people_of_whom_only_one_text_speaks_are_others() -> None:
    question = "Can a third dose of diazepam be given?"
    a, b = "Children: do not give a third dose.", "Adults: give a third dose."
    assert compared(question, a, b) is Relation.OTHER_PEOPLE
