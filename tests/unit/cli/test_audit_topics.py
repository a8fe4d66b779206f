from __future__ import annotations

from pathlib import Path

import pytest

from edgerag.audit.questions import labels_of, read_questions
from edgerag.errors import EdgeRagError
from tests.unit.cli.conftest import Invoke

QUESTIONS = [
    *(f"What dose of {drug} treats malaria in adults?" for drug in ("quinine", "artesunate", "chloroquine")),
    *(f"How is a {wound} washed and closed?" for wound in ("dog bite wound", "cut wound", "deep wound")),
]


@pytest.mark.usefixtures("in_asked_home")
def test_topics_are_written_beside_the_questions_and_read_as_their_labels(
    invoke: Invoke, tmp_path: Path
) -> None:
    (tmp_path / "q.txt").write_text("\n".join(QUESTIONS))
    written = invoke("audit", "topics", "--questions", tmp_path / "q.txt", "--to", tmp_path / "q.csv")
    assert written.stdout.endswith(f"written: {tmp_path / 'q.csv'}\n")
    found = read_questions(tmp_path / "q.csv")
    assert [question.text for question in found] == QUESTIONS
    assert labels_of(found) == ("topic",)
    assert all(question.labels["topic"] in written.stdout for question in found)


def test_topics_take_the_place_of_no_file(invoke: Invoke, tmp_path: Path) -> None:
    questions = tmp_path / "q.csv"
    questions.write_text("question\nHow is a wound washed?\n")
    with pytest.raises(EdgeRagError, match="is there already, and stays"):
        invoke("audit", "topics", "--questions", questions, "--to", questions)
    assert questions.read_text() == "question\nHow is a wound washed?\n"
