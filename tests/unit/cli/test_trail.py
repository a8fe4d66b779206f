from __future__ import annotations

import json
from pathlib import Path

import pytest

from edgerag import paths
from edgerag.bundle.signing import make_keys
from edgerag.errors import DamagedError, EdgeRagError, PolicyError
from edgerag.store.audits import Audits
from edgerag.store.library import Library
from tests.policies import put_policy
from tests.unit.cli.conftest import CLINIC, QUESTION, Invoke
from tests.unit.store.test_audits import BEGUN, make_questions, make_terms


@pytest.fixture
def trailed(invoke: Invoke, library: Library) -> Library:
    """A library with a trail: begun, edited, asked."""
    put_policy("[trail]\non = true")
    invoke("edit", "Clinic", "--edition", "2013")
    with library.transaction():
        library.keep_report(QUESTION, b"{}", [CLINIC.handbook.id], verdict="agree")
    return library


@pytest.mark.usefixtures("library")
def test_without_a_policy_there_is_none_and_that_is_said(invoke: Invoke) -> None:
    assert "No audit trail is being written" in invoke("trail", "list").stderr
    with pytest.raises(EdgeRagError, match="no audit trail"):
        invoke("trail", "export", "out.trail")


@pytest.mark.usefixtures("trailed")
def test_every_deed_is_listed_and_no_question(invoke: Invoke) -> None:
    listed = invoke("trail", "list").stdout
    assert [line.split("\t")[3] for line in listed.splitlines()] == [
        "what",
        "trail begun",
        "edited",
        "asked",
    ]
    assert "edition: 2013" in listed
    assert QUESTION not in listed
    entries = json.loads(invoke("trail", "list", "--json").stdout)
    assert entries[2]["verdict"] == "agree"
    assert "text" not in entries[2]


def test_the_removal_of_an_audit_is_listed(invoke: Invoke, trailed: Library) -> None:
    Audits(trailed.connections).create("doses", make_terms(CLINIC.handbook.id), make_questions(3), BEGUN)
    invoke("audit", "remove", "doses", "--yes")
    last = invoke("trail", "list").stdout.splitlines()[-1].split("\t")
    assert last[3:] == ["audit removed", f"{CLINIC.handbook.id} 2013", "", "doses: 3 questions"]


def test_an_import_that_brought_nothing_new_is_listed(
    invoke: Invoke, trailed: Library, tmp_path: Path
) -> None:
    invoke("library", "export", tmp_path / "h.edgerag")
    invoke("library", "import", tmp_path / "h.edgerag")
    last = invoke("trail", "list").stdout.splitlines()[-1].split("\t")
    assert last[3] == "imported"
    assert last[4].count(",") == 1
    assert last[6] == "nothing new, signed by nobody"


@pytest.mark.usefixtures("trailed")
def test_since_a_day(invoke: Invoke) -> None:
    assert invoke("trail", "list", "--json", "--since", "2999-01-01").stdout.strip() == "[]"
    assert len(json.loads(invoke("trail", "list", "--json", "--since", "2020-01-01").stdout)) == 3
    assert "is no day" in invoke("trail", "list", "--since", "yesterday").stderr


def test_where_the_policy_says_so_the_question_is_listed(invoke: Invoke, library: Library) -> None:
    put_policy("[trail]\non = true\nquestion_text = true\n[history]\nkeep = true")
    invoke("trail", "list")
    library.keep_report(QUESTION, b"{}", [CLINIC.handbook.id], verdict="agree")
    assert QUESTION in invoke("trail", "list").stdout
    assert json.loads(invoke("trail", "list", "--json").stdout)[-1]["text"] == QUESTION
    with pytest.raises(PolicyError, match="no question can be deleted"):
        invoke("history", "delete", library.newest_report())
    assert QUESTION in invoke("trail", "list").stdout
    assert "whole: 2 entries" in invoke("trail", "verify").stdout


def test_a_changed_entry_is_named(invoke: Invoke, trailed: Library) -> None:
    assert "whole: 3 entries" in invoke("trail", "verify").stdout
    with trailed.transaction() as db:
        db.execute("delete from trail where number = 2")
    with pytest.raises(DamagedError, match="entry 2 is missing or moved"):
        invoke("trail", "verify")


@pytest.mark.usefixtures("trailed")
def test_an_export_is_signed_and_verified_anywhere(
    invoke: Invoke, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, file = tmp_path / "k", tmp_path / "out.trail"
    make_keys(key)
    done = invoke("trail", "export", file, "--key", key)
    assert "4 entries" in done.stdout
    assert "Signed with the key" in done.stderr
    assert QUESTION.encode() not in file.read_bytes()
    assert "whole: 4 entries" in invoke("trail", "verify", file, "--public-key", tmp_path / "k.pub").stdout
    monkeypatch.setenv("EDGERAG_HOME", str(tmp_path / "elsewhere"))
    found = json.loads(invoke("trail", "verify", file, "--json").stdout)
    assert (found["whole"], found["entries"], found["first_broken"]) == (True, 4, None)
    assert not paths.library_file().exists()


def test_a_library_written_anew_since_its_export_is_found(
    invoke: Invoke, trailed: Library, tmp_path: Path
) -> None:
    file = tmp_path / "out.trail"
    invoke("trail", "export", file)
    with trailed.transaction() as db:
        db.execute("delete from trail where number >= 3")
        head = db.execute("select cast(hash as text) from trail where number = 2").get
        db.execute("update trail_state set n_entries = 2, head = ?", (head,))
    assert "whole: 2 entries" in invoke("trail", "verify").stdout
    with pytest.raises(DamagedError, match="entry 3 is in the export and missing in the library"):
        invoke("trail", "verify", file)
