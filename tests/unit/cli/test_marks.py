from __future__ import annotations

import json
import shutil
from pathlib import Path

import click
import pytest

from edgerag import paths
from edgerag.errors import EdgeRagError, StoreError
from edgerag.store.library import Library
from tests.unit.cli.conftest import QUESTION, Invoke

PAIR = ("--pair", "Quarry Guide", "harbour")


@pytest.fixture(autouse=True)
def home(asked_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy of the home with one report, which a test may change."""
    shutil.copytree(asked_home, tmp_path / "home", symlinks=True)
    monkeypatch.setenv("EDGERAG_HOME", str(tmp_path / "home"))


def test_a_marked_verdict_is_shown_with_the_report_in_every_form(invoke: Invoke) -> None:
    marked = invoke("history", "mark", 1, *PAIR, "--label", "consistent", "--note", " one is\nper kg ")
    assert marked.stdout.endswith(" as wrong in 1\n")
    said = "Marked by a reader as wrong, CONSISTENT as right: one is per kg"
    assert said in invoke("history", "show", 1).stdout
    assert said.replace(":", r"\:") in invoke("history", "show", 1, "--markdown").stdout
    report = json.loads(invoke("history", "show", 1, "--json").stdout)
    (mark,) = report["marks"]
    assert (mark["right_label"], mark["note"]) == ("CONSISTENT", "one is per kg")
    assert {mark["a"], mark["b"]} == {report["pairs"][0]["a"], report["pairs"][0]["b"]}


def test_marks_are_listed_and_exported_and_taken_back(invoke: Invoke, tmp_path: Path) -> None:
    invoke("history", "mark", 1, *PAIR)
    header, row = invoke("history", "marks").stdout.splitlines()
    assert header.split("\t") == ["number", "handbooks", "verdict", "right", "note"]
    assert row.split("\t")[0] == "1"
    file = tmp_path / "marks.jsonl"
    told = invoke("history", "marks", "--export", file)
    assert told.stdout == f"wrote 1 mark to {file}\n"
    assert "read it before you give it away" in told.stderr
    (line,) = file.read_bytes().splitlines()
    assert json.loads(line)["question"] == QUESTION
    assert json.loads(line)["right_label"] is None
    assert file.stat().st_mode & 0o077 == 0
    invoke("history", "unmark", 1, *PAIR)
    assert invoke("history", "marks").stdout.splitlines() == [header]


def test_marks_go_with_their_report(invoke: Invoke) -> None:
    invoke("history", "mark", 1, *PAIR)
    invoke("history", "delete", 1)
    with Library.open(paths.library_file()) as library:
        assert library.marked_reports() == ()


def test_what_cannot_be_marked_is_said(invoke: Invoke, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there is no report 9"):
        invoke("history", "mark", 9, *PAIR)
    with pytest.raises(StoreError, match="no handbook is called 'nowhere'"):
        invoke("history", "mark", 1, "--pair", "harbour", "nowhere")
    with pytest.raises(EdgeRagError, match="does not compare Harbour Guide with Harbour Guide"):
        invoke("history", "mark", 1, "--pair", "harbour", "harbour")
    assert "at most 500 characters" in invoke("history", "mark", 1, *PAIR, "--note", "x" * 501).stderr
    no_relation = invoke("history", "mark", 1, *PAIR, "--label", "NOT CHECKED")
    assert no_relation.exit_code == click.UsageError.exit_code
    (tmp_path / "file").touch()
    with pytest.raises(EdgeRagError) as refused:
        invoke("history", "marks", "--export", tmp_path / "file" / "marks.jsonl")
    assert "choose another folder" in refused.value.hint


def test_what_is_found_cannot_be_marked_as_right(invoke: Invoke) -> None:
    found = json.loads(invoke("history", "show", 1, "--json").stdout)["pairs"][0]["label"]
    with pytest.raises(EdgeRagError, match=f"{found} is what report 1 says") as refused:
        invoke("history", "mark", 1, *PAIR, "--label", found)
    assert "another label" in refused.value.hint
    assert len(invoke("history", "marks").stdout.splitlines()) == 1


def test_what_is_not_marked_is_not_unmarked(invoke: Invoke) -> None:
    with pytest.raises(EdgeRagError, match="is not marked"):
        invoke("history", "unmark", 1, *PAIR)


def test_marks_of_a_damaged_report_are_left_out_and_the_report_is_named(invoke: Invoke) -> None:
    invoke("history", "mark", 1, *PAIR)
    with Library.open(paths.library_file()) as library, library.transaction() as db:
        db.execute("update reports set question = 'Whose dose?'")
    listed = invoke("history", "marks")
    assert listed.stdout.splitlines() == ["number\thandbooks\tverdict\tright\tnote"]
    assert "report 1 is damaged" in listed.stderr
