from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from jaxtyping import Float32

import fit_selection
from edgerag.answer import extractive
from edgerag.answer.signs import Signs
from fit_selection import area, cross_validated, fitted, folds, odds, table
from selector.asked import AskedGroup, Found

PLAIN = Signs(cover=0.8, fit=1.0, place=0.5, aside=1.0, worth=1.0)
BESIDE = Signs(cover=0.8, fit=0.2, place=0.5, aside=0.5, worth=1.0)


class Shorter:
    """Reads as a selector does that prefers short statements."""

    name = "shorter"

    def score(self, query: str, passages: Sequence[str]) -> Float32[np.ndarray, " passage"]:
        return np.array([5 - len(text) for text in passages], dtype=np.float32)


def group(number: int) -> AskedGroup:
    statements = (
        Found("give zinc", 3, PLAIN),
        Found("give oil", 0, BESIDE),
        Found("wash the hands", 0, PLAIN),
        Found("give zinc daily", 2, PLAIN),
    )
    question = f"question {number}"
    return AskedGroup(question, (question,), "book", is_held=True, statements=statements, relevance=0.9)


GROUPS = [group(number) for number in range(10)]


def test_regressors_and_printed_constants_give_the_probability_of_the_program() -> None:
    constants = np.array([extractive.BIAS, *extractive.WEIGHTS])
    rows, _, _ = table(GROUPS[:1], Shorter())
    for row in rows:
        expected = 1 / (1 + np.exp(-float(row @ constants)))
        assert extractive.probability(row[1:].tolist()) == pytest.approx(expected)
    bias, weights = fit_selection.constants("", constants)
    assert bias == f"BIAS = {extractive.BIAS:.2f}"
    assert weights == f"WEIGHTS = ({', '.join(f'{weight:.2f}' for weight in extractive.WEIGHTS)})"


def test_every_statement_has_a_row_and_helps_from_a_good_part_of_the_answer_on() -> None:
    rows, helps, of_group = table(GROUPS, Shorter())
    assert rows.shape == (40, 1 + len(extractive.WEIGHTS))
    assert helps[:4].tolist() == [1, 0, 0, 1]
    assert of_group.tolist() == [number for number in range(10) for _ in range(4)]


def test_what_is_beside_the_point_is_told_from_what_helps() -> None:
    rows, helps, of_group = table(GROUPS, Shorter())
    weights = fitted(rows, helps)
    oil, zinc = rows[1] @ weights, rows[0] @ weights
    assert oil < zinc
    scores = cross_validated(rows, helps, folds(GROUPS)[of_group])
    assert (scores.reshape(10, 4)[:, 0] > scores.reshape(10, 4)[:, 1]).all()


@pytest.mark.parametrize(
    ("scores", "expected"),
    [([0.1, 0.2, 0.8, 0.9], 1.0), ([0.9, 0.8, 0.2, 0.1], 0.0), ([0.1, 0.3, 0.2, 0.4], 0.75)],
)
def test_area_is_the_share_of_pairs_in_the_right_order(scores: list[float], expected: float) -> None:
    assert area(np.array(scores), np.array([0.0, 0.0, 1.0, 1.0])) == pytest.approx(expected)


def test_a_handbook_is_weighed_by_its_relevance_and_its_likeliest_statement() -> None:
    weighed = odds(GROUPS[0], np.array([-2.0, 1.5, 0.0, -1.0]))
    assert weighed == pytest.approx((np.log(9), 1.5))
    constants = np.array([extractive.ANSWERING_BIAS, *extractive.ANSWERING_WEIGHTS])
    expected = 1 / (1 + np.exp(-float(np.array([1.0, *weighed]) @ constants)))
    first = 1 / (1 + np.exp(-1.5))
    assert extractive.answering(GROUPS[0].relevance, first) == pytest.approx(expected)


def test_the_groups_of_a_question_are_in_one_fold() -> None:
    assert folds([*GROUPS, *GROUPS]).tolist() == [*folds(GROUPS).tolist()] * 2
