from __future__ import annotations

import json
from pathlib import Path

import pytest

from edgerag import paths
from edgerag.domain.reports import Report
from edgerag.errors import EdgeRagError, PolicyError, StoreError
from edgerag.present.json.report import report_from_json, report_json
from edgerag.store.library import Library
from tests.policies import put_policy
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
    with pytest.raises(EdgeRagError, match="nothing was deleted") as no:
        invoke("history", "clear", typed="n\n")
    assert no.value.exit_code == 1
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


def held_in(folder: Path) -> str:
    return "".join(path.read_bytes().decode("latin-1") for path in folder.iterdir() if path.is_file())


def test_what_is_deleted_leaves_the_file_at_once_even_while_another_edgerag_is_open(
    invoke: Invoke, library: Library
) -> None:
    library.keep_report("Mrs Jones has a fever", b'{"quoted": "Mrs Jones"}', [])
    folder = paths.data_folder()
    assert "Mrs Jones" in held_in(folder)
    deleted = invoke("history", "delete", 1)
    assert "Mrs Jones" not in held_in(folder)
    assert "Another edgerag" not in deleted.stderr


def test_what_another_program_still_reads_is_said_and_leaves_the_file_when_that_is_done(
    invoke: Invoke, library: Library
) -> None:
    library.keep_report("Mrs Jones has a fever", b"{}", [])
    with library.reading() as db:
        db.execute("select count(*) from reports").fetchall()
        assert "Another edgerag is using the library" in invoke("history", "clear", "--yes").stderr
    invoke("history", "list")
    assert "Mrs Jones" not in held_in(paths.data_folder())


def test_a_copy_from_before_an_update_goes_with_what_is_deleted(invoke: Invoke, kept: Library) -> None:
    copy = paths.library_file().with_name("library.before-0004.db")
    copy.write_bytes(b"Mrs Jones has a fever")
    assert "library.before-0004.db" in invoke("history", "delete", 1).stderr
    assert not copy.exists()


def test_a_wrong_number_is_an_error_and_deletes_nothing(invoke: Invoke, kept: Library) -> None:
    with pytest.raises(StoreError, match="there is no report 99999; nothing was deleted"):
        invoke("history", "delete", 1, 99999)
    assert numbers(kept) == [2, 1]


@pytest.mark.parametrize("arguments", [("delete", 1), ("delete", 99), ("clear",), ("clear", "--yes")])
def test_nothing_is_deleted_that_the_policy_keeps_and_its_reason_is_said(
    invoke: Invoke, kept: Library, arguments: tuple[str | int, ...]
) -> None:
    put_policy("[history]\nkeep = true")
    with pytest.raises(PolicyError, match=r"no question can be deleted.*fixed by the policy of District"):
        invoke("history", *arguments, typed="y\n")
    assert numbers(kept) == [2, 1]


def test_nothing_is_deleted_while_no_policy_can_be_believed(invoke: Invoke, kept: Library) -> None:
    paths.policy_file().write_text("changed")
    with pytest.raises(PolicyError, match="no question can be deleted"):
        invoke("history", "clear", "--yes")
    assert numbers(kept) == [2, 1]


def test_a_policy_that_says_nothing_of_the_history_lets_it_be_deleted(invoke: Invoke, kept: Library) -> None:
    put_policy("[trail]\non = true")
    invoke("history", "delete", 1)
    assert numbers(kept) == [2]


def test_a_report_is_shown_in_one_form(invoke: Invoke, kept: Library) -> None:
    refused = invoke("history", "show", 1, "--markdown", "--json")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "--json" in refused.stderr
    assert "--markdown" in refused.stderr
