from __future__ import annotations

import json
from pathlib import Path

import pytest

from edgerag.domain.reports import Report
from edgerag.errors import StoreError
from edgerag.present.json import report_from_json, report_json
from edgerag.store.library import Library
from tests.unit.cli.conftest import QUESTION, Invoke


@pytest.fixture
def kept(library: Library, anaphylaxis: Report) -> Library:
    """A library whose history holds the report twice."""
    for _ in range(2):
        library.keep_report(anaphylaxis.question, report_json(anaphylaxis), [])
    return library


def numbers(library: Library) -> list[int]:
    return [report.id for report in library.reports()]


def test_questions_are_listed_newest_first_and_shown_as_they_were(
    invoke: Invoke, kept: Library, anaphylaxis: Report
) -> None:
    rows = invoke("history", "list").stdout.splitlines()[1:]
    assert [row.split("\t")[0] for row in rows] == ["2", "1"]
    assert all(row.endswith(anaphylaxis.question) for row in rows)
    shown = invoke("history", "show", 1, "--json").stdout
    assert report_json(report_from_json(shown.encode())) == report_json(anaphylaxis)


def test_what_is_deleted_is_gone_and_the_rest_is_not(invoke: Invoke, kept: Library) -> None:
    assert invoke("history", "delete", 1).stdout == "deleted 1\n"
    assert numbers(kept) == [2]
    with pytest.raises(StoreError, match="there is no report 1"):
        invoke("history", "show", 1)


def test_everything_is_deleted_only_with_consent(invoke: Invoke, kept: Library) -> None:
    assert invoke("history", "clear", typed="n\n").exit_code != 0
    assert numbers(kept) == [2, 1]
    assert invoke("history", "clear", "--yes").exit_code == 0
    assert numbers(kept) == []


def test_summary_counts_silence_and_names_what_is_disagreed_on(invoke: Invoke, in_asked_home: Path) -> None:
    summary = json.loads(invoke("history", "summary", "--json").stdout)
    everywhere, *each = summary["rates"]
    assert everywhere["handbook"] is None
    assert (everywhere["questions"], everywhere["r_div"], everywhere["r_abs"]) == (1, 1, 0)
    assert {rates["handbook"]["title"] for rates in each} == {"Harbour Guide", "Quarry Guide"}
    assert [theme["questions"] for theme in summary["themes"]] == [[QUESTION]]
