from __future__ import annotations

import json
from pathlib import Path

import pytest

from edgerag import paths
from edgerag.cli.ask import write
from edgerag.domain.reports import Report
from edgerag.errors import ModelMissingError, QuestionError
from edgerag.present.json.report import report_from_json, report_json
from edgerag.store.library import Library
from tests.unit.cli.conftest import QUESTION, Invoke


def test_question_from_standard_input_is_answered_once_per_handbook(
    invoke: Invoke, in_asked_home: Path
) -> None:
    asked = invoke("ask", "--extractive", "--no-history", "--json", "-", typed=f"{QUESTION}\n")
    report = json.loads(asked.stdout)
    assert report["question"] == QUESTION
    assert {answer["handbook"]["title"]: answer["status"] for answer in report["answers"]} == {
        "Harbour Guide": "answered",
        "Quarry Guide": "answered",
    }
    assert report["verdict"] == "disagree"


def test_one_handbook_alone_is_asked_and_nothing_kept(invoke: Invoke, in_asked_home: Path) -> None:
    asked = invoke("ask", "--extractive", "--no-history", "--plain", "--handbook", "Quarry", QUESTION)
    assert "1 mg" in asked.stdout
    assert "0.5 mg" not in asked.stdout
    with Library.open(paths.library_file()) as library:
        assert len(library.reports()) == 1


def test_asked_what_they_say_together_both_are_quoted_and_said_to_part(
    invoke: Invoke, in_asked_home: Path
) -> None:
    asked = invoke("ask", "--extractive", "--no-history", "--together", QUESTION)
    together = asked.stdout[asked.stdout.index("TOGETHER") :].partition("\n\n")[0]
    assert "They cannot all be followed" in together
    assert "0.5 mg" in together
    assert "1 mg" in together


def test_asked_to_explain_it_says_after_the_report_how_each_handbook_was_searched(
    invoke: Invoke, in_asked_home: Path
) -> None:
    asked = invoke("ask", "--extractive", "--no-history", "--explain", QUESTION)
    report, explained = asked.stdout.split("HOW IT WAS FOUND")
    assert "DISAGREE" in report
    assert {"Harbour Guide", "Quarry Guide"} <= {line.strip() for line in explained.splitlines()}
    assert "read in turn 1" in explained
    refused = invoke("ask", "--explain", "--json", QUESTION)
    assert refused.exit_code == 2
    assert "--explain does not go with --json" in refused.stderr


def test_without_a_question_or_without_models_nothing_is_printed(
    invoke: Invoke, in_asked_home: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with pytest.raises(QuestionError):
        invoke("ask", "--extractive", "-", typed="\n")
    monkeypatch.setenv("EDGERAG_HOME", str(tmp_path / "bare"))
    with pytest.raises(ModelMissingError):
        invoke("ask", QUESTION)


@pytest.mark.parametrize(
    ("form", "beginning"),
    [("json", "{"), ("markdown", "# "), ("html", "<!doctype html>"), ("plain", "Verdict: "), (None, "")],
)
def test_each_form_is_what_it_says(
    capfdbinary: pytest.CaptureFixture[bytes], anaphylaxis: Report, form: str | None, beginning: str
) -> None:
    write(anaphylaxis, form)
    printed = capfdbinary.readouterr().out
    assert printed.startswith(beginning.encode())
    assert b"\x1b" not in printed
    assert b"Harbour" in printed
    if form == "json":
        assert report_json(report_from_json(printed)) == report_json(anaphylaxis)


def test_a_question_that_is_not_text_is_refused_by_name(invoke: Invoke, in_asked_home: Path) -> None:
    with pytest.raises(QuestionError, match="not UTF-8"):
        invoke("ask", "dose of \udce9?")


def test_several_forms_at_once_are_refused_and_named(invoke: Invoke, in_asked_home: Path) -> None:
    refused = invoke("ask", "--json", "--markdown", QUESTION)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "--json and --markdown" in refused.stderr


def test_a_question_is_asked_as_typed(invoke: Invoke, in_asked_home: Path) -> None:
    typed = QUESTION.replace("adrenaline", "adrenalline")
    options = ("ask", "--extractive", "--no-history", "--json")
    corrected = json.loads(invoke(*options, typed).stdout)
    assert corrected["spellings"][0]["searched"] == "adrenaline"
    as_typed = json.loads(invoke(*options, "--as-typed", typed).stdout)
    assert as_typed["spellings"][0]["searched"] == "adrenalline"
    assert as_typed["notices"][0] == {
        "concern": "corrected",
        "sentence": "Corrected by the reader: asked as typed",
    }
