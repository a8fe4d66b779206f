from __future__ import annotations

import pytest

from edgerag.domain.points import Saying
from edgerag.summarise.quoting import saying, stands_in, whole
from tests.answers import make_answer


def test_words_are_found_in_the_quotation_that_holds_them() -> None:
    answer = make_answer("A", "Lay the patient down.", "Give 0.5\nmL into the thigh.")
    assert saying(answer, "0.5 mL") == Saying(answer.handbook.id, "0.5 mL", 1)


def test_the_words_of_a_generated_answer_give_way_to_those_of_its_quotation() -> None:
    answer = make_answer("A", "Give 500 micrograms at once.")
    assert saying(answer, "0.5 mg").words == "500 micrograms"


def test_a_value_does_not_stand_for_the_medicines_that_it_is_said_with() -> None:
    answer = make_answer("A", "Give co-amoxiclav 500/125 mg and metronidazole 500 mg.")
    assert saying(answer, "amoxicillin with clavulanate 500/125 mg and metronidazole") == whole(answer)


def test_words_that_no_quotation_holds_are_not_shown() -> None:
    answer = make_answer("A", "Give 25 mg.")
    assert saying(answer, "5 mg") == whole(answer) == Saying(answer.handbook.id, "", 0)
    assert saying(answer, "") == whole(answer)


def test_an_answer_without_quotations_has_no_citation() -> None:
    assert whole(make_answer("A")).citation is None


@pytest.mark.parametrize(
    ("words", "quote", "does"),
    [
        ("5 mg", "give 5 mg twice", True),
        ("5 mg", "give 5 mg.", True),
        ("5 mg", "give 0.5 mg", False),
        ("5 mg", "give 25 mg", False),
        ("5 mg", "give 5 mg/kg", False),
        ("2", "give 2.5", False),
        ("not", "give nothing", False),
        ("metronidazole", "give metronidazole4 500 mg", True),
        ("metronidazole", "give metronidazole400 mg", False),
        ("vitamin B", "give vitamin B12", False),
    ],
)
def test_whole_words_stand_in_a_quotation(words: str, quote: str, does: bool) -> None:
    assert stands_in(words, quote) is does


@pytest.mark.parametrize("head", ["For chlamydia, use one of the following:", "Weight | Dose", "Child:"])
def test_a_head_does_not_stand_for_what_is_quoted_under_it(head: str) -> None:
    assert whole(make_answer("A", head, "Give 500 mg of azithromycin.")).citation == 1
    assert whole(make_answer("A", head)).citation == 0
