from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.evaluate.asks import Asks, asks


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How much zinc does a child with diarrhoea get?", Asks.DOSE),
        ("How often is depot contraception injected?", Asks.DOSE),
        ("For how many days is doxycycline given?", Asks.DURATION),
        ("At what temperature are vaccines stored?", Asks.THRESHOLD),
        ("Which antibiotic and what dose for a tooth abscess?", Asks.DOSE),
        ("Which drug is given first for high blood pressure?", Asks.LIST),
        ("What are the danger signs of pneumonia?", Asks.LIST),
        ("Pregnant, has warts. Can I paint them?", Asks.YES_NO),
        ("The baby does not breathe. What do I do?", Asks.PROCEDURE),
        ("How is a wound cleaned?", Asks.PROCEDURE),
        ("Scabies", Asks.BROAD),
    ],
)
def test_a_question_is_put_with_what_it_asks_for(question: str, expected: Asks) -> None:
    assert asks(question) is expected


@given(st.text())
def test_every_text_has_its_part(question: str) -> None:
    assert asks(question) in Asks
