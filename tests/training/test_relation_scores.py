from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from relation.judged import RELATIONS
from relation.scores import both_ways, measured, numbers_of, softmax

SURE = 4 * np.eye(len(RELATIONS), dtype=np.float32)


def test_model_that_is_right_scores_one_everywhere() -> None:
    said = measured(SURE, numbers_of(RELATIONS))
    assert said == "pairs 5 | accuracy 1.000 | of comparable 1.000 | conflict AUC 1.000 | apart AUC 1.000"


def test_relation_counts_among_the_comparable_though_apart_is_likelier() -> None:
    logits = np.array([[1, 0, 0, 0, 2], [0, 0, 1, 0, 2]], dtype=np.float32)
    said = measured(logits, numbers_of(["same", "differs"]))
    assert "accuracy 0.000 | of comparable 1.000 | conflict AUC 1.000" in said


def test_differing_and_opposite_are_one_conflict() -> None:
    logits = np.array([[0, 3, 0, 0, 0], [0, 0, 0, 3, 0]], dtype=np.float32)
    assert "of comparable 0.500 | conflict AUC 1.000" in measured(logits, numbers_of(["more", "differs"]))


def test_where_all_is_apart_nothing_is_compared() -> None:
    said = measured(SURE[-1:], numbers_of(["apart"]))
    assert said == "pairs 1 | accuracy 1.000 | of comparable nan | conflict AUC nan | apart AUC nan"


def test_probabilities_are_those_of_the_logits() -> None:
    logits = np.log(np.array([[1, 2, 3, 4, 10]], dtype=np.float32))
    assert softmax(logits)[0].tolist() == pytest.approx([0.05, 0.1, 0.15, 0.2, 0.5])


@given(st.lists(st.lists(st.integers(-9, 9), min_size=10, max_size=10), min_size=1, max_size=5))
def test_order_of_the_statements_makes_no_difference(rows: list[list[int]]) -> None:
    logits = np.array(rows, dtype=np.float32).reshape(-1, len(RELATIONS))
    swapped = logits.reshape(-1, 2, len(RELATIONS))[:, ::-1].reshape(-1, len(RELATIONS))
    np.testing.assert_array_equal(both_ways(logits), both_ways(swapped))
    assert both_ways(logits)[0].tolist() == ((logits[0] + logits[1]) / 2).tolist()
