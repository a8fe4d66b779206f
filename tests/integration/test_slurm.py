"""An audit whose shards are tasks of a real SLURM cluster, with the real models: stopped, killed, resumed."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from edgerag.samples import gold_file
from tests.integration.conftest import edgerag
from tests.integration.slurm import cluster, why_no_cluster

pytestmark = pytest.mark.skipif(bool(why_no_cluster()), reason=why_no_cluster())

N_QUESTIONS = 4
"""Of the twenty of the samples."""
N_SHARDS = 2
LONGEST_LIFE_S = 12.0
DONE_WITHIN_S = 400.0


@pytest.fixture(scope="module")
def slurm() -> Iterator[dict[str, str]]:
    """The environment in which SLURM's commands find a cluster of this machine."""
    folder = Path(tempfile.mkdtemp(prefix="slurm-"))  # a socket's path must be short
    with cluster(folder) as environment:
        yield environment
    shutil.rmtree(folder)


@pytest.fixture(autouse=True)
def in_cluster(slurm: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every program of a test find the cluster."""
    monkeypatch.setenv("SLURM_CONF", slurm["SLURM_CONF"])


@pytest.fixture
def home(own_sample_home: Path, tmp_path: Path) -> Path:
    """A home in which two audits of the same questions are begun: `local` and `cluster`."""
    questions = tmp_path / "questions.jsonl"
    questions.write_text("\n".join(gold_file().read_text("utf-8").splitlines()[:N_QUESTIONS]), "utf-8")
    for name in ("local", "cluster"):
        done(own_sample_home, "audit", "new", name, "--questions", questions, "--extractive")
    return own_sample_home


def done(home: Path, *arguments: str | Path) -> str:
    """Run the program; what it printed."""
    ended = edgerag(home, arguments)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def submit(home: Path, *more: str | Path) -> list[str]:
    """Submit the shards that are left; the names of the tasks."""
    said = done(home, "audit", "submit", "cluster", "--time", "00:30", "--partition", "test", *more)
    return [line.rpartition("task ")[2] for line in said.splitlines()]


def slurm_says(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False).stdout


def states() -> dict[str, str]:
    listed = slurm_says("squeue", "--noheader", "--array", "--format", "%i %T")
    return dict(line.split() for line in listed.splitlines())


def hurry() -> None:
    """Let tasks that were queued again begin at once: SLURM lets two minutes pass."""
    for task in [task for task, state in states().items() if state == "PENDING"]:
        slurm_says("scontrol", "update", f"JobId={task}", "StartTime=now")


def wait_until_ended() -> None:
    end = time.monotonic() + DONE_WITHIN_S
    while states():
        assert time.monotonic() < end, states()
        hurry()
        time.sleep(1)


def tables(home: Path, name: str, folder: Path) -> dict[str, bytes]:
    """Every answer and pair of an audit, and its page; its name is left out."""
    done(home, "audit", "report", name, "--tables", folder, "--html", folder / "page.html")
    return {path.name: path.read_bytes().replace(name.encode(), b"NAME") for path in folder.iterdir()}


def assert_the_same_as_undisturbed(home: Path, tmp_path: Path) -> None:
    """See that nothing is lost or there twice, and that all is as one process found it."""
    assert f"{N_QUESTIONS} answered, 0 failed, 0 left" in done(home, "audit", "merge", "cluster")
    done(home, "audit", "run", "local", "--workers", "1")
    expected = tables(home, "local", tmp_path / "expected")
    assert tables(home, "cluster", tmp_path / "found") == expected
    pairs = [json.loads(line) for line in expected["pairs.jsonl"].splitlines()]
    assert (
        len(pairs) == len({(one["question_number"], one["a"], one["b"]) for one in pairs}) == N_QUESTIONS * 6
    )


def disturb(rng: random.Random) -> str:
    """Warn, requeue or kill a running task, as its time, a lost node or too much memory would."""
    running = [task for task, state in states().items() if state == "RUNNING"]
    if not running:
        return ""
    task, how = rng.choice(running), rng.choice(["warn", "requeue", "kill"])
    if how == "warn":
        slurm_says("scancel", "--signal=USR2", task)
    elif how == "requeue":
        slurm_says("scontrol", "requeue", task)
    else:
        slurm_says("scancel", "--signal=KILL", "--full", task)
    return how


@pytest.mark.parametrize(
    "n_kills", [pytest.param(3, id="few"), pytest.param(30, id="many", marks=pytest.mark.slow)]
)
def test_tasks_that_are_stopped_queued_again_or_killed_lose_nothing_and_count_nothing_twice(
    home: Path, tmp_path: Path, n_kills: int
) -> None:
    rng, shared = random.Random(n_kills), tmp_path / "shared"
    tasks = submit(home, "--shards", str(N_SHARDS), "--to", shared)
    assert len(tasks) == N_SHARDS
    assert "questions done" in done(home, "audit", "status", "cluster")
    n_disturbed = 0
    while n_disturbed < n_kills:
        hurry()
        time.sleep(rng.uniform(0, LONGEST_LIFE_S))
        n_disturbed += bool(disturb(rng))
        if not states():
            again = edgerag(home, ["audit", "submit", "cluster", "--time", "00:30"])
            if again.returncode:
                assert "no shard is left" in again.stderr
                break
    wait_until_ended()
    while (again := edgerag(home, ["audit", "submit", "cluster", "--time", "00:30"])).returncode == 0:
        wait_until_ended()
    assert "no shard is left" in again.stderr
    shown = done(home, "audit", "status", "cluster")
    assert shown.count(f"ended, {N_QUESTIONS // N_SHARDS} of {N_QUESTIONS // N_SHARDS} questions done") == 2
    assert not list(shared.glob("*/.home"))
    assert_the_same_as_undisturbed(home, tmp_path)


def test_a_shard_is_not_merged_while_its_task_runs_or_waits(home: Path, tmp_path: Path) -> None:
    submit(home, "--shards", "2", "--to", tmp_path / "shared")
    merged = edgerag(home, ["audit", "merge", "cluster"])
    assert "merged later" in merged.stderr
    assert "there is no shard to merge" in merged.stderr
    assert (
        "no shard is left to be run" in edgerag(home, ["audit", "submit", "cluster", "--time", "1:00"]).stderr
    )
    slurm_says("scancel", "--user=root")


def test_a_node_that_does_not_see_the_library_says_what_it_needs(home: Path, tmp_path: Path) -> None:
    submit(home, "--shards", "1", "--to", tmp_path / "shared")
    (home / "data" / "library.db").rename(home / "data" / "elsewhere.db")
    wait_until_ended()
    (home / "data" / "elsewhere.db").rename(home / "data" / "library.db")
    shown = done(home, "audit", "status", "cluster")
    assert "stopped, 0 of 4 questions done" in shown
    assert "does not see" in shown
    assert "library.db" in shown


def test_a_cluster_that_refuses_is_quoted_and_nothing_is_submitted(home: Path, tmp_path: Path) -> None:
    options: list[str | Path] = ["--shards", "2", "--to", tmp_path / "shared"]
    options += ["--time", "00:30", "--partition", "none"]
    refused = edgerag(home, ["audit", "submit", "cluster", *options])
    assert refused.returncode == 9
    assert "partition" in refused.stderr
    assert not list((tmp_path / "shared").glob("cluster*"))
    assert "task" not in done(home, "audit", "status", "cluster")
