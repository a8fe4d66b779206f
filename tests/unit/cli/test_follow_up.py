from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from edgerag.cli.follow_up import LAST, question_before
from edgerag.domain.reports import Report
from edgerag.errors import StoreError
from edgerag.present.json.report import report_json
from edgerag.store.library import Library
from tests.integration.conftest import home_with_models
from tests.unit.cli.conftest import QUESTION, Invoke


@pytest.fixture
def own_asked_home(
    asked_home: Path, models_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """A copy of the home in which one question was asked."""
    home = home_with_models(tmp_path / "own", models_folder)
    for source in (asked_home / "data").iterdir():
        if source.name != "models":
            copy = shutil.copytree if source.is_dir() else shutil.copy2
            copy(source, home / "data" / source.name)
    monkeypatch.setenv("EDGERAG_HOME", str(home))
    return home


def test_a_question_is_read_with_the_one_it_goes_on_from_and_listed_with_its_number(
    invoke: Invoke, own_asked_home: Path
) -> None:
    asked = invoke("ask", "--extractive", "--json", "--after", "last", "And if she is pregnant?")
    report = json.loads(asked.stdout)
    assert report["question"] == "And if she is pregnant?"
    assert report["searched"] == QUESTION.replace("?", " (if she is pregnant)?")
    assert [notice["concern"] for notice in report["notices"]][:1] == ["follow_up"]
    assert report["verdict"] == "disagree"
    listed = [line.split("\t") for line in invoke("history", "list").stdout.splitlines()]
    assert listed[0] == ["number", "asked", "after", "question"]
    assert [(row[0], row[2]) for row in listed[1:]] == [("2", "1"), ("1", "")]
    assert invoke("history", "delete", 1).stdout == "deleted 1\ndeleted 2, which went on from it\n"


def test_a_question_that_is_not_there_is_refused(library: Library) -> None:
    with pytest.raises(StoreError, match="no question is kept"):
        question_before(library, LAST)
    with pytest.raises(StoreError, match="there is no report 7"):
        question_before(library, 7)


def test_the_newest_question_or_one_by_its_number_is_meant(library: Library, anaphylaxis: Report) -> None:
    numbers = [library.keep_report(anaphylaxis.question, report_json(anaphylaxis), []) for _ in range(2)]
    for after, number in ((LAST, numbers[1]), (numbers[0], numbers[0])):
        before = question_before(library, after)
        assert (before.text, before.number, before.is_meant) == (anaphylaxis.question, number, True)


@pytest.mark.parametrize(
    "arguments", [("--after", "twelve", "?"), ("--after", "-1", "?"), ("--after", "1", "--questions", "-")]
)
def test_what_makes_no_sense_is_refused_by_name(invoke: Invoke, arguments: tuple[str, ...]) -> None:
    refused = invoke("ask", *arguments)
    assert refused.exit_code == 2
    assert "--after" in refused.stderr
