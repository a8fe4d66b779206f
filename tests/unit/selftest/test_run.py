"""A check that breaks down hides no other, and nothing stays behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from edgerag.config import Config, Models
from edgerag.errors import SelfTestError
from edgerag.selftest import run
from edgerag.selftest.outcomes import Failed, LeftOut, Outcome, Passed
from edgerag.selftest.run import run_checks

Check = Callable[..., dict[str, Outcome]]


@pytest.fixture
def check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Check:
    """Run some checks; everything they leave in the temporary folder is an error."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))

    def start(*parts: str, config: Config | None = None) -> dict[str, Outcome]:
        monkeypatch.setattr(run, "names", lambda *, quick: parts)
        results = {r.part: r.outcome for r in run_checks(config or Config(), tmp_path / "config.toml")}
        assert list(temporary.iterdir()) == []
        return results

    return start


@pytest.mark.parametrize(
    ("library", "program", "reason"),
    [
        ("tantivy", "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "crashed (SIGSEGV)"),
        ("kuzu", "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "crashed (SIGSEGV)"),
        ("onnxruntime", "raise ImportError('libgomp.so.1: cannot open')", "ImportError: libgomp.so.1"),
        ("llama_cpp", "import os; os._exit(3)", "exit code 3"),
    ],
)
def test_a_library_that_breaks_down_is_one_failed_line(
    check: Check, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, library: str, program: str, reason: str
) -> None:
    (tmp_path / f"{library}.py").write_text(program)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    part = {"tantivy": "Tantivy", "llama_cpp": "llama.cpp", "kuzu": "Kùzu"}.get(library, library)
    results = check(part, "PDF engine")
    failed = results[part]
    assert isinstance(failed, Failed)
    assert reason in failed.message
    assert "install edgerag again" in failed.remedy
    assert isinstance(results["PDF engine"], Passed)


def test_a_check_that_hangs_is_ended(check: Check, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tantivy.py").write_text("import time; time.sleep(60)")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(run, "TIMEOUT_S", 2.0)
    failed = check("Tantivy")["Tantivy"]
    assert isinstance(failed, Failed)
    assert "did not end within 2 s" in failed.message


def test_without_models_the_questions_are_left_out_with_what_to_do(check: Check) -> None:
    for outcome in check("questions", "generator").values():
        assert isinstance(outcome, LeftOut)
        assert outcome.remedy == "edgerag models install"
        assert "no embedder and no reranker" in outcome.reason


def test_a_chosen_model_that_is_not_there_is_a_failure(check: Check) -> None:
    failed = check("questions", config=Config(models=Models(embedder="mine")))["questions"]
    assert isinstance(failed, Failed)
    assert "'mine' is not installed" in failed.message


def test_without_a_temporary_folder_the_error_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    with pytest.raises(SelfTestError, match="temporary files") as refused:
        next(run_checks(Config(), tmp_path / "config.toml"))
    assert "TMPDIR" in refused.value.hint


def test_ctrl_c_leaves_nothing_behind(tmp_path: Path) -> None:
    temporary, home = tmp_path / "temporary", tmp_path / "home"
    temporary.mkdir()
    environment = {**os.environ, "TMPDIR": str(temporary), "EDGERAG_HOME": str(home)}
    command = [sys.executable, "-m", "edgerag", "selftest", "--quick"]
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as program:
        assert program.stderr is not None
        for line in program.stderr:
            if "SQLite" in line:
                break
        program.send_signal(signal.SIGINT)
        assert "stopped" in program.stderr.read()
    assert program.returncode == 130
    assert list(temporary.iterdir()) == []
    assert not (home / "data").exists()
