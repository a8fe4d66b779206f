from __future__ import annotations

import pytest

from edgerag.ingest.withdrawn import MOST_PLACES, Withdrawal, Withdrawn, pages_named, problem


def test_each_reason_is_one_sentence_that_names_every_place_once() -> None:
    withdrawn = Withdrawn()
    withdrawn.leave_out(Withdrawal.HIDDEN, "10 mg")
    withdrawn.enter("Fever")
    withdrawn.leave_out(Withdrawal.STRUCK, "20 mg")
    withdrawn.leave_out(Withdrawal.STRUCK, "30 mg")
    assert withdrawn.problems() == (
        'text that is struck out is left out: under "Fever"',
        "text that is hidden is left out: at the beginning",
    )


def test_white_space_and_rules_are_no_text_to_leave_out() -> None:
    withdrawn = Withdrawn()
    withdrawn.leave_out(Withdrawal.HIDDEN, " \n ---- ")
    assert withdrawn.problems() == ()


def test_a_problem_of_many_places_names_some_and_counts_the_others() -> None:
    places = [f"page {number}" for number in range(MOST_PLACES + 5)]
    said = problem(Withdrawal.HIDDEN, places)
    assert said.endswith("page 11 and 5 more")


@pytest.mark.parametrize(("numbers", "said"), [([3], "page 3"), ([3, 4, 5, 9], "pages 3-5, 9")])
def test_pages_are_named_in_ranges(numbers: list[int], said: str) -> None:
    assert pages_named(numbers) == said
