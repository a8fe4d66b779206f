from __future__ import annotations

import pytest

from selector.groups import Graded, Group, first_helps, groups_of, nearest
from selector.judged import Grade, JudgedQuestion
from selector.stated import Stated

QUESTION = "What dose of zinc should a child with diarrhoea get?"
STATED: Stated = {"a1": ("Burns | Give 10 mg.", "Diarrhoea | Zinc | Give 10 mg."), "b2": ("Wash hands.",)}


def test_judged_statements_come_with_their_grades_and_others_not_at_all() -> None:
    grades: dict[str, dict[str, Grade]] = {"book": {"b2": 0, "a1": 3, "c3": 2}, "another": {"a1": 3}}
    (group,) = groups_of([JudgedQuestion(QUESTION, (), grades, held=True)], {"book": STATED})
    assert (group.question, group.handbook, group.is_held) == (QUESTION, "book", True)
    assert group.statements == (Graded("Wash hands.", 0), Graded("Diarrhoea | Zinc | Give 10 mg.", 3))
    assert group.best == 3
    assert group.pairs[0] == (QUESTION, "Wash hands.")


def test_what_none_of_the_handbooks_states_makes_no_group() -> None:
    asked = JudgedQuestion(QUESTION, (), {"book": {"c3": 2}})
    assert list(groups_of([asked], {"book": STATED})) == []


def test_of_several_places_the_one_under_the_question_s_words_is_read() -> None:
    assert nearest(STATED["a1"], frozenset({"zinc", "diarrhoea"})) == STATED["a1"][1]
    assert nearest(STATED["a1"], frozenset({"burns"})) == STATED["a1"][0]


def test_wordings_are_written_as_they_are_searched() -> None:
    wording = "zinc dose for a child with a temperature of 39?"
    (group,) = groups_of([JudgedQuestion(QUESTION, (wording,), {"book": {"a1": 3}})], {"book": STATED})
    assert group.asked == (QUESTION, "zinc dose for a child with a temperature of 39 (fever)?")


def graded(*grades: int) -> Group:
    statements = tuple(Graded(str(grade), grade) for grade in grades)
    return Group("q", ("q",), "handbook", is_held=True, statements=statements)


def test_first_statement_helps_as_often_as_it_has_a_good_grade() -> None:
    groups = [graded(3, 0), graded(0, 2), graded(1, 2), graded(0, 1)]
    share, n_groups = first_helps(groups, [[2, 1], [1, 2], [2, 1], [1, 2]])
    assert share == pytest.approx(2 / 3)
    assert n_groups == 3


def test_without_a_helpful_statement_nothing_is_measured() -> None:
    assert first_helps([graded(1, 0)], [[1, 0]]) == (0.0, 0)
