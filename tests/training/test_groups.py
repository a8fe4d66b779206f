from __future__ import annotations

from pathlib import Path

import pytest

from asking import AskedLibrary
from edgerag.answer.signs import Signs
from edgerag.evaluate.datasets.handbooks import HandbookSet
from edgerag.evaluate.workspace import opened
from edgerag.inference.installed import InstalledModels
from edgerag.inference.opening import open_embedder, open_reranker
from relevance_cases import filled
from selector.groups import Graded, Group, first_helps, read_groups
from selector.judged import Grade, JudgedQuestion, digest

PLAIN = Signs(cover=1, fit=1, place=1, aside=1, worth=1)
HANDBOOK = """# Diarrhoea

## Treatment at home

Give zinc 20 mg once daily for 10 days to a child with diarrhoea.

Weigh a child with diarrhoea every day.

Wash hands before you prepare food for a child.
"""
ANSWER, _, ASIDE = HANDBOOK.strip().split("\n\n")[2:]
QUESTION = "What dose of zinc should a child with diarrhoea get?"


@pytest.fixture
def groups(tmp_path: Path, models_folder: Path) -> list[Group]:
    """A question asked of a handbook of three statements, two of which were judged."""
    file = tmp_path / "diarrhoea.md"
    file.write_text(HANDBOOK, encoding="utf-8")
    models = InstalledModels(models_folder)
    embedder, reranker = open_embedder(models), open_reranker(models)
    ids = filled(tmp_path / "library", HandbookSet({"diarrhoea": file}, (), {}), embedder)
    judged: dict[str, dict[str, Grade]] = {
        "diarrhoea": {digest(ANSWER): 3, digest(ASIDE): 1, digest("Of another handbook."): 2}
    }
    questions = [
        JudgedQuestion(QUESTION, ("zinc dose for a child with a temperature of 39?",), judged, held=True),
        JudgedQuestion("How is diarrhoea of a child treated?", (), {}),
    ]
    with opened(tmp_path / "library") as shelf:
        return list(read_groups(questions, AskedLibrary(shelf, ids, embedder, reranker)))


def test_judged_statements_come_with_their_grades_and_others_not_at_all(groups: list[Group]) -> None:
    (group,) = groups
    assert (group.question, group.handbook, group.is_held) == (QUESTION, "diarrhoea", True)
    assert {one.text.rpartition(" | ")[2]: one.grade for one in group.statements} == {ANSWER: 3, ASIDE: 1}
    assert group.best == 3


def test_statements_are_read_under_their_headings(groups: list[Group]) -> None:
    assert groups[0].pairs[0] == (QUESTION, f"Diarrhoea > Treatment at home | {ANSWER}")


def test_wordings_are_written_as_they_are_searched(groups: list[Group]) -> None:
    asked, wording = groups[0].asked
    assert asked == QUESTION
    assert wording == "zinc dose for a child with a temperature of 39 (fever)?"


def graded(*grades: int) -> Group:
    statements = tuple(Graded(str(grade), grade, PLAIN) for grade in grades)
    return Group("q", ("q",), "handbook", 0.5, True, statements)


def test_first_statement_helps_as_often_as_it_has_a_good_grade() -> None:
    groups = [graded(3, 0), graded(0, 2), graded(1, 2), graded(0, 1)]
    share, n_groups = first_helps(groups, [[2, 1], [1, 2], [2, 1], [1, 2]])
    assert share == pytest.approx(2 / 3)
    assert n_groups == 3


def test_without_a_helpful_statement_nothing_is_measured() -> None:
    assert first_helps([graded(1, 0)], [[1, 0]]) == (0.0, 0)
