"""An audit of the sample handbooks with the real models: killed, gone on with, and reported."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from itertools import count
from pathlib import Path

import pytest

from edgerag.samples import gold_file
from tests.integration.conftest import Run, edgerag

N_QUESTIONS = 6
"""Of the twenty of the samples."""


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    """The first of the samples' questions, with what is known of them."""
    file = tmp_path / "questions.jsonl"
    lines = gold_file().read_text("utf-8").splitlines()
    file.write_text("\n".join(lines[:N_QUESTIONS]), "utf-8")
    return file


def begin(home: Path, name: str, questions: Path) -> None:
    begun = edgerag(home, ["audit", "new", name, "--questions", questions, "--extractive"])
    assert begun.returncode == 0, begun.stderr


def finish(home: Path, name: str) -> None:
    done = edgerag(home, ["audit", "run", name, "--workers", "1"])
    assert done.returncode == 0, done.stderr
    assert f"{N_QUESTIONS} answered, 0 failed, 0 left" in done.stdout


def report(home: Path, name: str, folder: Path) -> dict[str, bytes]:
    written = edgerag(home, ["audit", "report", name, "--tables", folder, "--html", folder / "page.html"])
    assert written.returncode == 0, written.stderr
    return {path.name: path.read_bytes().replace(name.encode(), b"NAME") for path in folder.iterdir()}


def assert_whole(files: dict[str, bytes]) -> None:
    """See that every answer and every pair is there once, and the conflict that everybody knows."""
    answers = [json.loads(line) for line in files["answers.jsonl"].splitlines()]
    pairs = [json.loads(line) for line in files["pairs.jsonl"].splitlines()]
    assert (len(answers), len(pairs)) == (N_QUESTIONS * 4, N_QUESTIONS * 6)
    assert len({(one["question_number"], one["a"], one["b"]) for one in pairs}) == len(pairs)
    assert {answer["status"] for answer in answers} <= {"answered", "not_addressed", "uncertain"}
    conflicts = [pair for pair in pairs if pair["label"] in {"DIVERGENT", "CONTRADICTORY"}]
    assert "adrenaline dose" in {pair["topic"] for pair in conflicts}
    assert files["page.html"].count(b'class="sides"') > 0


def start(home: Path, arguments: Sequence[str]) -> subprocess.Popen[bytes]:
    """Start the program in a process group of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "edgerag", *arguments],
        env={**os.environ, "EDGERAG_HOME": str(home)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def killed_once(home: Path, name: str, life_s: float, *, with_workers: bool) -> bool:
    """Run the audit and kill it after `life_s`; False if it was done before."""
    child = start(home, ["audit", "run", name, "--workers", "2"])
    try:
        child.wait(timeout=life_s)
    except subprocess.TimeoutExpired:
        if with_workers:
            os.killpg(child.pid, signal.SIGKILL)
        else:
            child.kill()
        return child.wait() == -signal.SIGKILL
    assert child.returncode == 0
    return False


@pytest.mark.parametrize(
    "n_kills", [pytest.param(2, id="few"), pytest.param(40, id="many", marks=pytest.mark.slow)]
)
def test_an_audit_that_is_killed_finds_what_an_undisturbed_one_finds(
    own_sample_home: Path, questions: Path, tmp_path: Path, n_kills: int
) -> None:
    begin(own_sample_home, "undisturbed", questions)
    began = time.monotonic()
    finish(own_sample_home, "undisturbed")
    longest_life_s = time.monotonic() - began  # a busy machine has a later half of a run too
    expected = report(own_sample_home, "undisturbed", tmp_path / "undisturbed")
    assert_whole(expected)
    rng, n_killed = random.Random(n_kills), 0
    for name in map("killed-{}".format, count()):
        begin(own_sample_home, name, questions)
        while n_killed < n_kills and killed_once(
            own_sample_home, name, rng.uniform(0, longest_life_s), with_workers=rng.random() < 0.5
        ):
            n_killed += 1
        finish(own_sample_home, name)
        assert report(own_sample_home, name, tmp_path / name) == expected
        if n_killed == n_kills:
            break


def test_ctrl_c_stops_at_once_and_keeps_what_was_finished(own_sample_home: Path, questions: Path) -> None:
    begin(own_sample_home, "stopped", questions)
    child = start(own_sample_home, ["audit", "run", "stopped", "--workers", "1"])
    time.sleep(6)
    os.killpg(child.pid, signal.SIGINT)
    # a child that is ending already dies of the signal, which a shell tells as 130 too
    assert child.wait(timeout=30) in (0, 130, -signal.SIGINT)
    shown = edgerag(own_sample_home, ["audit", "status", "stopped"]).stdout
    assert "0 failed" in shown
    finish(own_sample_home, "stopped")


def test_ten_thousand_questions_are_begun_and_split(own_sample_home: Path, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "many.txt"
    file.write_text("\n".join(f"What dose of medicine {n} is given to a child?" for n in range(10_000)))
    begun = run("audit", "new", "many", "--questions", file, "--extractive")
    assert "10000 questions for 4 handbooks" in begun.stdout
    assert run("audit", "split", "many", "--shards", "3", "--to", tmp_path / "out").returncode == 0
    assert run("audit", "status", "many").stdout.endswith("0 answered, 0 failed, 10000 left\n")
