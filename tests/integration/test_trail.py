"""kill -9 at random moments while what is done is written into the audit trail."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from edgerag.domain.trail import Deed, read
from edgerag.store.library import Library
from tests.integration.conftest import Run
from tests.policies import put_policy
from tests.synthetic import EMBEDDER, make_handbook, make_vectors

REPOSITORY = Path(__file__).parents[2]
LONGEST_LIFE_S = 0.4
CLINIC = make_handbook("Clinic", ["Adrenaline 0.5 mg IM."])
QUESTION = "Which dose for Mrs Moyo of Harbour Street?"


def work(folder: Path, seed: int) -> None:
    """Ask, delete, add and remove at random until killed, saying how many deeds are done."""
    rng = random.Random(seed)
    with Library.open(folder / "library.db") as library:
        library.switch_trail(is_on=True)
        n_done = 0
        while True:
            held = library.keys()
            if CLINIC.handbook.id not in held:
                library.add(CLINIC, make_vectors(len(CLINIC.chunks)), EMBEDDER)
            elif rng.random() < 0.1:
                library.remove(CLINIC.handbook.id)
            elif rng.random() < 0.3 and library.reports():
                library.delete_report(library.newest_report())
            else:
                library.keep_report(QUESTION, b"{}", [CLINIC.handbook.id], verdict="single")
            n_done += 1
            sys.stdout.write(f"{n_done}\n")
            sys.stdout.flush()


def run_and_kill(folder: Path, seed: int) -> int:
    """Let `work` live for a moment after its first deed; give how many it said were done."""
    program = f"from tests.integration.test_trail import *; work(Path({str(folder)!r}), {seed})"
    with subprocess.Popen(
        [sys.executable, "-c", program], cwd=REPOSITORY, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        child.stdout.readline()
        time.sleep(random.Random(seed).uniform(0, LONGEST_LIFE_S))
        child.kill()
        return 1 + len([line for line in child.stdout if line.endswith("\n")])


def salted(library: Library) -> set[int]:
    """The entries whose question can still be tried."""
    with library.reading() as db:
        return {number for (number,) in db.execute("select number from trail_questions")}


@pytest.mark.parametrize(
    "n_kills", [pytest.param(6, id="few"), pytest.param(60, id="many", marks=pytest.mark.slow)]
)
def test_a_killed_program_leaves_a_whole_trail_of_all_that_was_done(tmp_path: Path, n_kills: int) -> None:
    n_before = 0
    for seed in range(n_kills):
        n_done = run_and_kill(tmp_path, seed)
        with Library.open(tmp_path / "library.db") as library:
            assert library.trail_flaw() is None
            entries = [read(row.content) for row in library.audit_trail()[0]]
            n_asked = sum(entry.what is Deed.ASKED for entry in entries)
            # What was committed in the moment of the kill was not said; deleting what is gone is no deed.
            assert len(entries) - n_before <= n_done + 2
            assert len(library.reports()) == len(salted(library)) <= n_asked
            n_before = len(entries)


def test_no_file_holds_a_question_by_default(run: Run, own_sample_home: Path, tmp_path: Path) -> None:
    put_policy("[trail]\non = true\n", folder=own_sample_home / "data")
    assert run("ask", "--extractive", "--no-history", QUESTION).returncode == 0
    kept = run("ask", "--extractive", QUESTION)
    assert kept.returncode == 0, kept.stderr
    assert run("history", "delete", "1").returncode == 0
    exported = run("trail", "export", tmp_path / "out.trail")
    assert exported.returncode == 0, exported.stderr
    files = [path for path in own_sample_home.rglob("*") if path.is_file() and "models" not in path.parts]
    for path in (*files, tmp_path / "out.trail"):
        content = path.read_bytes()
        for word in (b"Mrs Moyo", b"Harbour Street"):
            assert word not in content, path
    listed = run("trail", "list").stdout.splitlines()
    assert [line.split("\t")[3] for line in listed[1:]] == [
        "trail begun",
        "asked",
        "asked",
        "history deleted",
        "trail exported",
    ]
    assert run("trail", "verify").stdout.startswith("whole: 5 entries")
