from __future__ import annotations

import json
from pathlib import Path

import click
import pytest

from edgerag.cli.questions import ask_each, read_questions
from edgerag.errors import PARTIAL, QuestionError
from tests.unit.cli.conftest import QUESTION, Invoke


def test_every_line_of_a_file_is_asked_and_each_report_is_a_line(
    invoke: Invoke, in_asked_home: Path, tmp_path: Path
) -> None:
    file = tmp_path / "round.txt"
    file.write_text(f"# Monday\n{QUESTION}\n\n  {QUESTION.lower()}\n")
    asked = invoke("ask", "--extractive", "--no-history", "--json", "--questions", file)
    reports = [json.loads(line) for line in asked.stdout.splitlines()]
    assert [report["question"] for report in reports] == [QUESTION, QUESTION.lower()]
    assert {report["schema"] for report in reports} == {"edgerag.report/2"}


def test_reports_for_a_person_stand_under_their_questions(
    invoke: Invoke, in_asked_home: Path, tmp_path: Path
) -> None:
    file = tmp_path / "round.txt"
    file.write_text(f"{QUESTION}\n")
    asked = invoke("ask", "--extractive", "--no-history", "--questions", file)
    assert asked.stdout.startswith(f"Question: {QUESTION}\n")
    assert "DISAGREE" in asked.stdout


def test_a_question_and_a_file_of_questions_do_not_go_together(invoke: Invoke, in_asked_home: Path) -> None:
    assert invoke("ask", "--questions", "round.txt", QUESTION).exit_code == click.UsageError.exit_code


@pytest.mark.parametrize(
    ("content", "told"),
    [(b"", "no question"), (b"# only this\n", "no question"), (b"dose \xe9?", "not UTF-8")],
)
def test_a_file_without_a_question_is_refused_by_name(tmp_path: Path, content: bytes, told: str) -> None:
    file = tmp_path / "round.txt"
    file.write_bytes(content)
    with pytest.raises(QuestionError, match=told):
        read_questions(str(file))
    with pytest.raises(QuestionError, match="cannot be read"):
        read_questions(str(tmp_path))


def test_a_question_that_cannot_be_asked_is_named_and_the_others_go_on(
    capsys: pytest.CaptureFixture[str],
) -> None:
    answered: list[str] = []

    def answer(question: str) -> None:
        if question == "?":
            raise QuestionError("there is no question")
        answered.append(question)

    with pytest.raises(click.exceptions.Exit) as left:
        ask_each(["one", "?", "two"], answer)
    assert (left.value.exit_code, answered) == (PARTIAL, ["one", "two"])
    assert "question 2: there is no question" in capsys.readouterr().err
    with pytest.raises(QuestionError, match="none"):
        ask_each(["?"], answer)
