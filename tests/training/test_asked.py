from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from asking import AskedLibrary
from edgerag.evaluate.datasets.handbooks import HandbookSet
from edgerag.evaluate.workspace import opened
from edgerag.inference.installed import InstalledModels
from edgerag.inference.opening import open_embedder, open_reranker
from relevance_cases import filled
from selector.asked import AskedGroup, asked_groups
from selector.judged import Grade, JudgedQuestion, digest

HANDBOOK = """# Diarrhoea

## Treatment at home

Give zinc 20 mg once daily for 10 days to a child with diarrhoea.

Weigh a child with diarrhoea every day.

Wash hands before you prepare food for a child.
"""
ANSWER, _, ASIDE = HANDBOOK.strip().split("\n\n")[2:]
QUESTION = "What dose of zinc should a child with diarrhoea get?"


@pytest.fixture
def groups(tmp_path: Path, models_folder: Path) -> list[AskedGroup]:
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
        JudgedQuestion(QUESTION, (), judged, held=True),
        JudgedQuestion("How is diarrhoea of a child treated?", (), {}),
    ]
    with opened(tmp_path / "library") as shelf:
        return list(asked_groups(questions, AskedLibrary(shelf, ids, embedder, reranker)))


def test_judged_statements_come_with_their_grades_and_others_not_at_all(groups: list[AskedGroup]) -> None:
    (group,) = groups
    assert (group.question, group.handbook, group.is_held) == (QUESTION, "diarrhoea", True)
    assert {one.text.rpartition(" | ")[2]: one.grade for one in group.statements} == {ANSWER: 3, ASIDE: 1}
    assert group.best == 3


def test_statements_are_read_under_their_headings(groups: list[AskedGroup]) -> None:
    assert groups[0].pairs[0] == (QUESTION, f"Diarrhoea > Treatment at home | {ANSWER}")


def test_what_speaks_for_them_without_a_model_comes_with_them(groups: list[AskedGroup]) -> None:
    by_text = {one.text.rpartition(" | ")[2]: one.signs for one in groups[0].statements}
    assert by_text[ANSWER].fit > by_text[ASIDE].fit
    assert 0 < groups[0].relevance < 1


def test_kept_groups_are_read_as_they_were(groups: list[AskedGroup]) -> None:
    kept = msgspec.msgpack.encode(groups)
    assert msgspec.msgpack.decode(kept, type=list[AskedGroup]) == groups
