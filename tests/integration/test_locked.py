"""A locked home as a thief would look at it, and kill -9 while it is locked, unlocked and rekeyed."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from threading import Event

import pytest

from edgerag.index.sync import Indexes
from edgerag.store import cipher, keys, locking
from edgerag.store.keyring import KEYRING
from edgerag.store.library import Library
from tests.policies import put_policy
from tests.unit.store.locked import PASSPHRASE, SECRETS, make_library, questions, silent

REPOSITORY = Path(__file__).parents[2]
LONGEST_LIFE_S = 0.8
QUESTION = "What dose of adrenaline should Mrs Quagmire with anaphylaxis receive?"
SOUGHT = ("quagmire", "anaphyla", "adrenaline", "intramuscular", "thigh")
"""Words of the question, of the answers and of the handbooks; the last two of no file name."""


def edgerag(home: Path, *arguments: str | Path, passphrase: bytes = PASSPHRASE) -> subprocess.Popen[str]:
    """Start the real program with a passphrase on a descriptor."""
    reading, writing = os.pipe()
    os.write(writing, passphrase + b"\n")
    os.close(writing)
    command = [sys.executable, "-m", "edgerag", "--passphrase-fd", str(reading), *map(str, arguments)]
    environment = {**os.environ, "EDGERAG_HOME": str(home), "COLUMNS": "100"}
    started = subprocess.Popen(
        command,
        env=environment,
        pass_fds=[reading],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    os.close(reading)
    return started


def finish(started: subprocess.Popen[str]) -> str:
    said, complaint = started.communicate(timeout=240)
    assert started.returncode == 0, complaint
    return said


def readable(home: Path) -> list[tuple[str, str]]:
    """Give every file of a home that holds one of the words, in any of two encodings, outside the models."""
    found = []
    for folder, folders, files in os.walk(home):
        folders[:] = [name for name in folders if name != "models"]
        for name in files:
            try:
                content = Path(folder, name).read_bytes().lower()
            except FileNotFoundError:  # it is being worked on
                continue
            found += [
                (name, word)
                for word in SOUGHT
                if word.encode() in content or word.encode("utf-16-le") in content
            ]
    return found


def test_a_thief_finds_no_word_while_running_after_a_kill_or_afterwards(
    own_sample_home: Path, tmp_path: Path
) -> None:
    home = own_sample_home
    assert readable(home)
    finish(edgerag(home, "lock"))
    assert readable(home) == []

    asking = edgerag(home, "ask", "--extractive", QUESTION)
    while asking.poll() is None:
        assert readable(home) == []
        time.sleep(0.2)
    assert "anaphylaxis" in finish(asking)
    assert readable(home) == []

    killed = edgerag(home, "ask", "--extractive", QUESTION)
    time.sleep(4)
    killed.send_signal(signal.SIGKILL)
    killed.communicate()
    assert readable(home) == []

    exported = tmp_path / "handbooks.edgerag"
    finish(edgerag(home, "library", "export", exported))
    assert exported.stat().st_size > 1000  # plain on purpose, and where its owner wants it
    assert "Quagmire" in finish(edgerag(home, "history", "list"))
    assert readable(home) == []
    assert not (home / "data" / "lexical").exists()


def watched(home: Path, *arguments: str | Path) -> str:
    """Let the program do something to its end, and look into every file meanwhile and afterwards."""
    started = edgerag(home, *arguments)
    while started.poll() is None:
        assert readable(home.parent) == []
        time.sleep(0.5)
    assert readable(home.parent) == []
    return finish(started)


def test_whatever_a_locked_library_is_used_for_leaves_no_word_on_the_disk(
    own_sample_home: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Audits, their shards, the trail with its questions, marks, the graph, and all temporary files."""
    home, outside = own_sample_home, tmp_path_factory.mktemp("outside")
    temporary = home.with_name("temporary")
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    put_policy("[history]\nkeep = true\n[trail]\non = true\nquestion_text = true", folder=home / "data")
    finish(edgerag(home, "lock"))
    questions, handbook = outside / "questions.txt", outside / "thighs.md"
    questions.write_text(f"{QUESTION}\nWhere is adrenaline for Mrs Quagmire injected?\n")
    handbook.write_text("# Anaphylaxis\n\nGive adrenaline into the thigh of Mrs Quagmire.\n")

    watched(home, "add", handbook)
    watched(home, "audit", "new", "night", "--questions", questions, "--extractive")
    watched(home, "audit", "split", "night", "--shards", "1", "--to", home.with_name("shards"))
    killed = edgerag(home, "audit", "run", "night", "--workers", "1")
    time.sleep(6)
    killed.send_signal(signal.SIGKILL)
    killed.communicate()
    assert readable(home.parent) == []
    assert "2 answered, 0 failed" in watched(home, "audit", "run", "night", "--workers", "1")
    assert "adrenaline" in watched(home, "audit", "report", "night")
    assert "Quagmire" in watched(home, "trail", "list")
    watched(home, "trail", "export", outside / "out.trail")
    drawn = edgerag(home, "graph", "adrenaline")
    assert "an encrypted library has no graph" in drawn.communicate()[1]
    watched(home, "remove", "--yes", "thighs.md")
    watched(home, "doctor", "--deep")


def test_a_locked_library_answers_as_a_plain_one(own_sample_home: Path) -> None:
    plain = finish(edgerag(own_sample_home, "ask", "--extractive", "--json", "--no-history", QUESTION))
    finish(edgerag(own_sample_home, "lock"))
    locked = finish(edgerag(own_sample_home, "ask", "--extractive", "--json", "--no-history", QUESTION))
    assert locked == plain
    finish(edgerag(own_sample_home, "unlock", "--forever", "--yes"))
    again = finish(edgerag(own_sample_home, "ask", "--extractive", "--json", "--no-history", QUESTION))
    assert again == plain


def churn(library_file: Path, seed: int) -> None:
    """Lock, unlock and rekey a library at random until killed."""
    rng = random.Random(seed)
    cheap_wrapping()
    if cipher.is_encrypted(library_file):
        KEYRING.unlock(library_file, PASSPHRASE)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    while True:
        if not cipher.is_encrypted(library_file):
            locking.lock(library_file, PASSPHRASE, rng.randbytes(32), silent, Event())
        elif rng.random() < 0.5:
            locking.unlock_for_ever(library_file, silent, Event())
        elif rng.random() < 0.5:
            locking.change_key(library_file, PASSPHRASE, rng.randbytes(32), silent, Event())
        else:
            locking.change_passphrase(library_file, PASSPHRASE)


def cheap_wrapping() -> None:
    """Take Argon2id at its cheapest, so that kills fall on everything else."""
    keys.wrap.__kwdefaults__ = {"rounds": 1, "memory_bytes": 8192}


def run_and_kill(command: Sequence[str], seed: int) -> None:
    with subprocess.Popen(command, cwd=REPOSITORY, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        time.sleep(random.Random(seed).uniform(0, LONGEST_LIFE_S))
        assert child.poll() is None
        child.kill()


@pytest.mark.parametrize(
    "n_kills", [pytest.param(8, id="few"), pytest.param(150, id="many", marks=pytest.mark.slow)]
)
def test_a_kill_leaves_the_plain_or_the_encrypted_library(tmp_path: Path, n_kills: int) -> None:
    library_file = tmp_path / "library.db"
    make_library(library_file)
    states = []
    for seed in range(n_kills):
        program = f"from tests.integration.test_locked import *; churn(Path({str(library_file)!r}), {seed})"
        run_and_kill([sys.executable, "-c", program], seed)
        KEYRING.forget()
        states.append(cipher.is_encrypted(library_file))
        if states[-1]:
            KEYRING.unlock(library_file, PASSPHRASE)
        assert questions(library_file) == [SECRETS[1]]
        with Library.open(library_file) as library:
            assert Indexes.open(library, tmp_path / "lexical").check() == ()
            assert library.file_damage(deep=True) == ()
        assert (tmp_path / "lexical").exists() is not states[-1]
    KEYRING.forget()
