"""The executable as users receive it; skipped where it was not built."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

from edgerag import __version__
from edgerag.cli import COMMANDS
from edgerag.samples import sample_files
from tests.binary.conftest import PROGRAMS, Run

ADRENALINE = "What dose of adrenaline should an adult with anaphylaxis receive?"
MOST_BYTES = 110_000_000


def test_it_names_its_version(run: Run) -> None:
    assert run("--version").stdout == f"edgerag, version {__version__}\n"


def test_help_names_every_command(run: Run) -> None:
    shown = run("--help").stdout
    assert all(f"  {command} " in shown for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_can_be_loaded(run: Run, command: str) -> None:
    shown = run(command, "--help")
    assert shown.returncode == 0, shown.stderr


def test_it_lists_what_is_inside_with_texts(run: Run) -> None:
    listed = {line.split("\t")[0] for line in run("licences").stdout.splitlines()[1:]}
    assert {"Python", "llama.cpp", "pyinstaller", "numpy", "tokenizers", "sqlite-vec"} <= listed
    assert not {"pip", "huggingface_hub", "pytest"} & listed
    assert "The ggml authors" in run("licences", "llama.cpp").stdout


def test_it_reads_handbooks_and_answers(run: Run) -> None:
    added = run("add", *sample_files())
    assert added.returncode == 0, added.stderr
    answered = run("ask", "--extractive", "--json", ADRENALINE)
    assert answered.returncode == 0, answered.stderr
    assert json.loads(answered.stdout)["verdict"] == "disagree"


def test_it_says_how_models_come_to_it(run: Run) -> None:
    refused = run("models", "install", "qwen2.5-coder-0.5b-instruct")
    assert refused.returncode == 4
    assert "does not download" in refused.stderr
    assert "edgerag models import" in refused.stderr


def test_it_is_no_python_interpreter(run: Run) -> None:
    assert run("-m", "http.server").returncode == 2
    assert run("-c", "print(1)").returncode == 2


@pytest.mark.parametrize("to_all", [True, False], ids=["from the terminal", "to the launcher alone"])
def test_ctrl_c_stops_and_keeps_what_is_done(program: Path, home: Path, run: Run, to_all: bool) -> None:
    """A terminal sends the signal to the launcher of a one-file program and to the program itself."""
    adding = subprocess.Popen(
        [program, "add", *sample_files()],
        env={**os.environ, "EDGERAG_HOME": str(home)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert adding.stderr is not None
    while "new" not in adding.stderr.readline():
        assert adding.poll() is None
    if to_all:
        os.killpg(adding.pid, signal.SIGINT)
    else:
        adding.send_signal(signal.SIGINT)
    _, complaint = adding.communicate(timeout=60)
    assert adding.returncode == 130
    assert "run the same command again to go on" in complaint
    assert "Traceback" not in complaint
    assert 1 <= len(json.loads(run("list", "--json").stdout)) < 4


def test_one_file_is_small_enough() -> None:
    program = PROGRAMS["one file"]
    if not program.is_file():
        pytest.skip(f"{program} was not built: make binary")
    assert program.stat().st_size <= MOST_BYTES
