from __future__ import annotations

from pathlib import Path

import pytest

from asking import AskedLibrary
from edgerag.evaluate.datasets.handbooks import HandbookSet
from edgerag.evaluate.workspace import opened
from edgerag.inference.installed import InstalledModels
from edgerag.inference.opening import open_embedder, open_reranker
from relation.judged import ComparedQuestion, JudgedPair
from relation.pairs import Answers, Graded, Pair, Statement, named, read_answers
from relevance_cases import filled
from selector.judged import JudgedQuestion, digest

FIRST = """# Diarrhoea

## Treatment at home

Give zinc 20 mg once daily for 10 days to a child with diarrhoea.

Do not:

- give loperamide to a child with diarrhoea
- stop feeding a child with diarrhoea
"""
SECOND = """# Children

## Diarrhoea

Give zinc 20 mg once daily for 14 days to a child with diarrhoea.

Weigh a child with diarrhoea every day.
"""
TEN_DAYS, FOURTEEN_DAYS = FIRST.split("\n\n")[2], SECOND.split("\n\n")[2]
WEIGH, LOPERAMIDE = "Weigh a child with diarrhoea every day.", "give loperamide to a child with diarrhoea"
QUESTION = "For how many days should a child with diarrhoea get zinc?"
OTHER = "Should a child with diarrhoea get loperamide?"
FIRST_SAYS = Statement(("Diarrhoea", "Treatment at home"), TEN_DAYS)
SECOND_SAYS = Statement(("Children", "Diarrhoea"), FOURTEEN_DAYS)


@pytest.fixture
def answers(tmp_path: Path, models_folder: Path) -> list[Answers]:
    """Two questions asked of two handbooks, one in either file and one in that of statements alone."""
    files = {"first": tmp_path / "first.md", "second": tmp_path / "second.md"}
    for file, text in zip(files.values(), (FIRST, SECOND), strict=True):
        file.write_text(text, encoding="utf-8")
    models = InstalledModels(models_folder)
    embedder, reranker = open_embedder(models), open_reranker(models)
    ids = filled(tmp_path / "library", HandbookSet(files, (), {}), embedder)
    days, unknown = (
        JudgedPair("first", digest(TEN_DAYS), "second", digest(said), "differs")
        for said in (FOURTEEN_DAYS, "Of another handbook.")
    )
    compared = [ComparedQuestion(QUESTION, ("zinc, how long, temperature of 39?",), (days, unknown), True)]
    judged = [
        JudgedQuestion(QUESTION, (), {"second": {digest(WEIGH): 1, digest(FOURTEEN_DAYS): 3}}, held=True),
        JudgedQuestion(OTHER, (), {"first": {digest(LOPERAMIDE): 3}}),
    ]
    with opened(tmp_path / "library") as shelf:
        return list(read_answers(compared, judged, AskedLibrary(shelf, ids, embedder, reranker)))


def test_judged_statements_are_found_in_their_handbooks(answers: list[Answers]) -> None:
    days, loperamide = answers
    assert days.pairs == (Pair(FIRST_SAYS, SECOND_SAYS, "differs"),)
    assert days.graded == (
        Graded("second", Statement(SECOND_SAYS.headings, WEIGH), 1),
        Graded("second", SECOND_SAYS, 3),
    )
    assert (days.is_held, loperamide.is_held, loperamide.pairs) == (True, False, ())


def test_statement_is_kept_with_what_completes_it(answers: list[Answers]) -> None:
    (said,) = answers[1].graded
    assert said.statement.text.startswith("Do not:")
    assert LOPERAMIDE in said.statement.text


def test_wordings_are_written_as_they_are_searched(answers: list[Answers]) -> None:
    assert answers[0].asked == (QUESTION, "zinc, how long, temperature of 39 (fever)?")


def test_statements_of_pairs_and_grades_are_looked_for() -> None:
    pair = JudgedPair("first", digest("a"), "second", digest("b"), "same")
    assert named([pair], {"second": {digest("c"): 0}}) == {
        "first": {digest("a")},
        "second": {digest("b"), digest("c")},
    }
