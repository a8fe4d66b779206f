from __future__ import annotations

from pathlib import Path

import pytest

from edgerag import paths
from edgerag.audit.shards import PROGRESS, progress_of
from edgerag.domain.audits import SubmittedShard
from edgerag.errors import AuditError, EdgeRagError
from edgerag.store.audits import AuditResult, Audits
from edgerag.store.library import Library
from tests.unit.cli.conftest import CLINIC, QUESTION, Invoke
from tests.unit.store.test_audits import BEGUN, make_questions, make_terms


@pytest.fixture
def begun(library: Library) -> Audits:
    audits = Audits(library.connections)
    audits.create("malaria", make_terms(CLINIC.handbook.id), make_questions(3), BEGUN)
    audits.keep("malaria", AuditResult(1, b"", "the worker ended"))
    return audits


def test_audits_are_listed_with_what_is_left(invoke: Invoke, begun: Audits) -> None:
    assert invoke("audit", "list").stdout.splitlines() == [
        "name\tbegun (UTC)\tquestions\tanswered\tfailed\tleft",
        f"malaria\t{BEGUN}\t3\t0\t1\t2",
    ]


def test_status_names_what_failed_and_why(invoke: Invoke, begun: Audits) -> None:
    assert invoke("audit", "status", "malaria").stdout.splitlines() == [
        "malaria: 3 questions, 0 answered, 1 failed, 2 left",
        "failed: Question 1?: the worker ended",
    ]


def test_an_audit_is_removed_after_a_yes(invoke: Invoke, begun: Audits) -> None:
    with pytest.raises(EdgeRagError, match="nothing was removed"):
        invoke("audit", "remove", "malaria", typed="n\n")
    assert invoke("audit", "remove", "malaria", typed="y\n").stdout == "removed malaria\n"
    assert begun.names() == ()
    with pytest.raises(AuditError, match="there is no audit malaria"):
        invoke("audit", "status", "malaria")


def test_an_audit_of_a_removed_handbook_stays_and_its_report_says_so(invoke: Invoke, begun: Audits) -> None:
    assert "the audit malaria asked Clinic; it stays" in invoke("remove", "--yes", "Clinic").stderr
    shown = invoke("audit", "report", "malaria").stdout
    assert "removed from the library since, so that their pages cannot be opened: Clinic" in shown
    assert r"\[removed\]" in invoke("audit", "datasheet", "malaria").stdout


@pytest.mark.parametrize("name", ["", "../x", "a b", "-x", "a" * 61])
def test_a_name_must_be_a_name(invoke: Invoke, name: str) -> None:
    assert invoke("audit", "status", "--", name).exit_code == 2


@pytest.mark.usefixtures("in_asked_home")
def test_a_question_file_without_questions_begins_nothing(invoke: Invoke, tmp_path: Path) -> None:
    (tmp_path / "q.txt").write_text("\n")
    with pytest.raises(AuditError, match="has no questions"):
        invoke("audit", "new", "empty", "--questions", tmp_path / "q.txt")


@pytest.mark.usefixtures("own_home")
def test_twins_are_named_and_asked_all_the_same(invoke: Invoke, tmp_path: Path) -> None:
    (tmp_path / "q.txt").write_text(f"{QUESTION}\n{QUESTION.upper()}\n")
    begun = invoke("audit", "new", "twice", "--questions", tmp_path / "q.txt", "--extractive")
    assert "the same: 1. What dose" in begun.stderr
    assert begun.stdout == "twice: 2 questions for 2 handbooks; `edgerag audit run twice`\n"
    with pytest.raises(AuditError, match="there is an audit twice already"):
        invoke("audit", "new", "twice", "--questions", tmp_path / "q.txt", "--extractive")
    assert invoke("audit", "run", "twice", "--until", "soon").exit_code == 2
    done = invoke("audit", "run", "twice", "--workers", "1")
    assert done.stdout == "twice: 2 questions, 2 answered, 0 failed, 0 left\n"
    assert [*paths.data_folder().glob(".audit-*")]
    invoke("audit", "remove", "twice", "--yes")
    assert not [*paths.data_folder().glob(".audit-*")]


@pytest.fixture
def own_home(tmp_path: Path, asked_home: Path, models_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy of `asked_home` that a test may change."""
    from tests.unit.audit.conftest import copy_home

    monkeypatch.setenv("EDGERAG_HOME", str(copy_home(asked_home, tmp_path / "own", models_folder)))


@pytest.mark.usefixtures("own_home")
def test_what_failed_is_asked_again_of_the_handbooks_that_were_named(invoke: Invoke, tmp_path: Path) -> None:
    (tmp_path / "q.txt").write_text(QUESTION)
    asked = ["--questions", tmp_path / "q.txt", "--handbooks", "harbour", "--extractive"]
    assert "1 questions for 1 handbooks" in invoke("audit", "new", "one", *asked).stdout
    with Library.open(paths.library_file()) as library:
        Audits(library.connections).keep("one", AuditResult(0, b"", "the worker was ended by signal 9"))
    assert "0 answered, 1 failed, 0 left" in invoke("audit", "run", "one").stdout
    done = invoke("audit", "run", "one", "--retry", "--workers", "1")
    assert done.stdout == "one: 1 questions, 1 answered, 0 failed, 0 left\n"


@pytest.mark.usefixtures("own_home")
def test_a_shard_is_run_and_merged(invoke: Invoke, tmp_path: Path) -> None:
    (tmp_path / "q.txt").write_text(f"{QUESTION}\nHow is malaria treated?\n")
    invoke("audit", "new", "parts", "--questions", tmp_path / "q.txt", "--extractive")
    folders = invoke("audit", "split", "parts", "--shards", 2, "--to", tmp_path / "out").stdout.split("\n")
    shard = folders[1].removeprefix("shard: ")
    assert (
        invoke("audit", "run").exit_code == invoke("audit", "run", "parts", "--shard", shard).exit_code == 2
    )
    done = invoke("audit", "run", "--shard", shard, "--workers", 1)
    assert done.stdout == "parts: 1 questions, 1 answered, 0 failed, 0 left\n"
    merged = invoke("audit", "merge", "parts", shard).stdout.splitlines()
    assert merged == [f"{shard}: 1 results are new", "parts: 2 questions, 1 answered, 0 failed, 1 left"]


@pytest.mark.usefixtures("own_home")
def test_a_shard_that_was_killed_before_it_noted_its_last_question_is_noted_as_done(
    invoke: Invoke, tmp_path: Path
) -> None:
    (tmp_path / "q.txt").write_text(QUESTION)
    invoke("audit", "new", "parts", "--questions", tmp_path / "q.txt", "--extractive")
    split = invoke("audit", "split", "parts", "--shards", 1, "--to", tmp_path / "out").stdout
    shard = Path(split.strip().removeprefix("shard: "))
    noted_before = (shard / PROGRESS).read_bytes()
    invoke("audit", "run", "--shard", shard, "--workers", 1)
    (shard / PROGRESS).write_bytes(noted_before)
    invoke("audit", "run", "--shard", shard, "--workers", 1)
    progress = progress_of(shard)
    assert progress is not None
    assert progress.is_done


@pytest.mark.parametrize("time", ["4", "00:00", "04:60", "four", "-1:00"])
def test_the_time_of_a_task_is_hours_and_minutes(invoke: Invoke, begun: Audits, time: str) -> None:
    assert invoke("audit", "submit", "malaria", f"--time={time}").exit_code == 2


def test_without_a_cluster_submit_says_what_to_do_instead_and_status_still_works(
    invoke: Invoke, begun: Audits, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(AuditError, match=r"submitit is not installed|there is no SLURM") as refused:
        invoke("audit", "submit", "malaria", "--time", "04:00")
    assert "edgerag audit split" in refused.value.hint
    begun.note_submitted("malaria", [SubmittedShard(tmp_path / "malaria-1-of-1", "7_0")])
    shown = invoke("audit", "status", "malaria")
    assert "shard malaria-1-of-1: task 7_0 state unknown, not to be seen here" in shown.stdout
    assert "there is no SLURM on this machine" in shown.stderr
    with pytest.raises(AuditError, match="there is no SLURM"):
        invoke("audit", "merge", "malaria")
