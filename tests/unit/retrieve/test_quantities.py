from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.retrieve.quantities import quantities, share_of_pairs


def test_pairs_a_number_with_its_neighbours() -> None:
    assert quantities("Give ibuprofen 400 mg now") == {("ibuprofen", "400"), ("400", "mg")}


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("Ibuprofen 400mg three times a day", 1.0),
        ("Ibuprofen: paracetamol 400 mg", 0.5),
        ("Ibuprofen 200 mg", 0.0),
        ("Ibuprofen for 400 patients", 0.0),
    ],
)
def test_a_passage_has_the_quantity_or_only_its_words(text: str, share: float) -> None:
    assert share_of_pairs(quantities("ibuprofen 400 mg"), text) == share


def test_a_ratio_is_one_number() -> None:
    assert share_of_pairs(quantities("adrenaline 1:1000"), "adrenaline (1:1000) IM") == 1.0
    assert share_of_pairs(quantities("adrenaline 1:1000"), "adrenaline (1:10000) IM") == 0.0


def test_thousands_may_be_grouped() -> None:
    assert share_of_pairs(quantities("1000 ppm"), "a solution of 1,000 ppm") == 1.0


def test_words_of_the_question_itself_are_not_part_of_a_quantity() -> None:
    assert quantities("What of 400 mg?") == {("400", "mg")}


def test_a_question_without_a_number_wants_nothing() -> None:
    assert quantities("How is fever treated?") == frozenset()
    assert share_of_pairs(frozenset(), "400 mg") == 0.0


@given(st.text(alphabet="ab 12.", max_size=40), st.text(alphabet="ab 12.", max_size=40))
def test_the_share_lies_between_0_and_1(question: str, passage: str) -> None:
    assert 0 <= share_of_pairs(quantities(question), passage) <= 1
    if quantities(question):
        assert share_of_pairs(quantities(question), question) == 1


def test_a_route_between_medicine_and_amount_makes_no_difference() -> None:
    assert share_of_pairs(quantities("enalapril 20 mg"), "enalapril, oral, 20 mg 12 hourly") == 1.0
    assert share_of_pairs(quantities("diazepam IV, 10 mg"), "diazepam 10 mg slowly IV") == 1.0


@given(st.text(alphabet="ab 1,0.m", max_size=30), st.text(alphabet="ab 1,0.m", max_size=60))
def test_the_share_is_that_of_the_pairs_of_both(question: str, passage: str) -> None:
    wanted = quantities(question)
    both = len(wanted & quantities(passage))
    assert share_of_pairs(wanted, passage) == (both / len(wanted) if wanted else 0)
