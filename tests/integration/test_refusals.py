"""What cannot be meant is refused, and what was left out is said, by the program as a person runs it."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from tests.integration.conftest import Run

QUESTION = "What dose of adrenaline should an adult with anaphylaxis receive?"


def test_two_forms_at_once_are_refused(run: Run) -> None:
    refused = run("ask", "--json", "--markdown", QUESTION)
    assert refused.returncode == 2
    assert "--json and --markdown" in refused.stderr


def test_settings_that_are_not_there_are_refused(run: Run, tmp_path: Path) -> None:
    refused = run("--config", tmp_path / "missing.toml", "list")
    assert refused.returncode == 2
    assert "missing.toml" in refused.stderr


def test_an_edition_that_is_no_date_is_refused_with_how_one_is_written(run: Run) -> None:
    refused = run("edit", "brightwater-2023.pdf", "--edition", "May 2023")
    assert refused.returncode != 0
    assert "write a date" in refused.stderr


def test_to_answer_no_is_no_failure_and_keeps_the_history(run: Run) -> None:
    assert run("ask", "--extractive", QUESTION).returncode == 0
    kept = run("history", "clear", stdin="n\n")
    assert kept.returncode not in {130, 2}
    assert QUESTION in run("history", "list").stdout


def test_junk_and_a_link_to_nothing_are_told_and_are_no_handbook(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "handbooks"
    folder.mkdir()
    (folder / "junk.txt").write_bytes(b"\xb3\xc9\xd0\xc1")
    (folder / "dangling.pdf").symlink_to(tmp_path / "nowhere.pdf")
    before = run("list").stdout
    refused = run("add", folder)
    assert refused.returncode in {5, 7}
    assert "dangling.pdf: the link leads to nothing" in refused.stderr
    assert "in an encoding that cannot be told" in refused.stderr
    assert run("list").stdout == before


def test_a_file_of_questions_is_asked_line_by_line(run: Run, tmp_path: Path) -> None:
    (tmp_path / "questions.txt").write_text(f"{QUESTION}\nHow is a burn treated?\n", encoding="utf-8")
    asked = run("ask", "--extractive", "--json", "--questions", tmp_path / "questions.txt")
    assert asked.returncode == 0, asked.stderr
    reports = [msgspec.json.decode(line) for line in asked.stdout.splitlines()]
    assert [report["question"] for report in reports] == [QUESTION, "How is a burn treated?"]


def test_the_schema_names_what_a_report_has(run: Run) -> None:
    report = msgspec.json.decode(run("ask", "--extractive", "--json", QUESTION).stdout)
    schema = msgspec.json.decode(run("schema", "report").stdout)
    described = schema["$defs"][schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    assert set(described["required"]) <= set(report) <= set(described["properties"])


def test_the_manual_and_the_completions_of_each_shell_are_printed(run: Run) -> None:
    assert run("manual").stdout.startswith(".")
    for shell in ("bash", "zsh", "fish"):
        assert os.linesep in run("completions", shell).stdout
