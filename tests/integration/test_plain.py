from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

from tests.integration.conftest import Run

ADRENALINE = "What dose of adrenaline should an adult with anaphylaxis receive?"


def test_plain_prints_sentences_one_a_line(run: Run) -> None:
    done = run("ask", "--plain", "--extractive", ADRENALINE)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "Understood as: anaphylaxis · adrenaline · adult · dose."
    assert lines[1].startswith("Verdict: disagree.")
    assert any(line.startswith("Quotation, page ") for line in lines)
    assert "\x1b" not in done.stdout


def test_plain_asks_for_one_question_after_the_other(own_sample_home: Path) -> None:
    terminal, child = pty.openpty()
    environment = {**os.environ, "EDGERAG_HOME": str(own_sample_home)}
    command = [sys.executable, "-m", "edgerag", "ask", "--plain", "--extractive"]
    with subprocess.Popen(
        command, stdin=child, stdout=subprocess.PIPE, env=environment, text=True
    ) as program:
        os.close(child)
        os.write(terminal, f"{ADRENALINE}\n??\n\n".encode())
        assert program.stdout is not None
        said = program.stdout.read()
    os.close(terminal)
    assert program.returncode == 0
    assert said.startswith("4 handbooks. Type a question")
    assert "Verdict: disagree." in said
    assert "there is no question" in said
