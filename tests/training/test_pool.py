"""Statements for a teacher are drawn from every handbook for every question."""

from __future__ import annotations

import pytest

from selector.judged import JudgedQuestion
from selector.pool import FIRST, FURTHER, Ranking, pooled

ZINC = [f"Give zinc {n} mg once daily for ten days" for n in range(30)]


def test_texts_rank_by_the_words_that_they_share_with_the_question() -> None:
    ranking = Ranking(["Wash your hands before a meal", "Give zinc to a child", "Give zinc for diarrhoea"])
    assert ranking.first("zinc for diarrhoea", 2) == ["Give zinc for diarrhoea", "Give zinc to a child"]
    assert ranking.first("scabies", 2) == []


@pytest.mark.parametrize("is_held", [False, True])
def test_each_handbook_gives_a_question_its_likeliest_statements(is_held: bool) -> None:
    question = JudgedQuestion("zinc dose?", ("What dose of zinc?",), {}, is_held)
    handbooks = {
        "a": {str(n): (text,) for n, text in enumerate(ZINC)},
        "b": {"0": ("Wash your hands well.",)},
    }
    zinc, other = pooled([question], handbooks, seed=1)
    assert len(zinc.texts) == len(set(zinc.texts)) == FIRST + FURTHER
    assert other.texts == ()
    assert zinc.is_held == other.is_held == is_held
