from __future__ import annotations

from edgerag.summarise.alone import Lone, said_alone
from tests.answers import make_answer


def said(*quotes: tuple[str, ...]) -> list[tuple[str, str, str]]:
    found: list[Lone] = list(said_alone([make_answer("ABC"[n], *each) for n, each in enumerate(quotes)]))
    return [(one.saying.handbook, one.topic, one.saying.words) for one in found]


def test_an_amount_that_one_quotation_alone_gives_is_told() -> None:
    assert said(("Give amoxicillin 500 mg for 7 days.",), ("Give amoxicillin 250 mg.",)) == [
        ("A", "duration", "7 days")
    ]


def test_a_kind_of_amount_that_another_gives_too_is_not_told() -> None:
    assert said(("Repeat every 5 minutes.",), ("Repeat after 10 minutes.",)) == []


def test_a_medicine_that_one_alone_names_is_told() -> None:
    assert said(("Give ceftriaxone.",), ("Give amoxicillin.", "Ceftriaxone if worse.")) == [
        ("B", "medicine", "amoxicillin")
    ]


def test_a_limit_is_no_advice_of_its_own() -> None:
    assert said(("Treat if the CD4 count is below 350.",), ("Treat everybody.",)) == []


def test_only_the_best_quotation_speaks() -> None:
    assert said(("Wash the wound.", "Then give 5 mg for 3 days."), ("Wash it.",)) == []


def test_of_one_answer_nothing_is_said_alone() -> None:
    assert said(("Give 5 mg for 3 days.",)) == []
    assert said(("Give 5 mg for 3 days.",), ()) == []
