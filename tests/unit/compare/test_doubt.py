from __future__ import annotations

from dataclasses import replace

import pytest

from edgerag.compare.doubt import may_not_answer
from edgerag.domain.answers import SURE, Answer
from tests.answers import make_answer


def answer(probability: float | None, relevance: float = 0.9) -> Answer:
    made = make_answer("A", "Give 1 mL.", relevance=relevance)
    views = {} if probability is None else {"answer": probability}
    return replace(made, trace=replace(made.trace, views=views))


def test_one_of_two_that_may_not_answer_is_enough_for_doubt() -> None:
    sure, unsure = answer(SURE), answer(SURE - 0.01)
    assert not may_not_answer(sure, sure)
    assert may_not_answer(sure, unsure)
    assert may_not_answer(unsure, sure)


@pytest.mark.parametrize(("relevance", "is_doubted"), [(0.9, False), (0.2, True)])
def test_where_nothing_is_known_of_the_quotations_the_handbook_s_relevance_counts(
    relevance: float, *, is_doubted: bool
) -> None:
    assert may_not_answer(answer(None, relevance), answer(0.9)) is is_doubted
