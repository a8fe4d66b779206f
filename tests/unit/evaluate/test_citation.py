from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.evaluate.citation import evaluate_citation, overlap
from edgerag.evaluate.datasets.citation import CitedClaim


def quiet(_what: str, _done: int, _total: int) -> None:
    pass


def test_the_example_worked_by_hand() -> None:
    claims = [
        CitedClaim("a", ["s"] * 4, [[0, 1], [2]]),  # {1, 2} against {0, 1}: 2 / 4; against {2}: 2 / 3
        CitedClaim("b", ["s"] * 4, [[3]]),  # {1, 2} against {3}: 0
        CitedClaim("c", ["s"] * 4, [[]]),  # nothing bears it out: left out
    ]
    measured = evaluate_citation(claims, lambda _claim, _sentences: [1, 2], quiet)
    assert measured.n == 2
    assert measured.measures["f1"].value == pytest.approx((2 / 3 + 0) / 2)
    assert measured.measures["precision"].value == pytest.approx((1 / 2 + 0) / 2)
    assert measured.measures["recall"].value == pytest.approx((1 + 0) / 2)


@given(st.sets(st.integers(0, 5)), st.sets(st.integers(0, 5)))
def test_overlap_is_a_share_and_whole_only_of_equal_sets(chosen: set[int], gold: set[int]) -> None:
    f1, precision, recall = overlap(chosen, gold)
    assert all(0 <= value <= 1 for value in (f1, precision, recall))
    assert (f1 == 1) == (chosen == gold)
    assert overlap(gold, chosen) == (f1, recall, precision)
