"""An audit whose shards are tasks of a real SLURM cluster, with the real models: stopped, killed, resumed."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path

import psutil
import pytest

from edgerag.samples import gold_file
from tests.integration.conftest import edgerag
from tests.integration.slurm import cluster, why_no_cluster

pytestmark = pytest.mark.skipif(bool(why_no_cluster()), reason=why_no_cluster())

N_QUESTIONS = 6
"""Of the twenty of the samples."""
N_SHARDS = 2
LONGEST_PAUSE_S = 6.0
"""Between two disturbances; a task that does not ask yet is not counted as killed, however slow all is."""
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
def questions(tmp_path: Path) -> Path:
    """The first of the samples' questions, with what is known of them."""
    file = tmp_path / "questions.jsonl"
    file.write_text("\n".join(gold_file().read_text("utf-8").splitlines()[:N_QUESTIONS]), "utf-8")
    return file


@pytest.fixture
def home(own_sample_home: Path, questions: Path) -> Path:
    """A home in which an audit, `cluster`, is begun."""
    begin(own_sample_home, "cluster", questions)
    return own_sample_home


def begin(home: Path, name: str, questions: Path) -> None:
    done(home, "audit", "new", name, "--questions", questions, "--extractive")


def done(home: Path, *arguments: str | Path) -> str:
    """Run the program; what it printed."""
    ended = edgerag(home, arguments)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def submit(home: Path, name: str, *more: str | Path) -> list[str]:
    """Submit the shards that are left; the names of the tasks."""
    said = done(home, "audit", "submit", name, "--time", "00:30", "--partition", "test", *more)
    return [line.rpartition("task ")[2] for line in said.splitlines()]


def submit_again(home: Path, name: str) -> bool:
    """Submit the shards that are left; False if none is."""
    again = edgerag(home, ["audit", "submit", name, "--time", "00:30"])
    assert again.returncode == 0 or "no shard is left" in again.stderr
    return again.returncode == 0


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


def undisturbed(home: Path, questions: Path, folder: Path) -> dict[str, bytes]:
    """What one process on this machine finds."""
    begin(home, "undisturbed", questions)
    done(home, "audit", "run", "undisturbed", "--workers", "1")
    expected = tables(home, "undisturbed", folder)
    pairs = [json.loads(line) for line in expected["pairs.jsonl"].splitlines()]
    assert (
        len(pairs) == len({(one["question_number"], one["a"], one["b"]) for one in pairs}) == N_QUESTIONS * 6
    )
    return expected


def disturb(rng: random.Random) -> int:
    """Warn, requeue, cancel or kill a running task, as its time, a lost node or too much memory would.

    Returns:
        How many tasks were killed so that nothing of theirs could end in order.
    """
    running = [task for task, state in states().items() if state == "RUNNING"]
    if not running:
        return 0
    task, how = rng.choice(running), rng.choice(["warn", "requeue", "cancel", *["kill -9"] * 7])
    if how == "warn":
        slurm_says("scancel", "--signal=USR2", task)
    elif how == "requeue":
        slurm_says("scontrol", "requeue", task)
    elif how == "cancel":
        slurm_says("scancel", "--full", task)
    return int(how == "kill -9" and was_killed(task, with_launcher=rng.random() < 0.5))


def was_killed(task: str, *, with_launcher: bool) -> bool:
    """Kill what asks a task's questions, or all that SLURM has started for it; False if nothing asks yet."""
    pythons = [process for process in psutil.process_iter(["environ", "cmdline"]) if is_of(task, process)]
    asking = [process for process in pythons if "--shard" in process.info["cmdline"]]
    with suppress(psutil.NoSuchProcess):
        for process in (pythons if with_launcher else asking) if asking else ():
            process.kill()
        return bool(asking)
    return False


def is_of(task: str, process: psutil.Process) -> bool:
    """Say whether a Python process belongs to a task."""
    environment, command = process.info["environ"] or {}, process.info["cmdline"] or []
    job, number = (environment.get(f"SLURM_ARRAY_{what}_ID") for what in ("JOB", "TASK"))
    return f"{job}_{number}" == task and "python" in "".join(command[:1])


def run_disturbed(home: Path, name: str, shared: Path, rng: random.Random, most_kills: int) -> int:
    """Run an audit on the cluster to its end; how often one of its tasks was killed."""
    assert len(submit(home, name, "--shards", str(N_SHARDS), "--to", shared)) == N_SHARDS
    assert "questions done" in done(home, "audit", "status", name)
    n_killed = 0
    while n_killed < most_kills and (states() or submit_again(home, name)):
        hurry()
        time.sleep(rng.uniform(0, LONGEST_PAUSE_S))
        n_killed += disturb(rng)
    wait_until_ended()
    if submit_again(home, name):
        wait_until_ended()
    assert not submit_again(home, name), "what nobody disturbs ends"
    return n_killed


@pytest.mark.parametrize(
    "n_kills", [pytest.param(2, id="few"), pytest.param(20, id="many", marks=pytest.mark.slow)]
)
def test_tasks_that_are_stopped_queued_again_or_killed_lose_nothing_and_count_nothing_twice(
    own_sample_home: Path, questions: Path, tmp_path: Path, n_kills: int
) -> None:
    home, rng, shared = own_sample_home, random.Random(n_kills), tmp_path / "shared"
    expected = undisturbed(home, questions, tmp_path / "expected")
    n_killed = 0
    for name in map("cluster-{}".format, count()):
        begin(home, name, questions)
        n_killed += run_disturbed(home, name, shared, rng, n_kills - n_killed)
        shown = done(home, "audit", "status", name)
        n_each = N_QUESTIONS // N_SHARDS
        assert shown.count(f"ended, {n_each} of {n_each} questions done") == N_SHARDS
        assert not list(shared.glob("*/.home"))
        assert f"{N_QUESTIONS} answered, 0 failed, 0 left" in done(home, "audit", "merge", name)
        assert tables(home, name, tmp_path / name) == expected
        if n_killed == n_kills:
            break


def test_a_shard_is_not_merged_while_its_task_runs_or_waits(home: Path, tmp_path: Path) -> None:
    submit(home, "cluster", "--shards", "2", "--to", tmp_path / "shared")
    merged = edgerag(home, ["audit", "merge", "cluster"])
    assert "merged later" in merged.stderr
    assert "there is no shard to merge" in merged.stderr
    assert (
        "no shard is left to be run" in edgerag(home, ["audit", "submit", "cluster", "--time", "1:00"]).stderr
    )
    slurm_says("scancel", "--user=root")


def test_a_node_that_does_not_see_the_library_says_what_it_needs(home: Path, tmp_path: Path) -> None:
    submit(home, "cluster", "--shards", "1", "--to", tmp_path / "shared")
    (home / "data" / "library.db").rename(home / "data" / "elsewhere.db")
    wait_until_ended()
    (home / "data" / "elsewhere.db").rename(home / "data" / "library.db")
    shown = done(home, "audit", "status", "cluster")
    assert "stopped, 0 of 6 questions done" in shown
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
